import {isRecord} from '../../../../src/sdk.js';
import {Broken} from './broken.js';

/** A part of a description, and the file that its references are relative to. */
export interface Place {
  readonly file: string;
  readonly value: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A part that is an object. */
export interface ObjectPlace extends Place {
  readonly value: Fields;
}

/** What stands in other files. */
export interface OtherFiles {
  /** Contents by path. */
  readonly read: ReadonlyMap<string, unknown>;
  /** Why one was not read, by path. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Where a document comes from. */
export interface Source {
  /** An absolute path, a URL, or '' for what stands in the config itself. */
  readonly at: string;
  /** How another file is named from one: the key of `OtherFiles`. */
  readonly resolve?: (reference: string, from: string) => string;
}

const maxHops = 32;

/** An OpenAPI description as it was read, whose references can be followed. Nothing is read or fetched any more. */
export class OpenapiDocument {
  readonly root: Fields;
  readonly source: Source;
  readonly #others: OtherFiles;

  constructor(root: Fields, source: Source, others: OtherFiles = {read: new Map(), refused: new Map()}) {
    this.root = root;
    this.source = source;
    this.#others = others;
  }

  /** A part of the root. */
  at(value: unknown): Place {
    return {file: this.source.at, value};
  }

  /** Where a reference leads, and the name of that place; followed once. Throws Broken. */
  follow(reference: string, from: string): Place & {readonly key: string} {
    const {file, pointer} = this.#split(reference, from);
    let value = file === this.source.at ? this.root : this.#others.read.get(file);
    for (const step of pointer) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
        throw new Broken(`It refers to ${quoted(reference)}, which is not there`);
      value = (value as Record<string, unknown>)[step];
    }
    return {file, value, key: `${file}#/${pointer.join('/')}`};
  }

  /** A part with its references followed to their end. Throws Broken, for a circle too. */
  resolve(place: Place): Place {
    let here = place;
    for (let hops = 0; isRecord(here.value) && typeof here.value['$ref'] === 'string'; hops++) {
      if (hops === maxHops) throw new Broken(`It refers to itself by ${quoted(here.value['$ref'])}`);
      here = this.follow(here.value['$ref'], here.file);
    }
    return here;
  }

  /** The same, for what has to be an object. Throws Broken. */
  object(place: Place, what: string): ObjectPlace {
    const {file, value} = this.resolve(place);
    if (!isRecord(value)) throw new Broken(`${what} is no object`);
    return {file, value};
  }

  #split(reference: string, from: string): {file: string; pointer: readonly string[]} {
    const hash = reference.indexOf('#');
    const path = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? '' : reference.slice(hash + 1);
    if (fragment !== '' && !fragment.startsWith('/'))
      throw new Broken(`It refers to ${quoted(reference)}, and only places like "#/components/schemas/Pet" are known`);
    const pointer = fragment.split('/').slice(1).map(stepOf);
    if (path === '') return {file: from, pointer};
    return {file: this.#fileOf(reference, path, from), pointer};
  }

  #fileOf(reference: string, path: string, from: string): string {
    const {at, resolve} = this.source;
    if (isElsewhere(path) || (resolve === undefined && at !== ''))
      throw new Broken(`It refers to ${quoted(reference)}, and nothing is fetched that a description names`);
    if (resolve === undefined)
      throw new Broken(
        `It refers to the file ${quoted(reference)}, and a document in a config has no folder to look in`,
      );
    const file = resolve(path, from);
    if (file === at || this.#others.read.has(file)) return file;
    const why = this.#others.refused.get(file) ?? 'which could not be read';
    throw new Broken(`It refers to the file ${quoted(reference)}, ${why}`);
  }
}

/** Whether a reference names a scheme or a host. */
export const isElsewhere = (path: string): boolean => /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\/\/|\\\\)/.test(path);

const quoted = (text: string): string => JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);

function stepOf(text: string): string {
  let step = text;
  try {
    step = decodeURIComponent(text);
  } catch {
    // As it is written, then.
  }
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

import type {JsonSchema} from '../../../../../src/sdk.js';
import {Broken, reasonOf} from '../broken.js';
import type {OpenapiDocument, Place} from '../document.js';
import {convertSchema} from './convert-schema.js';
import type {Conversion, Direction} from './convert-schema.js';
import type {InPlaceReferences, Target} from './in-place.js';

/** A schema that others refer to, by its name in `$defs`. */
export interface Component {
  readonly name: string;
  /** Set once it was converted. */
  schema: JsonSchema | undefined;
  readonly refs: Set<Component>;
  readonly notes: Set<string>;
  /** Objects and lists that it is made of. */
  parts: number;
  /** Why it can not be used. */
  broken: string | undefined;
}

/** A schema, and what it needs to stand alone. */
export interface Converted {
  readonly schema: JsonSchema;
  readonly refs: ReadonlySet<Component>;
  /** What could not be taken over, in sentences. */
  readonly notes: ReadonlySet<string>;
}

/**
 * The schemas of a description in one direction, each converted once however many operations use it: they share the
 * result, and refer to it by `#/$defs/<name>`.
 */
export class Components {
  readonly #document: OpenapiDocument;
  readonly #direction: Direction;
  readonly #known = new Map<string, Component>();
  readonly #names = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #inPlace: InPlaceReferences;

  constructor(document: OpenapiDocument, direction: Direction, inPlace: InPlaceReferences) {
    this.#document = document;
    this.#direction = direction;
    this.#inPlace = inPlace;
  }

  /** Converts the schema at a place, and everything that it refers to. Throws Broken. */
  convert(place: Place): Converted {
    const refs = new Set<Component>();
    const notes = new Set<string>();
    const schema = convertSchema(place, this.#conversion(undefined, refs, notes));
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) next();
    return {schema, refs, notes};
  }

  #conversion(key: string | undefined, refs: Set<Component>, notes: Set<string>): Conversion {
    return {
      document: this.#document,
      direction: this.#direction,
      note: (text) => void notes.add(text),
      inPlace: (edge) => (key === undefined ? 'follow' : this.#inPlace.from(key, edge)),
      reference: (target) => {
        const component = this.#component(target);
        refs.add(component);
        return component.name;
      },
    };
  }

  #component(place: Target): Component {
    const known = this.#known.get(place.key);
    if (known) return known;
    const name = this.#nameOf(place.key);
    const component: Component = {
      name,
      schema: undefined,
      refs: new Set(),
      notes: new Set(),
      parts: 0,
      broken: undefined,
    };
    this.#known.set(place.key, component);
    // Later, and not from here: a chain of references may be longer than the stack is deep.
    this.#waiting.push(() => {
      try {
        component.schema = convertSchema(place, this.#conversion(place.key, component.refs, component.notes));
        component.parts = partsOf(component.schema);
      } catch (thrown) {
        if (!(thrown instanceof Broken)) throw thrown;
        component.broken = `${component.name}: ${reasonOf(thrown)}`;
      }
    });
    return component;
  }

  /** The last step of the place that it stands at. */
  #nameOf(key: string): string {
    const last = key
      .slice(key.lastIndexOf('/') + 1)
      .replace(/[^A-Za-z0-9_.-]+/g, '_')
      .slice(0, 60);
    const base = last === '' || last === '__proto__' ? 'schema' : last;
    let name = base;
    for (let next = 2; this.#names.has(name); next++) name = `${base}_${next}`;
    this.#names.add(name);
    return name;
  }
}

/** Objects and lists in a schema, as its bounds count them. */
function partsOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  let parts = 1;
  for (const inner of Object.values(schema)) parts += partsOf(inner);
  return parts;
}

/**
 * A schema with what it refers to in its `$defs`: the nearest first, and no more than `budget` parts of them; what is
 * beyond is anything. Throws Broken for what is needed and can not be used.
 */
export function selfContained(
  schema: JsonSchema,
  refs: Iterable<Component>,
  budget: number,
  onCut: () => void = () => undefined,
): {readonly schema: JsonSchema; readonly notes: readonly string[]} {
  const found = new Set<Component>(refs);
  const definitions: Record<string, JsonSchema> = {};
  const notes = new Set<string>();
  let left = budget - partsOf(schema);
  for (const component of found) {
    if (component.broken !== undefined) throw new Broken(component.broken);
    left -= component.parts + 1;
    if (left < 0) {
      onCut();
      definitions[component.name] = {description: `A ${component.name}, which is too large to be described here`};
      continue;
    }
    definitions[component.name] = component.schema ?? {};
    component.notes.forEach((note) => notes.add(note));
    for (const ref of component.refs) found.add(ref);
  }
  const isOpen = Object.keys(definitions).length === 0;
  return {schema: isOpen ? schema : {...schema, $defs: definitions}, notes: [...notes]};
}

import {toFunctionName} from './function-name.js';
import {bareName, canonical} from './module-name.js';
import type {NamedTool} from './named-tool.js';

/** How a name fits, best first. */
export const fits = ['full', 'alias', 'provider', 'simple', 'simpleAlias'] as const;
type Fit = (typeof fits)[number];

/** Tools by how a spelling fits them. */
export type Fitting<T> = Partial<Record<Fit, NamedTool<T>[] | undefined>>;

/**
 * Every other way to write the names of tools: separators, aliases, providers, the name alone. A tool is read when somebody
 * asks for a spelling after it came, which needs its aliases and so its metadata.
 */
export class Spellings<T> {
  readonly #fitting = new Map<string, Fitting<T>>();
  /** The spellings of each tool that was read. */
  readonly #spellingsOf = new Map<NamedTool<T>, readonly string[]>();
  readonly #unread = new Set<NamedTool<T>>();

  add(named: NamedTool<T>): void {
    this.#unread.add(named);
  }

  delete(named: NamedTool<T>): void {
    this.#unread.delete(named);
    for (const spelling of this.#spellingsOf.get(named) ?? []) this.#remove(spelling, named);
    this.#spellingsOf.delete(named);
  }

  #remove(spelling: string, named: NamedTool<T>): void {
    const fitting = this.#fitting.get(spelling);
    if (!fitting) return;
    for (const fit of fits) {
      const left = fitting[fit]?.filter((other) => other !== named) ?? [];
      fitting[fit] = left.length > 0 ? left : undefined;
    }
    if (fits.every((fit) => fitting[fit] === undefined)) this.#fitting.delete(spelling);
  }

  get(spelling: string): Fitting<T> | undefined {
    for (const named of this.#unread) {
      this.#unread.delete(named);
      this.#read(named);
    }
    return this.#fitting.get(spelling);
  }

  #read(named: NamedTool<T>): void {
    const {fullName, module, provider, name} = named;
    const spellings = new Set<string>();
    const add = (spelling: string, fit: Fit): void => {
      const fitting = this.#fitting.get(spelling) ?? {};
      const tools = (fitting[fit] ??= []);
      if (tools.at(-1) !== named) tools.push(named);
      this.#fitting.set(spelling, fitting);
      spellings.add(spelling);
    };
    add(toFunctionName(fullName), 'full');
    add(canonical(fullName), 'full');
    if (module !== '') {
      const bare = bareName(module);
      add(canonical(`${bare}.${name}`), 'full');
      add(canonical(`${provider}.${name}`), 'provider');
      add(canonical(name), 'simple');
      for (const alias of named.aliases()) {
        add(canonical(`${module}.${alias}`), 'alias');
        add(canonical(`${bare}.${alias}`), 'alias');
        add(canonical(`${provider}.${alias}`), 'provider');
        add(canonical(alias), 'simpleAlias');
      }
    }
    this.#spellingsOf.set(named, [...spellings]);
  }
}

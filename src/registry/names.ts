import {nearest} from '../contract/nearest.js';
import {toFunctionName} from './function-name.js';

/** A tool that can be looked up. */
export interface NamedTool<T> {
  /** `module.tool`, in a namespace `ns/module.tool` or `org/ns/module.tool`; of a tool on its own just its name. */
  readonly fullName: string;
  /** Name of the instance; empty for a tool on its own. */
  readonly module: string;
  /** Name of the provider, which stands for the instance where there is only one. */
  readonly provider: string;
  /** Name in the module. */
  readonly name: string;
  /** Asked late: the aliases are in the metadata. */
  readonly aliases: () => readonly string[];
  readonly tool: T;
}

/** What a name leads to: one tool, several that it may mean, or none. */
export type Found<T> = {readonly tool: T} | {readonly candidates: readonly string[]} | undefined;

/** A segment of a module's name begins with a letter, digit, `_` or `@`; two `/` at most make namespace and organisation. */
const modulePattern = /^[\w@][\w@.:-]{0,63}(?:\/[\w@][\w@.:-]{0,63}){0,2}$/;

export const isModuleName = (name: string): boolean => modulePattern.test(name) && name !== '__proto__';

/** Of a module: 0 internal, 1 organisation (`org/ns/name`), 2 project (`ns/name`); a higher one wins (R22.3). */
export function layerOf(module: string): number {
  const namespaces = module.split('/').length - 1;
  return namespaces === 1 ? 2 : namespaces === 2 ? 1 : 0;
}

/** A module's name without its namespace. */
export const bareName = (module: string): string => module.slice(module.lastIndexOf('/') + 1);

/** `git/commit`, `git:commit` and `git__commit` are `git.commit` (C42). */
const canonical = (name: string): string => name.replace(/__|[/:]/g, '.');

/** How a name fits, best first. */
const fits = ['full', 'alias', 'provider', 'simple', 'simpleAlias'] as const;
type Fit = (typeof fits)[number];
type Fitting<T> = Partial<Record<Fit, NamedTool<T>[]>>;

/** Enough to find a typo, and still quick in a registry of any size. */
const maxNearest = 5000;

/** All names of all tools, and what each leads to. A full name leads to its tool; every other way in is read on first use. */
export class NameTable<T> {
  readonly #byFullName = new Map<string, NamedTool<T>>();
  #namespaced = 0;
  #spellings: Map<string, Fitting<T>> | undefined;

  add(named: NamedTool<T>): void {
    this.delete(named.fullName);
    this.#byFullName.set(named.fullName, named);
    if (layerOf(named.module) > 0) this.#namespaced++;
    this.#spellings = undefined;
  }

  delete(fullName: string): boolean {
    const named = this.#byFullName.get(fullName);
    if (!named) return false;
    this.#byFullName.delete(fullName);
    if (layerOf(named.module) > 0) this.#namespaced--;
    this.#spellings = undefined;
    return true;
  }

  /** By its full name and nothing else. */
  get(fullName: string): NamedTool<T> | undefined {
    return this.#byFullName.get(fullName);
  }

  values(): IterableIterator<NamedTool<T>> {
    return this.#byFullName.values();
  }

  /**
   * By full name; with any separator; by alias; by provider; by the tool's name alone. Among tools that fit equally well the
   * layer decides, project before organisation before internal; within a layer there are several candidates then.
   */
  find(name: string): Found<T> {
    const exact = this.#byFullName.get(name);
    if (exact && (this.#namespaced === 0 || layerOf(exact.module) > 0)) return {tool: exact.tool};
    const spellings = (this.#spellings ??= this.#readSpellings());
    const fitting = spellings.get(name) ?? spellings.get(canonical(name)) ?? spellings.get(withoutProtocol(name));
    if (exact) {
      const overriding = fitting?.full?.filter(({module}) => layerOf(module) > layerOf(exact.module)) ?? [];
      return choose(overriding.length > 0 ? overriding : [exact]);
    }
    for (const fit of fits) {
      const tools = fitting?.[fit];
      if (tools) return choose(tools);
    }
    return undefined;
  }

  #readSpellings(): Map<string, Fitting<T>> {
    const spellings = new Map<string, Fitting<T>>();
    const add = (spelling: string, fit: Fit, named: NamedTool<T>): void => {
      const fitting = spellings.get(spelling) ?? {};
      const tools = (fitting[fit] ??= []);
      if (tools.at(-1) !== named) tools.push(named);
      spellings.set(spelling, fitting);
    };
    for (const named of this.#byFullName.values()) {
      const {fullName, module, provider, name} = named;
      const bare = bareName(module);
      add(toFunctionName(fullName), 'full', named);
      add(canonical(fullName), 'full', named);
      if (module === '') continue;
      add(canonical(`${bare}.${name}`), 'full', named);
      add(canonical(`${provider}.${name}`), 'provider', named);
      add(canonical(name), 'simple', named);
      for (const alias of named.aliases()) {
        add(canonical(`${module}.${alias}`), 'alias', named);
        add(canonical(`${bare}.${alias}`), 'alias', named);
        add(canonical(`${provider}.${alias}`), 'provider', named);
        add(canonical(alias), 'simpleAlias', named);
      }
    }
    return spellings;
  }

  /** The full name that was most likely meant. */
  nearest(name: string): string | undefined {
    const simple = new Map<string, string>();
    for (const named of this.#byFullName.values()) {
      if (simple.size >= maxNearest) break;
      simple.set(named.fullName, named.fullName);
      if (!simple.has(named.name)) simple.set(named.name, named.fullName);
    }
    const near = nearest(canonical(name), simple.keys());
    return near === undefined ? undefined : simple.get(near);
  }
}

/** `mcp__server__tool` is how some clients write the tool of an MCP server. */
const withoutProtocol = (name: string): string => canonical(name).replace(/^mcp\./, '');

function choose<T>(tools: readonly NamedTool<T>[]): Found<T> {
  const highest = Math.max(...tools.map(({module}) => layerOf(module)));
  const [first, ...others] = tools.filter(({module}) => layerOf(module) === highest);
  if (first && others.length === 0) return {tool: first.tool};
  return {candidates: [first, ...others].flatMap((named) => named?.fullName ?? [])};
}

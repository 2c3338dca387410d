import {canonical, layerOf} from './module-name.js';
import type {NamedTool} from './named-tool.js';
import {NearNames} from './near-names.js';
import {fits, Spellings} from './spellings.js';

/** What a name leads to: one tool, several that it may mean, or none. */
export type Found<T> = {readonly tool: T} | {readonly candidates: readonly string[]} | undefined;

/** All names of all tools, and what each leads to. A full name leads to its tool; every other way in is read on first use. */
export class NameTable<T> {
  readonly #byFullName = new Map<string, NamedTool<T>>();
  readonly #spellings = new Spellings<T>();
  #namespaced = 0;
  /** Filled when first asked for. */
  #near: NearNames | undefined;

  add(named: NamedTool<T>): void {
    this.delete(named.fullName);
    this.#byFullName.set(named.fullName, named);
    if (layerOf(named.module) > 0) this.#namespaced++;
    this.#spellings.add(named);
    this.#near?.add(named);
  }

  delete(fullName: string): boolean {
    const named = this.#byFullName.get(fullName);
    if (!named) return false;
    this.#byFullName.delete(fullName);
    if (layerOf(named.module) > 0) this.#namespaced--;
    this.#spellings.delete(named);
    this.#near?.delete(named);
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
    const fitting =
      this.#spellings.get(name) ?? this.#spellings.get(canonical(name)) ?? this.#spellings.get(withoutProtocol(name));
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

  /** The full name that was most likely meant. */
  nearest(name: string): string | undefined {
    if (!this.#near) {
      this.#near = new NearNames();
      for (const named of this.#byFullName.values()) this.#near.add(named);
    }
    return this.#near.find(canonical(name));
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

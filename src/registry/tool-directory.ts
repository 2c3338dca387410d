import {toToolError} from '../contract/native-errors.js';
import type {Tool} from '../core/tool.js';
import type {Runtime} from '../core/runtime.js';
import {toolRecord} from './module-record.js';
import type {ModuleEntry} from './modules.js';
import type {NamedTool} from './named-tool.js';
import {NameTable} from './names.js';
import type {Found} from './names.js';
import type {ProviderEntry} from './providers.js';
import {Catalogue} from './search/catalogue.js';
import type {ReadRecord} from './search/catalogue.js';

/** What tools there are: by name those that can be called, in the catalogue also those that a provider only promises. */
export class ToolDirectory {
  readonly catalogue: Catalogue;
  readonly #runtime: Runtime;
  readonly #names = new NameTable<Tool>();
  /** Full names of the tools of a module, by its id. */
  readonly #namesOf = new Map<string, readonly string[]>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.catalogue = new Catalogue((error) => {
      runtime.events.emit('warning', {message: `A tool can not be searched: ${toToolError(error).message}`});
    });
  }

  addProvider({provider, record}: ProviderEntry): void {
    const readers = Object.keys(record.tools).map((tool) => () => toolRecord(record, tool, this.#runtime));
    this.catalogue.set(`provider:${provider.name}`, readers);
  }

  /** The tools that a module really has stand in the catalogue in place of those that its provider promised. */
  addModule({id, name: module, provider, module: instance}: ModuleEntry): void {
    const tools = instance.getTools().map((tool) => ({tool, record: () => tool.getMetadata()}));
    const fullNames = tools.map(({tool, record}) => {
      const {name} = tool;
      const fullName = `${module}.${name}`;
      this.#names.add({fullName, module, provider, name, aliases: () => aliasesOf(record), tool});
      return fullName;
    });
    this.#namesOf.set(id, fullNames);
    this.catalogue.delete(`provider:${provider}`);
    this.catalogue.set(
      `module:${id}`,
      tools.map(({record}) => record),
    );
  }

  removeModule({id}: ModuleEntry): void {
    for (const fullName of this.#namesOf.get(id) ?? []) this.#names.delete(fullName);
    this.#namesOf.delete(id);
    this.catalogue.delete(`module:${id}`);
  }

  addSingle(tool: Tool): void {
    const {name} = tool;
    this.#names.add({fullName: name, module: '', provider: '', name, aliases: () => [], tool});
    this.catalogue.set(`tool:${name}`, [() => tool.getMetadata()]);
  }

  /** Does nothing for a name that is none, or that of a module's tool. */
  removeSingle(name: string): void {
    if (this.#names.get(name)?.module !== '') return;
    this.#names.delete(name);
    this.catalogue.delete(`tool:${name}`);
  }

  /** Whether a full name is taken. */
  has(fullName: string): boolean {
    return this.#names.get(fullName) !== undefined;
  }

  find(name: string): Found<Tool> {
    return this.#names.find(name);
  }

  nearest(name: string): string | undefined {
    return this.#names.nearest(name);
  }

  /** In the order in which they came. */
  values(): NamedTool<Tool>[] {
    return [...this.#names.values()];
  }
}

/** A record that can not be read is reported where it is searched for; the tool can still be called by its name. */
function aliasesOf(record: ReadRecord): readonly string[] {
  try {
    const aliases: unknown = record().aliases;
    return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  } catch {
    return [];
  }
}

import {toToolError} from '../contract/native-errors.js';
import type {Tool} from '../core/tool.js';
import type {Runtime} from '../core/runtime.js';
import {toolRecord} from './module-record.js';
import type {ModuleEntry} from './modules.js';
import {NameTable} from './names.js';
import type {Found, NamedTool} from './names.js';
import type {ProviderEntry} from './providers.js';
import {Catalogue} from './search/catalogue.js';

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
    const named = instance.getTools().map((tool): NamedTool<Tool> => {
      const aliases = (): readonly string[] => tool.getMetadata().aliases;
      return {fullName: `${module}.${tool.name}`, module, provider, name: tool.name, aliases, tool};
    });
    for (const each of named) this.#names.add(each);
    const fullNames = named.map(({fullName}) => fullName);
    const readers = named.map(
      ({tool}) =>
        () =>
          tool.getMetadata(),
    );
    this.#namesOf.set(id, fullNames);
    this.catalogue.delete(`provider:${provider}`);
    this.catalogue.set(`module:${id}`, readers);
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

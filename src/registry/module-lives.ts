import {ToolError} from '../contract/errors.js';
import {toToolError} from '../contract/native-errors.js';
import {adoptInstance} from '../core/module-instance.js';
import type {ModuleInstance} from '../core/module-instance.js';
import type {Runtime} from '../core/runtime.js';
import {abandoned} from './lookup-errors.js';
import {withModules} from './module-references.js';
import {ModuleTable} from './modules.js';
import type {ModuleEntry, Reservation} from './modules.js';
import type {ProviderEntry, ProviderTable} from './providers.js';
import {cleanUp, settleAll} from './settle-all.js';
import type {SettleOptions} from './settle-all.js';
import type {ToolDirectory} from './tool-directory.js';

/** What the modules of a registry live in. */
export interface LivingSpace {
  readonly runtime: Runtime;
  readonly providers: ProviderTable;
  readonly directory: ToolDirectory;
  /** ms that the cleanup of one module may take. */
  readonly cleanupTimeout: number;
}

/** Modules that are cleaned up at the same time. */
const cleanupConcurrency = 8;

/** The lives of a registry's modules: made by a provider, admitted with their tools, looked at again, cleaned up. */
export class ModuleLives {
  readonly table = new ModuleTable();
  readonly #space: LivingSpace;
  /** Modules on their way out, by id. */
  readonly #ending = new Map<string, Promise<void>>();
  /** While there are modules, it is heard which of them have other tools now. */
  #stopListening: (() => void) | undefined;

  constructor(space: LivingSpace) {
    this.#space = space;
  }

  /** Answers the id. Throws PROVIDER_NOT_FOUND, MODULE_NOT_FOUND, RESOURCE_EXISTS, and what the provider throws. */
  async create(provider: string, config: object | undefined, name: string | undefined): Promise<string> {
    const {providers, runtime} = this.#space;
    const entry = await providers.load(provider);
    const reservation = this.table.reserve(entry.provider.name, name);
    try {
      const given = withModules(config, (needed) => this.table.get(needed).module);
      const module = await entry.provider.create(given, runtime);
      return await this.#admit(entry, reservation, module);
    } catch (error) {
      throw toToolError(error, 'OPERATION_FAILED');
    } finally {
      this.table.release(reservation);
    }
  }

  /** From a new instance to a module of the registry. */
  async #admit({provider}: ProviderEntry, reservation: Reservation, module: ModuleInstance): Promise<string> {
    const {runtime, directory} = this.#space;
    const other = this.table.of(module);
    if (other) {
      throw new ToolError(
        'RESOURCE_EXISTS',
        `Provider '${provider.name}' answered a module that is here already as '${other.name}'`,
        {
          suggestions: ['Let create make a new module every time'],
        },
      );
    }
    adoptInstance(module, {name: reservation.name, runtime});
    // A failing initialize has cleaned up by itself.
    await module.initialize();
    try {
      if (reservation.abandoned) throw abandoned(reservation.name);
      this.#assertNamesAreFree(reservation.name, module);
    } catch (error) {
      await settleAll([{name: reservation.name, run: () => module.cleanup()}], this.settling);
      throw error;
    }
    const entry = this.table.add(reservation, provider.name, module, runtime.clock.now());
    directory.addModule(entry);
    this.#stopListening ??= runtime.on('module:tools', ({module: name}) => {
      if (this.table.find(name)) this.refresh(name);
    });
    for (const namesake of this.table.namesakes(entry)) {
      const message = `Modules '${entry.name}' and '${namesake.name}' have one name: without a namespace the project's is meant, then the organisation's`;
      runtime.events.emit('warning', {message});
    }
    return entry.id;
  }

  #assertNamesAreFree(name: string, module: ModuleInstance): void {
    for (const tool of module.getTools()) {
      if (!this.#space.directory.has(`${name}.${tool.name}`)) continue;
      throw new ToolError('RESOURCE_EXISTS', `Tool '${name}.${tool.name}' is already registered`, {
        suggestions: ['Give the module another name, or unregister that tool'],
      });
    }
  }

  /** Looks again at the tools of a module. Throws MODULE_NOT_FOUND. */
  refresh(id: string): void {
    const entry = this.table.get(id);
    this.#space.directory.removeModule(entry);
    this.#space.directory.addModule(entry);
  }

  /** Cleans one up and forgets it; throws CLEANUP_INCOMPLETE. */
  destroy(id: string): Promise<void> {
    const ending = this.#ending.get(id);
    if (ending) return ending;
    const entry = this.table.find(id);
    if (!entry) return Promise.resolve();
    this.#forget(entry);
    const end = cleanUp([{name: entry.name, run: () => entry.module.cleanup()}], this.settling).finally(() =>
      this.#ending.delete(entry.id),
    );
    this.#ending.set(entry.id, end);
    return end;
  }

  /** Cleans all of them up, newest first, past those that fail. Throws CLEANUP_INCOMPLETE. */
  async cleanup(): Promise<void> {
    this.table.abandonReservations();
    const entries = this.table.values().reverse();
    for (const entry of entries) this.#forget(entry);
    const tasks = entries.map(({name, module}) => ({name, run: () => module.cleanup()}));
    // Whoever destroys a module learns by himself how that went.
    const ending = [...this.#ending.values()].map((end) => end.catch(() => undefined));
    await Promise.all([cleanUp(tasks, this.settling), ...ending]);
  }

  get settling(): SettleOptions {
    const {runtime, cleanupTimeout} = this.#space;
    return {clock: runtime.clock, timeout: cleanupTimeout, concurrency: cleanupConcurrency};
  }

  #forget(entry: ModuleEntry): void {
    const {directory, providers} = this.#space;
    this.table.delete(entry);
    directory.removeModule(entry);
    if (this.table.values().length === 0) {
      this.#stopListening?.();
      this.#stopListening = undefined;
    }
    const provider = providers.get(entry.provider);
    if (provider && this.table.ofProvider(entry.provider).length === 0) directory.addProvider(provider);
  }
}

import {randomBytes} from 'node:crypto';
import {ToolError} from '../contract/errors.js';
import type {Handle, HandleType} from '../contract/handle.js';
import {isRecord} from '../contract/json.js';
import type {Clock, EventService, HandleInfo, HandleOwner, HandleService, HeldResource} from '../contract/services.js';
import {handleId} from './handle-reference.js';
import {describeRecord} from './handle-record.js';
import type {HandleRecord, Tombstone} from './handle-record.js';
import {IdleSweep, isExpired} from './idle-sweep.js';

export interface HandleStoreOptions {
  readonly clock: Clock;
  readonly events: EventService;
  /** Live handles at most; one more answers LIMIT_EXCEEDED. */
  readonly maxHandles: number;
}

/** Who asks for a resource. Without an instance, any module's is meant. */
interface HandleAsker {
  readonly session: string | undefined;
  readonly instance?: object;
}

function isOwn(owner: HandleOwner, asker: HandleAsker): boolean {
  return owner.session === asker.session && (asker.instance === undefined || owner.instance === asker.instance);
}

const maxTombstones = 10_000;

/**
 * Keeps the resources behind handles (DESIGN 6). A handle is found by its id alone, belongs to a module and a session,
 * may live in a parent (a transaction in its database), and is released children first.
 */
export class HandleStore implements HandleService {
  readonly #options: HandleStoreOptions;
  readonly #records = new Map<string, HandleRecord>();
  readonly #byResource = new WeakMap<object, Handle>();
  readonly #tombstones = new Map<string, Tombstone>();
  readonly #makers = new Map<string, Set<string>>();
  readonly #sweep: IdleSweep;

  constructor(options: HandleStoreOptions) {
    this.#options = options;
    const expire = (record: HandleRecord): void => this.#expire(record);
    this.#sweep = new IdleSweep(options.clock, () => this.#records.values(), expire);
  }

  get size(): number {
    return this.#records.size;
  }

  create<T extends string, R, F extends object>(
    type: HandleType<T, R, F>,
    resource: R,
    options: {
      owner: HandleOwner;
      parent?: {readonly _id: string} | undefined;
      dispose?: (() => void | Promise<void>) | undefined;
      idleTtl?: number | undefined;
    },
  ): Handle<T, F> {
    if (this.#records.size >= this.#options.maxHandles) {
      throw new ToolError(
        'LIMIT_EXCEEDED',
        `There are ${String(this.#records.size)} live handles, the most this runtime keeps`,
        {
          suggestions: ['Release handles that are no longer needed', 'Raise limits.maxHandles of the runtime'],
          context: {limit: this.#options.maxHandles},
        },
      );
    }
    const parent = options.parent && this.#records.get(options.parent._id);
    if (options.parent && (!parent || parent.releasing)) throw new ToolError('HANDLE_NOT_FOUND');
    const dispose = options.dispose ?? (type.dispose && (() => type.dispose?.(resource)));
    const {idleTtl = type.idleTtl} = options;
    const now = this.#options.clock.now();
    const handle = this.#name(type, resource);
    const record: HandleRecord = {
      handle,
      type: type.type,
      resource,
      owner: options.owner,
      parent,
      children: new Set(),
      dispose,
      idleTtl,
      createdAt: now,
      lastUsedAt: now,
      users: 0,
      releasing: undefined,
    };
    this.#records.set(handle._id, record);
    parent?.children.add(record);
    if (typeof resource === 'object' && resource !== null) this.#byResource.set(resource, handle);
    if (idleTtl !== undefined) this.#sweep.plan(idleTtl);
    this.#options.events.emit('handle:created', {id: handle._id, type: type.type, module: options.owner.module});
    return handle;
  }

  #name<T extends string, R, F extends object>(type: HandleType<T, R, F>, resource: R): Handle<T, F> {
    const id = `${type.type}_${randomBytes(16).toString('hex')}`;
    const handle = {_handle: true, _type: type.type, _id: id, ...type.markers, ...type.fields?.(resource)} as const;
    Object.defineProperty(handle, 'cleanup', {value: () => this.release(id), enumerable: false});
    return Object.freeze(handle) as unknown as Handle<T, F>;
  }

  resolve(input: unknown, type: string, asker: HandleAsker): unknown {
    const record = this.#find(input, type, asker);
    record.lastUsedAt = this.#options.clock.now();
    return record.resource;
  }

  hold(input: unknown, type: string, asker: HandleAsker): HeldResource {
    const record = this.#find(input, type, asker);
    const use = (change: 1 | -1): void => {
      record.users += change;
      record.lastUsedAt = this.#options.clock.now();
    };
    use(1);
    return {resource: record.resource, free: () => use(-1)};
  }

  #find(input: unknown, type: string, asker: HandleAsker): HandleRecord {
    if (isRecord(input) && input['success'] === false) throw this.#failedResult(input, type);
    const id = handleId(input);
    const record = id === undefined ? undefined : this.#records.get(id);
    if (!record || !isOwn(record.owner, asker) || record.releasing) throw this.#missing(id, type, asker);
    if (isExpired(record, this.#options.clock)) {
      this.#expire(record);
      throw this.#refuse(
        'HANDLE_EXPIRED',
        `The ${record.type} handle was not used for ${String(record.idleTtl)} ms and has expired`,
        type,
      );
    }
    if (record.type !== type) {
      throw this.#refuse('HANDLE_TYPE_MISMATCH', `Expected a ${type} handle, received a ${record.type} handle`, type);
    }
    return record;
  }

  /** One text for unknown, forged and foreign handles; why a handle is gone is told to its own session only. */
  #missing(id: string | undefined, type: string, asker: HandleAsker): ToolError {
    const tombstone = id === undefined ? undefined : this.#tombstones.get(id);
    if (!tombstone || !isOwn(tombstone.owner, asker)) return this.#refuse('HANDLE_NOT_FOUND', 'Handle not found', type);
    if (tombstone.reason === 'expired')
      return this.#refuse('HANDLE_EXPIRED', `The ${tombstone.type} handle has expired`, type);
    return this.#refuse('HANDLE_RELEASED', `The ${tombstone.type} handle was released`, type);
  }

  #refuse(code: string, message: string, type: string): ToolError {
    const makers = [...(this.#makers.get(type) ?? [])];
    const where = makers.length > 0 ? ` made by ${makers.join(' or ')}` : '';
    return new ToolError(code, message, {
      outcome: 'not_executed',
      suggestions: [`Pass ${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} handle${where}`],
    });
  }

  #failedResult(result: Record<string, unknown>, type: string): ToolError {
    const error = isRecord(result['error']) ? result['error'] : {};
    return new ToolError(
      'INVALID_PARAMETER',
      `Expected a ${type} handle, received a failed result (${String(error['code'])})`,
      {
        outcome: 'not_executed',
        suggestions: ['Check success before passing a result on'],
      },
    );
  }

  handleOf(resource: unknown): Handle | undefined {
    return typeof resource === 'object' && resource !== null ? this.#byResource.get(resource) : undefined;
  }

  announce(type: string, tools: readonly string[]): void {
    const makers = this.#makers.get(type) ?? new Set();
    for (const tool of tools) makers.add(tool);
    this.#makers.set(type, makers);
  }

  async release(handle: {readonly _id: string} | string): Promise<boolean> {
    const id = handleId(handle);
    const record = id === undefined ? undefined : this.#records.get(id);
    if (!record) return false;
    await this.#end(record, 'released');
    return true;
  }

  /** Releases all handles of a module, of a session, or all; newest first. Goes on past a failing one, then throws CLEANUP_INCOMPLETE. */
  async releaseAll(owner: {instance?: object; session?: string} = {}): Promise<number> {
    const records = [...this.#records.values()].reverse().filter(({owner: own}) => {
      return (
        (owner.instance === undefined || own.instance === owner.instance) &&
        (owner.session === undefined || own.session === owner.session)
      );
    });
    const failures: string[] = [];
    for (const record of records) {
      try {
        await this.#end(record, 'released');
      } catch (error) {
        failures.push(`${record.type}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (failures.length > 0) {
      throw new ToolError(
        'CLEANUP_INCOMPLETE',
        `${String(failures.length)} of ${String(records.length)} handles could not be released: ${failures.join('; ')}`,
        {
          context: {failures},
        },
      );
    }
    return records.length;
  }

  /** Live handles, oldest first. */
  list(): HandleInfo[] {
    return Array.from(this.#records.values(), describeRecord);
  }

  /** Handles that nobody used for `idleFor` ms (default: any age): what a person looks at when something stays open. */
  leaks(idleFor = 0): HandleInfo[] {
    const before = this.#options.clock.now() - idleFor;
    return this.list().filter(({lastUsedAt}) => lastUsedAt <= before);
  }

  #expire(record: HandleRecord): void {
    void this.#end(record, 'expired').catch(() => undefined);
  }

  #end(record: HandleRecord, reason: Tombstone['reason']): Promise<void> {
    if (!record.releasing) {
      // Already while it ends: to dispose of it may take a while.
      this.#remember(record, reason);
      record.releasing = this.#dispose(record, reason);
    }
    return record.releasing;
  }

  async #dispose(record: HandleRecord, reason: Tombstone['reason']): Promise<void> {
    const failures: unknown[] = [];
    for (const child of [...record.children].reverse()) {
      await this.#end(child, reason).catch((error: unknown) => failures.push(error));
    }
    try {
      await record.dispose?.();
    } catch (error) {
      failures.push(error);
    }
    this.#forget(record);
    if (failures.length > 0) throw failures[0];
  }

  #forget(record: HandleRecord): void {
    const id = record.handle._id;
    this.#records.delete(id);
    record.parent?.children.delete(record);
    this.#options.events.emit('handle:released', {id, type: record.type, module: record.owner.module});
  }

  /** Why a handle is gone, for its session. */
  #remember({handle, type, owner}: HandleRecord, reason: Tombstone['reason']): void {
    this.#tombstones.set(handle._id, {type, owner, reason});
    if (this.#tombstones.size <= maxTombstones) return;
    const [oldest] = this.#tombstones.keys();
    if (oldest !== undefined) this.#tombstones.delete(oldest);
  }

  /** Stops the sweep; the store can be used on. */
  close(): void {
    this.#sweep.stop();
  }
}

import {Worker} from 'node:worker_threads';
import {keepEmptyDatabase} from './empty-database.js';

/** What the thread says. */
type Message =
  | {readonly kind: 'ready'}
  | {readonly kind: 'template'; readonly bytes: Uint8Array}
  | {readonly kind: 'data'; readonly connection: number; readonly bytes: Uint8Array}
  | {readonly kind: 'done'}
  | {readonly kind: 'reset'}
  | {readonly kind: 'failed'; readonly error: {readonly code?: string; readonly message: string}};

/** Who gets the bytes of a connection, and learns when the thread ends. */
export interface LinkListener {
  readonly connection: number;
  received(bytes: Uint8Array): void;
  ended(error: Error): void;
}

/** The thread with the embedded database, seen from outside. */
export class WorkerLink {
  /** Settles when the database can be spoken to. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  /** [bytes on their way, whether nobody wants the answer any more] */
  readonly #state: Int32Array;
  #listener: LinkListener | undefined;
  #orders = 0;
  #ended: Error | undefined;
  #stopped = false;
  #keeping: Promise<void> | undefined;
  readonly #waiting = new Set<() => void>();

  /** `template` is a packed empty database, which a new one is copied from. */
  constructor(directory: string | undefined, template: Uint8Array | undefined) {
    const shared = new SharedArrayBuffer(8);
    this.#state = new Int32Array(shared);
    this.#worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: {directory, template, shared},
      // The thread needs nothing of what this process was started with.
      env: {},
      execArgv: [],
      name: 'haft embedded database',
    });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: Message) => {
        if (message.kind === 'ready') resolve();
        else this.#take(message);
      });
      const end = (error: Error): void => {
        reject(error);
        this.#end(error);
      };
      this.#worker.on('error', end);
      this.#worker.on('exit', () => {
        end(new Error('The thread of the embedded database has ended'));
      });
      this.#onFailed = end;
    });
    this.ready.catch(() => undefined);
  }

  #onFailed: (error: Error) => void = () => undefined;

  get ended(): boolean {
    return this.#stopped || this.#ended !== undefined;
  }

  /** Whether it works on something that was sent. */
  get busy(): boolean {
    return this.#orders > 0;
  }

  #take(message: Exclude<Message, {kind: 'ready'}>): void {
    switch (message.kind) {
      case 'data':
        Atomics.sub(this.#state, 0, message.bytes.length);
        Atomics.notify(this.#state, 0);
        if (this.#listener?.connection === message.connection) this.#listener.received(message.bytes);
        break;
      case 'template':
        this.#keeping = keepEmptyDatabase(message.bytes);
        break;
      case 'failed':
        this.#onFailed(Object.assign(new Error(message.error.message), {code: message.error.code}));
        break;
      default:
        this.#orders--;
        if (this.#orders === 0) this.#wake();
    }
  }

  #end(error: Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#orders = 0;
    this.#wake();
    this.#listener?.ended(error);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Resolves when it has nothing to do, or has ended. */
  idle(): Promise<void> {
    if (!this.busy) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  listen(listener: LinkListener): void {
    this.#listener = listener;
  }

  /** Sends what a connection says. */
  send(connection: number, bytes: Uint8Array): void {
    this.#order({kind: 'data', connection, bytes});
  }

  /** Rolls back and forgets what the last connection left. */
  async reset(): Promise<void> {
    this.#order({kind: 'reset'});
    await this.idle();
    Atomics.store(this.#state, 1, 0);
  }

  #order(order: object): void {
    if (this.#ended) return;
    this.#orders++;
    this.#worker.postMessage(order);
  }

  /** Nobody wants what it is still answering: the rest is dropped where it is made. */
  discard(): void {
    Atomics.store(this.#state, 1, 1);
    Atomics.notify(this.#state, 0);
  }

  /** Keeps the process alive, or lets it end. */
  hold(active: boolean): void {
    if (active) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Writes everything down and ends; what does not end in time is stopped. */
  async close(patience: number): Promise<void> {
    await this.#keeping;
    if (this.#ended) return;
    const exit = new Promise<void>((resolve) =>
      this.#worker.once('exit', () => {
        resolve();
      }),
    );
    this.#worker.postMessage({kind: 'close'});
    const timer = setTimeout(() => void this.#worker.terminate(), patience);
    await exit;
    clearTimeout(timer);
  }

  /** Stops it wherever it is. */
  async terminate(): Promise<void> {
    this.#stopped = true;
    await this.#worker.terminate();
  }
}

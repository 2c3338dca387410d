import {Duplex} from 'node:stream';
import type {WorkerLink} from './worker-link.js';

/** What pg takes for a socket: bytes to and from the thread of the embedded database. */
export class WireStream extends Duplex {
  readonly #link: WorkerLink;
  readonly #connection: number;
  readonly #cut: () => void;

  /** `cut` is told when the stream is destroyed while the database is at work. */
  constructor(link: WorkerLink, connection: number, cut: (error: Error | null) => void) {
    super({allowHalfOpen: false});
    this.#link = link;
    this.#connection = connection;
    let reason: Error | null = null;
    this.#cut = () => {
      cut(reason);
    };
    this.#reason = (error) => {
      reason = error;
    };
    link.listen({
      connection,
      received: (bytes) => {
        this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      },
      ended: (error) => {
        this.destroy(error);
      },
    });
  }

  readonly #reason: (error: Error | null) => void;

  /** As of a socket: there is nothing to connect. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#link.hold(true);
    return this;
  }

  unref(): this {
    this.#link.hold(false);
    return this;
  }

  override _read(): void {
    // What comes is pushed; the thread waits by itself when too much is on its way.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#link.send(this.#connection, new Uint8Array(chunk));
    done();
  }

  /** What was written together is sent together, so that it is answered together. */
  override _writev(chunks: readonly {chunk: Buffer}[], done: () => void): void {
    this.#link.send(this.#connection, new Uint8Array(Buffer.concat(chunks.map(({chunk}) => chunk))));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#reason(error);
    // One that is closed has said its goodbye, which the thread may still be at; only a cut has a reason.
    if (error !== null && this.#link.busy) this.#cut();
    done(error);
  }
}

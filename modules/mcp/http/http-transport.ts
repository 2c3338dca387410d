import {ToolError} from '../../../src/sdk.js';
import type {Ending, McpTransport, Message, SendOptions, Strangeness} from '../connection/transport.js';
import type {GuardedFetch} from './guarded-fetch.js';

/** The SDK's transport for streamable HTTP, as far as it is used here. */
export interface InnerTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: never) => void) | undefined;
  readonly sessionId?: string | undefined;
  start(): Promise<void>;
  send(message: never, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
  terminateSession(): Promise<void>;
  setProtocolVersion(version: string): void;
}

/** ms that a server has to hear that a call, or its session, is over. */
const politeness = 500;

/** JSON-RPC code and mark of an answer that never came; made here, for the SDK waits until the time of the call is over. */
const lostAnswer = {code: -32000, message: 'The stream of the answer ended without it', data: {haft: 'lost'}};

const idOf = ({id}: Message): string | number | undefined =>
  typeof id === 'string' || typeof id === 'number' ? id : undefined;

const isAnswer = (message: Message): boolean => !('method' in message) && ('result' in message || 'error' in message);

/**
 * The SDK's streamable HTTP transport, with what it lacks (decision 0047): a request whose stream is cut is settled at once,
 * and a request that is cancelled ends its connection.
 */
export class HttpTransport implements McpTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: Message) => void) | undefined;
  ending: Ending | undefined;
  wasUnderstood = false;
  /** Requests of one connection each, like the SDK's own (in the modern protocol). */
  readonly hasPerRequestStream = true;
  readonly #inner: InnerTransport;
  readonly #guard: GuardedFetch;
  /** What ends a request that has no answer yet, by its id. */
  readonly #waiting = new Map<string | number, AbortController>();
  #strange = 0;
  /** What an answer that is too large is told as, whatever reading it says. */
  #failure: ToolError | undefined;
  #closed: Promise<void> | undefined;

  constructor(inner: InnerTransport, guard: GuardedFetch) {
    this.#inner = inner;
    this.#guard = guard;
    inner.onmessage = (message: Message) => this.#accept(message);
    inner.onerror = (error) => {
      this.#strange++;
      this.onerror?.(error);
    };
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  #accept(message: Message): void {
    this.wasUnderstood = true;
    const id = idOf(message);
    if (id !== undefined && isAnswer(message)) this.#waiting.delete(id);
    this.onmessage?.(message);
  }

  async send(message: Message, options: SendOptions = {}): Promise<void> {
    if (this.ending) throw Object.assign(new Error('Not connected'), {code: 'NOT_CONNECTED'});
    const id = idOf(message);
    if (id === undefined || isAnswer(message)) {
      return message['method'] === 'notifications/cancelled'
        ? this.#cancel(message, options)
        : this.#inner.send(message as never, options);
    }
    const request = new AbortController();
    this.#waiting.set(id, request);
    const {requestSignal} = options;
    requestSignal?.addEventListener('abort', () => request.abort(requestSignal.reason), {once: true});
    try {
      await this.#inner.send(message as never, {
        ...options,
        requestSignal: request.signal,
        onRequestStreamEnd: () => {
          options.onRequestStreamEnd?.();
          this.#streamEnded(id);
        },
      });
    } catch (error) {
      this.#waiting.delete(id);
      throw this.#failure ?? error;
    }
  }

  /** A server that does not even take this has no connection kept for it: there would be one more for every such call. */
  async #cancel(message: Message, options: SendOptions): Promise<void> {
    this.#abandon(message);
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), politeness);
    try {
      await this.#inner.send(message as never, {...options, requestSignal: request.signal});
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nobody waits for the answer any more: its connection goes. */
  #abandon({params}: Message): void {
    const id = (params as {requestId?: string | number} | undefined)?.requestId;
    if (id === undefined) return;
    this.#waiting.get(id)?.abort();
    this.#waiting.delete(id);
  }

  #streamEnded(id: string | number): void {
    if (this.#waiting.delete(id)) this.onmessage?.({jsonrpc: '2.0', id, error: lostAnswer});
  }

  /** An answer is too large: everything ends (MC04). */
  exceed(maxMessageBytes: number): ToolError {
    const what = `sent a message of more than ${String(maxMessageBytes)} bytes and was cut off`;
    this.#failure = new ToolError('LIMIT_EXCEEDED', `The server ${what}`, {
      outcome: 'unknown',
      suggestions: ['Ask for less, or raise maxMessageBytes in the config'],
      context: {maxMessageBytes},
    });
    this.#finish({code: 'LIMIT_EXCEEDED', what, context: {maxMessageBytes}});
    void this.close();
    return this.#failure;
  }

  #finish(ending: Ending): void {
    if (this.ending) return;
    this.ending = ending;
    this.onclose?.();
  }

  release(): void {
    // Connections that lie idle and streams of events keep no process alive, see guarded-fetch.ts.
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const isFlood = this.ending !== undefined;
    this.#finish({code: 'OPERATION_CANCELLED', what: 'was closed'});
    for (const request of this.#waiting.values()) request.abort();
    if (this.#inner.sessionId !== undefined && !isFlood) {
      const timer = setTimeout(() => this.#guard.close(), politeness);
      await this.#inner.terminateSession().catch(() => undefined);
      clearTimeout(timer);
    }
    await this.#inner.close();
    this.#guard.close();
  }

  strangeness(): Strangeness {
    return {count: this.#strange, first: undefined};
  }
}

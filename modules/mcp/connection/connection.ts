import {ToolError} from '../../../src/sdk.js';
import type {Runtime} from '../../../src/sdk.js';
import type {Settings} from '../settings.js';
import {callFailure} from './call-failure.js';
import {causesOf, messageOf, statusOf} from './causes.js';
import type {Method, RequestOptions, Session} from './session.js';

/** What a connection is made of, replaceable in tests. */
export interface ConnectionOptions {
  readonly settings: Settings;
  readonly runtime: Runtime;
  /** Makes a session: the first, and each one after a server has ended. */
  readonly open: () => Promise<Session>;
  /** Must succeed before a new session is used: looks at the definitions. */
  readonly opened: (session: Session) => Promise<void>;
}

/**
 * The connection to one server for the life of a module. A server that ended is started again by the next call and by
 * nothing else, counted, told, later each time (MC01); what was under way is lost and not repeated.
 */
export class Connection {
  /** How often the server was started or reached again. */
  restarts = 0;
  readonly #options: ConnectionOptions;
  #session: Session | undefined;
  #opening: Promise<Session> | undefined;
  /** Restarts since a call has succeeded. */
  #inARow = 0;
  #strange = 0;
  #isClosed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** The session, when it can be used at once. */
  get live(): Session | undefined {
    return this.#session?.ending === undefined ? this.#session : undefined;
  }

  /** The session there is or was last. */
  get latest(): Session | undefined {
    return this.#session;
  }

  /** What messages call the server. */
  get label(): string {
    const {name, label} = this.#options.settings;
    return name ?? this.#session?.server.name ?? label;
  }

  /** Messages that are no MCP, of all sessions. */
  get strangeMessages(): number {
    return this.#strange + (this.#session?.strangeness().count ?? 0);
  }

  /** The first session. Rejects when there is none. */
  async connect(): Promise<Session> {
    return this.#start();
  }

  /**
   * A session that can be used, a new one where the last has ended; `warn` is told then. Throws CONNECTION_LOST where there
   * can be no other, RESOURCE_UNAVAILABLE after too many in a row.
   */
  async session(warn: (text: string) => void): Promise<Session> {
    if (this.live) return this.live;
    const {attempts} = this.#options.settings.reconnect;
    if (!this.#opening && (this.#isClosed || this.#options.settings.target.kind === 'client' || attempts === 0))
      throw this.#over();
    if (!this.#opening && this.#inARow >= attempts) throw this.#tooOften();
    const session = await (this.#opening ??= this.#again());
    warn(this.#news());
    return session;
  }

  /** Ends the session and makes another, whatever came before. */
  async reconnect(): Promise<void> {
    if (this.#isClosed || this.#options.settings.target.kind === 'client') throw this.#over();
    this.#inARow = 0;
    await this.#opening?.catch(() => undefined);
    await this.#session?.close();
    await (this.#opening ??= this.#again());
  }

  /** Asks the server by a session; what goes wrong is a ToolError. */
  async request(session: Session, method: Method, params: object, options: RequestOptions): Promise<unknown> {
    try {
      const answer = await session.request(method, params, options);
      if (method !== 'tools/list') this.#inARow = 0;
      return answer;
    } catch (error) {
      if (isForgotten(error, session)) {
        this.#drop(session);
        throw forgotten(this.label, error);
      }
      throw this.#failure(error, session);
    }
  }

  /** That a session ended while it was being looked at. */
  lost(session: Session): ToolError {
    return this.#failure(Object.assign(new Error('Not connected'), {code: 'NOT_CONNECTED'}), session);
  }

  #failure(thrown: unknown, {ending}: Session): ToolError {
    return callFailure(thrown, {label: this.label, ending, secrets: this.#options.runtime.redactor});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => undefined);
    await this.#session?.close();
  }

  async #again(): Promise<Session> {
    try {
      const {settings, runtime} = this.#options;
      const {delay, maxDelay} = settings.reconnect;
      const wait = this.#inARow === 0 ? 0 : Math.min(maxDelay, delay * 2 ** (this.#inARow - 1));
      this.#inARow++;
      if (wait > 0) await new Promise<void>((resolve) => void runtime.clock.setTimeout(resolve, wait));
      const session = await this.#start();
      this.restarts++;
      runtime.events.emit('warning', {message: this.#news()});
      return session;
    } finally {
      this.#opening = undefined;
    }
  }

  async #start(): Promise<Session> {
    const ended = this.#session;
    await ended?.close();
    const session = await this.#options.open();
    this.#strange += ended?.strangeness().count ?? 0;
    this.#session = session;
    try {
      if (this.#isClosed) throw this.#over();
      await this.#options.opened(session);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session;
  }

  /** A session that the server has forgotten can not be used any more. */
  #drop(session: Session): void {
    if (this.#session !== session) return;
    void session.close().catch(() => undefined);
  }

  #news(): string {
    return `The server ${this.label} was started or reached again (restart ${String(this.restarts)}): what it kept in mind is lost`;
  }

  #over(): ToolError {
    const how = this.#session?.ending?.what ?? 'is closed';
    return new ToolError('CONNECTION_LOST', `The server ${this.label} ${how}, and is not started again`, {
      outcome: 'not_executed',
      recoverable: false,
      suggestions: ['Create the module again'],
      context: this.#session?.ending?.context,
    });
  }

  #tooOften(): ToolError {
    const how = this.#session?.ending?.what ?? 'ended';
    const times = String(this.#inARow);
    return new ToolError('RESOURCE_UNAVAILABLE', `The server ${this.label} ${how}, after ${times} restarts in a row`, {
      outcome: 'not_executed',
      recoverable: false,
      suggestions: ['Find out why it ends; reconnect() of the module, or creating it again, tries again'],
      context: {...this.#session?.ending?.context, restarts: this.restarts},
    });
  }
}

/**
 * Whether an HTTP server says that it does not know the session (it was started again): nothing was executed then. Without a
 * session there is none that could be forgotten, and a 404 says something else.
 */
function isForgotten(error: unknown, {ending, client}: Session): boolean {
  const {transport} = client as {transport?: {sessionId?: string}};
  if (ending !== undefined || transport?.sessionId === undefined) return false;
  return causesOf(error).some((cause) => {
    const status = statusOf(cause);
    return status === 404 || (status === 400 && /session/i.test(messageOf(cause)));
  });
}

/** Marked for the one caller that makes the call again. */
export const sessionForgotten = 'session_forgotten';

const forgotten = (label: string, cause: unknown): ToolError =>
  new ToolError('CONNECTION_LOST', `The server ${label} does not know this session any more`, {
    outcome: 'not_executed',
    suggestions: ['Call again: a new session is begun'],
    context: {reason: sessionForgotten},
    cause,
  });

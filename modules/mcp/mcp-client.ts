import {ToolError} from '../../src/sdk.js';
import type {Call, Runtime, ToolDefinition} from '../../src/sdk.js';
import {openSession} from './client.js';
import {Connection, sessionForgotten} from './connection/connection.js';
import {useClient} from './connection/injected-session.js';
import {assertOffered} from './connection/offered.js';
import {collectPages} from './connection/pages.js';
import type {McpProgress, Method, RequestOptions, Session} from './connection/session.js';
import {DefinitionBook} from './definitions/book.js';
import type {Chosen} from './definitions/book.js';
import {changedParts, differenceText} from './definitions/difference.js';
import type {DefinitionReport, Entry} from './definitions/entry.js';
import {refusedTool, toolOf} from './definitions/tool-of.js';
import {unknownParameters} from './definitions/unknown-parameters.js';
import type {McpConfig} from './options.js';
import {toolData} from './result.js';
import type {ToolData} from './result.js';
import {announceSecrets, readSettings} from './settings.js';
import type {Settings} from './settings.js';

/** Tools of one server; one with more is none for an agent. */
const maxTools = 1000;

/** ms between two looks at the definitions that nobody waits for: a server may say without end that they changed. */
const breather = 1000;

/** What the module wraps: a connection to a server, and what is known of its tools. */
export class McpClient {
  readonly connection: Connection;
  readonly book: DefinitionBook;
  readonly #settings: Settings;
  readonly #runtime: Runtime;
  #update: ((tools: readonly ToolDefinition[]) => void) | undefined;
  #checking: Promise<void> | undefined;
  #checkedAt = 0;
  /** The server said that its tools are others now. */
  #isStale = false;

  private constructor(settings: Settings, runtime: Runtime, ownNames: ReadonlySet<string>) {
    this.#settings = settings;
    this.#runtime = runtime;
    this.book = new DefinitionBook(settings, ownNames, runtime.redactor);
    this.connection = new Connection({
      settings,
      runtime,
      open: () => this.#open(),
      opened: (session) => this.#look(session),
    });
  }

  /** Starts or reaches the server and reads its tools. Throws when that can not be done. */
  static async connect(config: McpConfig, runtime: Runtime, ownNames: ReadonlySet<string>): Promise<McpClient> {
    const settings = readSettings(config);
    announceSecrets(config, runtime);
    const client = new McpClient(settings, runtime, ownNames);
    await client.connection.connect();
    client.#warnOfUnusable();
    return client;
  }

  #open(): Promise<Session> {
    const {target} = this.#settings;
    if (target.kind === 'client') return useClient(target.client);
    return openSession(
      {...this.#settings, target, secrets: this.#runtime.redactor},
      {toolsChanged: () => this.#toolsChanged()},
    );
  }

  /** The client behind: of the SDK, or the one that was handed over. */
  get sdk(): object | undefined {
    return this.connection.latest?.client;
  }

  /** The tools to offer now, and from now on by `update`. */
  offer(update: (tools: readonly ToolDefinition[]) => void): readonly ToolDefinition[] {
    this.#update = update;
    return this.#offered();
  }

  #offered(): readonly ToolDefinition[] {
    const {overrides, securityTier, timeout, trustAnnotations} = this.#settings;
    return this.book.offered((entry, definition, aliases) => {
      const settings = {
        name: entry.tool,
        aliases,
        override: Object.hasOwn(overrides, entry.name) ? (overrides[entry.name] ?? {}) : {},
        server: this.connection.label,
        securityTier: securityTier,
        timeout,
        trustAnnotations,
        call: (input: Readonly<Record<string, unknown>>, call: Call) => this.#callTool(entry, input, call),
      };
      return definition === undefined ? refusedTool(settings) : toolOf(definition, settings);
    });
  }

  /**
   * A call of a tool of the server. Its definition is looked at again when that is due, and must be the approved one. A
   * session that the server has forgotten is begun again, once: nothing was executed.
   */
  async #callTool(entry: Entry, input: Readonly<Record<string, unknown>>, call: Call): Promise<ToolData> {
    const {live} = this.connection;
    const session = live && !this.#isDue() ? live : await this.#checked(call);
    for (const text of unknownParameters(entry, input)) call.warn(text);
    try {
      return await this.#send(session, entry, input, call);
    } catch (error) {
      if (!isForgotten(error)) throw error;
      return this.#send(await this.#checked(call), entry, input, call);
    }
  }

  async #send(session: Session, entry: Entry, input: object, call: Call): Promise<ToolData> {
    this.#assertApproved(entry);
    const {name, approved} = entry;
    const params = {name, arguments: input};
    const inputSchema = approved?.inputSchema;
    const options: RequestOptions = {signal: call.signal, onprogress: progressOf(call), inputSchema};
    const answer = await this.connection.request(session, 'tools/call', params, options);
    return toolData(answer, name, this.#runtime.redactor);
  }

  #assertApproved(entry: Entry): void {
    const {status, name} = entry;
    if (status === 'approved') return;
    const {reason, fingerprint, approved} = entry.report();
    const server = this.connection.label;
    throw new ToolError('DEFINITION_CHANGED', `The tool ${name} of ${server} is refused: ${reason ?? status}`, {
      outcome: 'not_executed',
      suggestions: ['A person has to look at definitions() of the module, and to approve() what the server says now'],
      context: {status, changed: changedParts(entry.differences), fingerprint, approved},
    });
  }

  /** Any other question. A session that the server has forgotten is begun again, once. */
  async request(method: Method, params: object, call: Call): Promise<unknown> {
    const options: RequestOptions = {signal: call.signal, onprogress: progressOf(call)};
    const warn = (text: string): void => call.warn(text);
    const session = await this.connection.session(warn);
    assertOffered(session, method, this.connection.label, this.#settings.target.kind !== 'client');
    try {
      return await this.connection.request(session, method, params, options);
    } catch (error) {
      if (!isForgotten(error)) throw error;
      return this.connection.request(await this.connection.session(warn), method, params, options);
    }
  }

  /** A live session whose definitions are known. */
  async #checked(call: Pick<Call, 'warn'>): Promise<Session> {
    const session = await this.connection.session((text) => call.warn(text));
    if (this.#isDue()) await this.check();
    return session;
  }

  #isDue(): boolean {
    if (this.#isStale || this.#checking) return true;
    return this.#runtime.clock.now() - this.#checkedAt >= this.#settings.recheckInterval;
  }

  /** Looks at the definitions now; those who ask meanwhile share the answer. */
  check(): Promise<void> {
    return (this.#checking ??= this.#check().finally(() => (this.#checking = undefined)));
  }

  async #check(): Promise<void> {
    await this.#look(await this.connection.session(() => undefined));
  }

  async #look(session: Session): Promise<void> {
    this.#isStale = false;
    const ask = (params: object): Promise<unknown> =>
      this.connection.request(session, 'tools/list', params, {timeout: this.#settings.connectTimeout});
    const offersTools = session.server.capabilities.includes('tools') || this.#settings.target.kind === 'client';
    const {items, nextCursor} = offersTools
      ? await collectPages(ask, {key: 'tools', method: 'tools/list', limit: maxTools})
      : {items: [], nextCursor: undefined};
    if (items.length > maxTools || nextCursor !== undefined) throw tooMany(this.connection.label);
    const read = await this.book.read(items);
    // Another session may have been looked at meanwhile, and its word is newer.
    if (session.ending !== undefined) throw this.connection.lost(session);
    const changes = this.book.see(read);
    this.#checkedAt = this.#runtime.clock.now();
    if (!this.#update || changes.length === 0) return;
    for (const report of changes) this.#warn(report);
    this.#update(this.#offered());
  }

  #toolsChanged(): void {
    if (this.#isStale) return;
    this.#isStale = true;
    const wait = this.#checkedAt + breather - this.#runtime.clock.now();
    const look = (): void => {
      if (this.#isStale && this.connection.live) this.check().catch((error: unknown) => this.#couldNotCheck(error));
    };
    this.#runtime.clock.setTimeout(look, Math.min(breather, Math.max(0, wait))).unref?.();
  }

  #couldNotCheck(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    const message = `The tools of ${this.connection.label} could not be read: ${why}`;
    this.#runtime.events.emit('warning', {message: this.#runtime.redactor.text(message)});
  }

  /** Approves what the server says now, of the chosen tools or of all. */
  approve(chosen: Chosen | undefined): string[] {
    const approved = this.book.approve(chosen);
    this.#update?.(this.#offered());
    return approved;
  }

  #warnOfUnusable(): void {
    for (const report of this.book.reports()) if (!['approved', 'excluded'].includes(report.status)) this.#warn(report);
    const known = new Set(this.book.reports().map(({name}) => name));
    for (const name of Object.keys(this.#settings.overrides)) {
      if (known.has(name)) continue;
      const message = `overrides of the config name ${name}, which ${this.connection.label} does not have`;
      this.#runtime.events.emit('warning', {message});
    }
  }

  #warn({name, status, reason, differences}: DefinitionReport): void {
    const what = [reason, ...differences.slice(0, 10).map(differenceText)].filter((text) => text !== undefined);
    const message = `Tool ${name} of ${this.connection.label} is ${status}: ${what.join('; ')}`;
    this.#runtime.events.emit('warning', {message: this.#runtime.redactor.text(message)});
  }

  /** Throws when the server does not answer. */
  async ping(): Promise<void> {
    const session = await this.connection.session(() => undefined);
    try {
      await session.ping(this.#settings.connectTimeout);
    } catch (error) {
      const how = session.ending?.what ?? (error instanceof Error ? error.message : String(error));
      throw new ToolError('CONNECTION_LOST', `The server ${this.connection.label} does not answer: ${how}`);
    }
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}

const isForgotten = (error: unknown): boolean =>
  ToolError.isToolError(error) && error.context?.['reason'] === sessionForgotten;

const tooMany = (label: string): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `The server ${label} offers more than ${String(maxTools)} tools`, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: ['Use a server with fewer tools'],
  });

/** What a server says of its progress, as a fraction where it knows the whole. */
const progressOf =
  (call: Call) =>
  ({progress, total, message}: McpProgress): void => {
    if (typeof total === 'number' && total > 0) call.progress(Math.min(1, Math.max(0, progress / total)), message);
    else call.progress(message ?? String(progress));
  };

import {once} from 'node:events';
import type {Socket} from 'node:net';
import {isRecord, ToolError} from '../../../src/sdk.js';
import {cleanText} from '../clean-text.js';
import type {Secrets} from '../clean-text.js';
import type {Ending, McpTransport, Message, Strangeness} from '../connection/transport.js';
import type {ProgramTarget} from '../settings.js';
import {LineReader} from './line-reader.js';
import {startProgram} from './start-program.js';
import type {ServerProgram} from './start-program.js';
import {Tail} from './tail.js';

/** Bytes of stderr that are kept for the message about a server that died. */
const tailBytes = 8192;

/** ms that a server has to end by itself when its stdin is closed, and then when it is asked by a signal. */
const politeness = 500;
const grace = 500;

/** What a line that looks like JSON and is none counts as, in bytes: finding that out takes long. */
const failedParse = 400;

/** Messages that wait for a server that does not read, in units of maxMessageBytes. */
const maxBacklog = 8;

export interface StdioOptions {
  readonly target: ProgramTarget;
  readonly inheritEnv: readonly string[];
  readonly maxMessageBytes: number;
  /** What the server may have been given, and must not be seen in what it said. */
  readonly secrets: Secrets;
}

/** Whether a value may be a JSON-RPC message; what kind, the SDK finds out. */
const isMessage = (value: unknown): value is Message =>
  isRecord(value) && value['jsonrpc'] === '2.0' && ('method' in value || 'result' in value || 'error' in value);

/**
 * Speaks with a server over its stdin and stdout: a line a message (MC03, MC04). The SDK's own transport leaves what a
 * server has started running, takes 10 MiB a message, and lets calls wait when the connection is cut (decision 0047).
 */
export class StdioTransport implements McpTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: Message) => void) | undefined;
  ending: Ending | undefined;
  wasUnderstood = false;
  readonly #options: StdioOptions;
  readonly #reader: LineReader;
  readonly stderr = new Tail(tailBytes);
  #program: ServerProgram | undefined;
  #strange = 0;
  #firstStrange: string | undefined;
  /** Bytes in a row that are no message. */
  #noise = 0;
  /** Messages that came right behind one of progress. */
  #behind: Message[] | undefined;
  /** What is to be written in this turn. */
  #outbox = '';
  #closed: Promise<void> | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
    const {maxMessageBytes} = options;
    this.#reader = new LineReader(
      maxMessageBytes,
      (line) => this.#accept(line),
      () => this.#exceeded(`sent a message of more than ${String(maxMessageBytes)} bytes`),
    );
  }

  /** With `stderr`, what the SDK knows a stdio transport by. */
  get pid(): number | null {
    return this.#program?.child.pid ?? null;
  }

  async start(): Promise<void> {
    const program = await startProgram(this.#options.target, this.#options.inheritEnv);
    this.#program = program;
    const {child} = program;
    child.stdout.on('data', (chunk: Buffer) => this.#reader.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.stderr.push(chunk));
    // A server that has gone is told by its exit.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => undefined);
    child.once('exit', (exitCode, signal) => void this.#exited(program, exitCode, signal));
    // Closed while it was started.
    if (this.#closed) await this.#end(program);
  }

  #accept(line: string): void {
    const message = parse(line);
    if (message === undefined) {
      this.#ignore(line);
      return;
    }
    this.#noise = 0;
    this.wasUnderstood = true;
    this.#deliver(message);
  }

  /** The SDK tells of progress a microtask later, when an answer behind it would have ended that already. */
  #deliver(message: Message): void {
    if (this.#behind) {
      this.#behind.push(message);
      return;
    }
    this.onmessage?.(message);
    if (message['method'] !== 'notifications/progress') return;
    this.#behind = [];
    queueMicrotask(() => {
      const behind = this.#behind ?? [];
      this.#behind = undefined;
      for (const next of behind) this.#deliver(next);
    });
  }

  #ignore(line: string): void {
    if (line.trim() === '') return;
    this.#strange++;
    this.#firstStrange ??= cleanText(line, 200, this.#options.secrets);
    this.#noise += looksLikeJson(line) ? Math.max(line.length, failedParse) : line.length;
    const {maxMessageBytes} = this.#options;
    if (this.#noise > maxMessageBytes) this.#exceeded(`wrote ${String(maxMessageBytes)} bytes that are no MCP`);
  }

  #exceeded(what: string): void {
    const {maxMessageBytes} = this.#options;
    this.#finish({code: 'LIMIT_EXCEEDED', what: `${what} and was stopped`, context: {maxMessageBytes}});
    void this.close();
  }

  /** What it wrote last may still be in the pipes; somebody else may hold them open for good. */
  async #exited({child, guard}: ServerProgram, exitCode: number | null, signal: NodeJS.Signals | null): Promise<void> {
    await Promise.race([once(child, 'close'), pause(50)]);
    const how = signal === null ? `exit code ${String(exitCode)}` : `the signal ${signal}`;
    const words = this.stderr.text(this.#options.secrets);
    const context = {
      ...(signal === null ? {exitCode} : {signal}),
      ...(words !== '' && {stderr: words}),
    };
    this.#finish({code: 'CONNECTION_LOST', what: `ended with ${how}`, context});
    // What it started has nobody to speak with any more.
    await guard.end({grace: 0});
  }

  /** Calls that wait are told at once, and once; processes end behind it. */
  #finish(ending: Ending): void {
    if (this.ending) return;
    this.ending = ending;
    this.#reader.stop();
    this.onclose?.();
  }

  async send(message: Message): Promise<void> {
    const stdin = this.#program?.child.stdin;
    if (this.ending || !stdin?.writable) throw Object.assign(new Error('Not connected'), {code: 'NOT_CONNECTED'});
    if (stdin.writableLength + this.#outbox.length > maxBacklog * this.#options.maxMessageBytes) {
      throw new ToolError('LIMIT_EXCEEDED', 'The server does not read what it is sent', {
        outcome: 'not_executed',
        suggestions: ['Wait until it has answered, or create the module again'],
      });
    }
    // What is sent in one turn is written at once: a write takes longer than all else here.
    if (this.#outbox === '') process.nextTick(() => this.#flush());
    this.#outbox += `${JSON.stringify(message)}\n`;
  }

  #flush(): void {
    const text = this.#outbox;
    this.#outbox = '';
    const stdin = this.#program?.child.stdin;
    if (stdin?.writable) stdin.write(text);
  }

  release(): void {
    for (const holder of holders(this.#program)) holder.unref();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    this.#finish({code: 'OPERATION_CANCELLED', what: 'was closed'});
    if (this.#program) await this.#end(this.#program);
  }

  async #end(program: ServerProgram): Promise<void> {
    const {child, guard} = program;
    for (const holder of holders(program)) holder.ref();
    child.stdin.end();
    const isGone = child.exitCode !== null || child.signalCode !== null;
    // A flood would only keep it from noticing.
    const isFlood = this.ending?.code === 'LIMIT_EXCEEDED';
    if (isFlood) child.stdout.destroy();
    if (!isGone && !isFlood) await Promise.race([once(child, 'exit'), pause(politeness)]);
    await guard.end({grace: isFlood ? 0 : grace});
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }

  strangeness(): Strangeness {
    return {count: this.#strange, first: this.#firstStrange};
  }
}

/** What keeps this process alive while a server runs. */
function holders(program: ServerProgram | undefined): readonly {ref(): void; unref(): void}[] {
  if (!program) return [];
  const {child} = program;
  return [child, ...([child.stdin, child.stdout, child.stderr] as unknown as readonly Socket[])];
}

const looksLikeJson = (line: string): boolean => /^\s*\{/.test(line);

function parse(line: string): Message | undefined {
  if (!looksLikeJson(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A wait that keeps no process alive. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

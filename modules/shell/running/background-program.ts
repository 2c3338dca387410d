import {StringDecoder} from 'node:string_decoder';
import {ToolError} from '../../../src/sdk.js';
import type {EndOptions} from '../../../src/sdk.js';
import type {ProgramStart} from '../client.js';
import type {Secrets} from '../secrets.js';
import type {KeptStream} from './kept-output.js';
import {keptText} from './kept-text.js';
import {Program} from './program.js';
import type {ProgramEnd} from './program.js';

/** What a program wrote since it was read last, and whether it runs. */
export interface ProgramReading {
  readonly stdout: string;
  readonly stderr: string;
  /** More came than is kept: the middle is missing. */
  readonly truncated: boolean;
  readonly running: boolean;
  readonly exitCode?: number;
  readonly signal?: string;
}

export interface BackgroundOptions {
  readonly command: string;
  readonly session: string | undefined;
  readonly secrets: Secrets;
  /** Bytes that are kept between two readings. */
  readonly maxOutput: number;
  /** Bytes that may wait for it to read them. */
  readonly maxInput: number;
  /** ms between SIGTERM and SIGKILL. */
  readonly killGrace: number;
  /** Told when nobody can ask for it any more. */
  readonly onRelease: () => void;
}

/** A program that runs beside the calls, until it ends or is stopped. What it writes waits for a reader. */
export class BackgroundProgram {
  readonly command: string;
  readonly session: string | undefined;
  readonly #program: Program;
  readonly #options: BackgroundOptions;
  readonly #decoders = {stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8')};
  #wake: (() => void) | undefined;
  #hasNews: Promise<void>;

  static async start(start: ProgramStart, options: BackgroundOptions): Promise<BackgroundProgram> {
    let told: () => void = () => undefined;
    const program = await Program.start(start, {maxOutput: options.maxOutput, onOutput: () => told()});
    const background = new BackgroundProgram(program, options);
    told = () => background.#tellNews();
    // A call that waits for it keeps the process alive; what merely runs beside it does not.
    program.leaveBehind();
    return background;
  }

  private constructor(program: Program, options: BackgroundOptions) {
    this.command = options.command;
    this.session = options.session;
    this.#program = program;
    this.#options = options;
    this.#hasNews = this.#nextNews();
    void program.ended.then(() => this.#tellNews());
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** How it ended; undefined while it runs. */
  get end(): ProgramEnd | undefined {
    return this.#program.end;
  }

  /** Resolves when it has ended and its output is whole. */
  get ended(): Promise<ProgramEnd> {
    return this.#program.ended;
  }

  /** Resolves when something can be read, or it has ended. */
  get news(): Promise<void> {
    return this.#program.output.size > 0 || this.end ? Promise.resolve() : this.#hasNews;
  }

  #nextNews(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #tellNews(): void {
    this.#wake?.();
    this.#hasNews = this.#nextNews();
  }

  /** What came since the last time. A character that has come in part waits for the rest of it. */
  read(): ProgramReading {
    const {stdout, stderr} = this.#program.output.take();
    const {stdout: out, stderr: err} = this.#decoders;
    const {end} = this;
    const text = (kept: KeptStream, decoder: StringDecoder): string =>
      keptText(kept, this.#options.secrets, (bytes) => decoder.write(bytes));
    const last = (decoder: StringDecoder): string => (end ? decoder.end() : '');
    return {
      stdout: text(stdout, out) + last(out),
      stderr: text(stderr, err) + last(err),
      truncated: stdout.dropped + stderr.dropped > 0,
      running: end === undefined,
      ...(typeof end?.exitCode === 'number' && {exitCode: end.exitCode}),
      ...(typeof end?.signal === 'string' && {signal: end.signal}),
    };
  }

  /**
   * Gives it something to read; resolves when the system has taken it. Throws INVALID_STATE when nobody can read it,
   * LIMIT_EXCEEDED when more would wait than maxInput.
   */
  async write(data: Buffer, end: boolean): Promise<void> {
    const {stdin} = this.#program;
    if (!stdin || stdin.writableEnded || stdin.destroyed) throw this.#deaf();
    const {writableLength: waiting} = stdin;
    if (waiting + data.length > this.#options.maxInput) throw this.#full(waiting, data.length);
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null): void => (error ? reject(this.#deaf(error)) : resolve());
      if (end) stdin.end(data, done);
      else stdin.write(data, done);
    });
  }

  #full(waiting: number, more: number): ToolError {
    const {maxInput} = this.#options;
    const behind = waiting === 0 ? '' : ` behind ${String(waiting)} that it has not read`;
    const what = `${String(more)} bytes${behind} are more than may wait for '${this.command}' (${String(maxInput)})`;
    return new ToolError('LIMIT_EXCEEDED', what, {
      outcome: 'not_executed',
      context: {limit: maxInput, waiting},
      suggestions: [
        waiting === 0 ? 'Write it in several calls' : 'Wait until it has read, or stop it',
        'Raise maxInput in the config',
      ],
    });
  }

  #deaf(cause?: unknown): ToolError {
    const why = this.end ? 'has ended' : 'reads no more: its stdin was closed';
    return new ToolError('INVALID_STATE', `The program '${this.command}' ${why}`, {
      outcome: cause === undefined ? 'not_executed' : 'unknown',
      suggestions: ['Read what it wrote with read, or start it again'],
      cause,
    });
  }

  /** Ends it with all that it started. */
  stop(options: EndOptions = {}): Promise<ProgramEnd> {
    return this.#program.stop({grace: this.#options.killGrace, ...options});
  }

  /** The end of its handle. */
  async release(): Promise<void> {
    this.#options.onRelease();
    await this.stop();
  }
}

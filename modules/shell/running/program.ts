import {nativeCode, toToolError, ToolError} from '../../../src/sdk.js';
import type {EndOptions} from '../../../src/sdk.js';
import {startProgram} from '../client.js';
import type {ProgramStart, RunningProgram} from '../client.js';
import {KeptOutput} from './kept-output.js';
import type {StreamName} from './pieces.js';

/** How a program ended: by itself with a code, or by a signal. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  /** Bytes of stdout and stderr together that are kept. */
  readonly maxOutput: number;
  /** Told of everything that comes; `fits` is false when something had to be dropped for it. */
  readonly onOutput?: (stream: StreamName, chunk: Buffer, fits: boolean) => void;
}

/** ms that output may still come after the program itself ended: somebody else may hold it for ever (SH04). */
const drain = 200;

/** A program that runs, its output so far, and how it ends. When it has ended, nothing that it started is left. */
export class Program {
  readonly pid: number;
  /** What came and was not taken yet. */
  readonly output: KeptOutput;
  /** Resolves when it has ended and its output is whole; never rejects. */
  readonly ended: Promise<ProgramEnd>;
  readonly #running: RunningProgram;
  readonly #options: ProgramOptions;
  #hasExited = false;
  #end: ProgramEnd | undefined;
  #giveUp: () => void = () => undefined;

  /** Throws what a start can throw, with the outcome `not_executed`. */
  static async start(start: ProgramStart, options: ProgramOptions): Promise<Program> {
    try {
      return new Program(await startProgram(start), options);
    } catch (cause) {
      throw startFailure(cause);
    }
  }

  private constructor(running: RunningProgram, options: ProgramOptions) {
    this.#running = running;
    this.#options = options;
    this.pid = running.pid;
    this.output = new KeptOutput(options.maxOutput);
    this.ended = this.#untilEnd();
  }

  /** The program itself has ended; its output may still come. */
  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** How it ended; undefined while it runs. */
  get end(): ProgramEnd | undefined {
    return this.#end;
  }

  /** What it reads, where that was left open. */
  get stdin(): RunningProgram['stdin'] {
    return this.#running.stdin;
  }

  /** Lets this process end before it, and end it then. */
  leaveBehind(): void {
    this.#running.hold(false);
  }

  /** Ends it with all that it started; resolves when it has ended. */
  async stop(options: EndOptions = {}): Promise<ProgramEnd> {
    if (this.#end) return this.#end;
    this.#running.hold(true);
    // The group hears of it before anybody takes a look at the other processes.
    if (options.grace === 0) this.#running.guard.signal('SIGKILL');
    if (!(await this.#running.guard.end(options))) this.#giveUp();
    return this.ended;
  }

  async #untilEnd(): Promise<ProgramEnd> {
    const closed = Promise.all([this.#collect('stdout'), this.#collect('stderr')]);
    const end = await new Promise<ProgramEnd>((resolve) => {
      this.#running.onExit((exitCode, signal) => resolve({exitCode, signal}));
      this.#giveUp = () => resolve({exitCode: null, signal: 'SIGKILL'});
    });
    this.#hasExited = true;
    await atMost(drain, closed);
    this.#end = end;
    const {guard, stdin, stdout, stderr} = this.#running;
    guard.forget();
    stdin?.destroy();
    stdout.destroy();
    stderr.destroy();
    return end;
  }

  #collect(name: StreamName): Promise<void> {
    const stream = this.#running[name];
    return new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        const fits = this.output.add(name, chunk);
        this.#options.onOutput?.(name, chunk, fits);
      });
      stream.once('close', resolve);
      stream.once('error', () => {
        resolve();
      });
    });
  }
}

/** A program that could not be started has done nothing. */
function startFailure(cause: unknown): ToolError {
  const {code, message} = toToolError(cause, 'OPERATION_FAILED');
  const next = nextSteps[nativeCode(cause) ?? ''];
  return new ToolError(code, message, {
    outcome: 'not_executed',
    suggestions: next === undefined ? undefined : [next],
    cause,
  });
}

const nextSteps: Readonly<Record<string, string>> = {
  ENOENT: 'Check that the program and what interprets it (its first line) are still there',
  EACCES: 'Make the file executable for the user who runs this',
  E2BIG: 'Give less as arguments; a large text goes to stdin or into a file',
  EAGAIN: 'End programs that are no longer needed, or raise the limit of processes',
};

/** Waits for the promise, and not longer than so many ms. */
async function atMost(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    promise,
    new Promise((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}

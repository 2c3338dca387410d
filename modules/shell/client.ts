import type {Socket} from 'node:net';
import type {Readable, Writable} from 'node:stream';
import type {execa as Execa, Options, ResultPromise} from 'execa';
import {guardTree} from '../../src/sdk.js';
import type {TreeGuard} from '../../src/sdk.js';

/** A program that runs, as far as haft looks at it. */
export interface RunningProgram {
  readonly pid: number;
  /** What the program reads; undefined where it was given all of it, or nothing, at its start. */
  readonly stdin: Writable | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Ends it with all that it started. */
  readonly guard: TreeGuard;
  /** Calls back when the program itself ended, whoever still holds its output. */
  readonly onExit: (listener: (code: number | null, signal: NodeJS.Signals | null) => void) => void;
  /** Keeps this process alive until it has ended, as it does at first, or lets it end before. */
  readonly hold: (active: boolean) => void;
}

export interface ProgramStart {
  /** Absolute path. */
  readonly file: string;
  /** The name that the program sees as its own; default the path. */
  readonly argv0?: string | undefined;
  readonly args: readonly string[];
  /** Must exist. */
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads; undefined closes its stdin, `open` lets it be written to. */
  readonly stdin: string | Uint8Array | {readonly open: true} | undefined;
}

/** Loaded when the first program is started. */
let execa: typeof Execa | undefined;

/**
 * Starts a program: argv and no shell, an environment of its own, leader of its process group. Output, time and end are
 * watched by running/program.ts, because execa would wait for a grandchild that holds stdout (SH04).
 */
export async function startProgram({file, argv0, args, cwd, env, stdin}: ProgramStart): Promise<RunningProgram> {
  const guard = guardTree();
  const options: Options = {
    cwd,
    env: guard.environment(env),
    extendEnv: false,
    shell: false,
    detached: process.platform !== 'win32',
    cleanup: false,
    buffer: false,
    reject: false,
    encoding: 'buffer',
    stdout: 'pipe',
    stderr: 'pipe',
    windowsHide: true,
    ...(argv0 !== undefined && {argv0}),
    ...stdinOptions(stdin),
  };
  execa ??= (await import('execa')).execa;
  const program = execa(file, [...args], options) as ResultPromise;
  if (program.pid === undefined) {
    // With `reject: false` it answers its error.
    const failure = (await program) as {cause?: unknown};
    throw (failure.cause ?? failure) as Error;
  }
  guard.started(program.pid);
  // Its own promise is not looked at from here on: it may settle long after the program ended.
  program.catch(() => undefined);
  // Both are pipes, as the options say.
  const {stdin: input, stdout, stderr} = program as unknown as {stdin: Socket | null; stdout: Socket; stderr: Socket};
  // An object of our own, because execa's is a promise too and would be awaited on the way out.
  return {
    pid: program.pid,
    stdin: isGiven(stdin) ? undefined : (input ?? undefined),
    stdout,
    stderr,
    guard,
    onExit: (listener) => void program.once('exit', listener),
    hold: (active) => {
      for (const holder of [program, input, stdout, stderr]) {
        if (active) holder?.ref();
        else holder?.unref();
      }
    },
  };
}

/** Whether what it reads is known at its start. */
const isGiven = (stdin: ProgramStart['stdin']): stdin is string | Uint8Array | undefined =>
  stdin === undefined || typeof stdin === 'string' || stdin instanceof Uint8Array;

function stdinOptions(stdin: ProgramStart['stdin']): Options {
  if (!isGiven(stdin)) return {stdin: 'pipe'};
  return stdin === undefined ? {stdin: 'ignore'} : {input: stdin};
}

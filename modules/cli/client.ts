import type {Readable} from 'node:stream';
import type {Options, ResultPromise} from 'execa';

/** A program that runs, as far as haft looks at it. */
export interface RunningProgram {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Calls back when the program itself ended, whoever still holds its output. */
  readonly onExit: (listener: (code: number | null, signal: NodeJS.Signals | null) => void) => void;
}

export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads; undefined closes its stdin. */
  readonly stdin: string | undefined;
}

/**
 * Starts a program: argv and no shell, an environment of its own, leader of its process group. Output, time and end are
 * watched by run-program.ts, because execa would wait for a grandchild that holds stdout (SH04).
 */
export async function startProgram({file, args, cwd, env, stdin}: ProgramStart): Promise<RunningProgram> {
  const options: Options = {
    cwd,
    env: {...env},
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
    ...(stdin === undefined ? {stdin: 'ignore'} : {input: stdin}),
  };
  const {execa} = await import('execa');
  const program = execa(file, [...args], options) as ResultPromise;
  if (program.pid === undefined) {
    // With `reject: false` it answers its error.
    const failure = (await program) as {cause?: unknown};
    throw (failure.cause ?? failure) as Error;
  }
  // Its own promise is not looked at from here on: it may settle long after the program ended.
  program.catch(() => undefined);
  const {pid} = program;
  // Both are pipes, as the options say.
  const {stdout, stderr} = program as unknown as {stdout: Readable; stderr: Readable};
  // An object of our own, because execa's is a promise too and would be awaited on the way out.
  return {
    pid,
    stdout,
    stderr,
    onExit: (listener) => void program.once('exit', listener),
  };
}

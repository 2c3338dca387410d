import type {DemoOutcome} from '../../src/cli/demo/run-demo.js';
import {runCli} from '../../src/cli/run-cli.js';

export interface HaftRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HaftOptions {
  readonly cwd: string;
  readonly stdin?: string;
  /** Whether stdin is a terminal; text given as stdin makes it a pipe. */
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs the command in this process, with streams of its own. */
export async function haft(
  argv: readonly string[],
  {cwd, stdin, terminal, env = {}, signal}: HaftOptions,
): Promise<HaftRun> {
  const written = {stdout: '', stderr: ''};
  const output = (name: keyof typeof written) => ({
    isTTY: terminal === true,
    columns: 100,
    write: (text: string) => (written[name] += text),
  });
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* stdin === undefined ? [] : [Buffer.from(stdin)];
  }
  const input = Object.assign(chunks(), {isTTY: stdin === undefined});
  const code = await runCli(argv, {stdin: input, stdout: output('stdout'), stderr: output('stderr'), env, cwd, signal});
  return {code, ...written};
}

/** What the commands answer to programs; each of them has some of it. */
export interface HaftDocument {
  readonly success: boolean;
  readonly data: unknown;
  readonly error: {readonly code: string; readonly outcome: string};
  readonly metadata: {readonly tool: string};
  readonly name: string;
  readonly tools: readonly {readonly name: string; readonly planning: {readonly sideEffects: unknown}}[];
  readonly valid: boolean;
  readonly problems: readonly object[];
}

/** The same with --json: what stands on stdout is one document and nothing else. */
export async function haftJson(
  argv: readonly string[],
  options: HaftOptions,
): Promise<HaftRun & {document: HaftDocument & DemoOutcome}> {
  const run = await haft([...argv, '--json'], options);
  return {...run, document: JSON.parse(run.stdout) as HaftDocument & DemoOutcome};
}

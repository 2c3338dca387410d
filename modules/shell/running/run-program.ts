import {ToolError} from '../../../src/sdk.js';
import type {ProgramStart} from '../client.js';
import {noSecrets} from '../secrets.js';
import type {Secrets} from '../secrets.js';
import type {Kept, KeptStream} from './kept-output.js';
import {excerpt, keptText} from './kept-text.js';
import {LineTeller} from './line-teller.js';
import {Program} from './program.js';
import type {ProgramEnd} from './program.js';

export interface ProgramLimits {
  /** Bytes of stdout and stderr together. */
  readonly maxOutput: number;
  /** At more: `error` (default) ends the program, `truncate` keeps beginning and end and lets it go on. */
  readonly overflow?: 'error' | 'truncate' | undefined;
  /** ms between SIGTERM and SIGKILL. */
  readonly killGrace: number;
  /** ms that it may run; undefined leaves that to the call. */
  readonly timeout?: number | undefined;
  /** Told of the lines of both streams as they come. */
  readonly onLine?: ((line: string) => void) | undefined;
  /** Taken out of what is shown, before it is cut: a part of one is not known for a secret. */
  readonly secrets?: Pick<Secrets, 'text' | 'torn'> | undefined;
}

export interface ProgramResult extends ProgramEnd {
  readonly output: Kept;
}

type Stop = 'cancel' | 'timeout' | 'overflow';

/**
 * Runs a program to its end; waits for it and not for whoever else holds its output, and leaves no descendant. Any exit
 * is an answer. Throws LIMIT_EXCEEDED, OPERATION_TIMEOUT, OPERATION_CANCELLED, and what the start of a program can throw.
 */
export async function runProgram(
  start: ProgramStart,
  limits: ProgramLimits,
  signal: AbortSignal,
): Promise<ProgramResult> {
  if (signal.aborted) throw new ToolError('OPERATION_CANCELLED', undefined, {outcome: 'not_executed'});
  const {maxOutput, overflow, killGrace, timeout, onLine, secrets} = limits;
  let stopped: Stop | undefined;
  let stopping: Promise<unknown> | undefined;
  const lines = onLine && new LineTeller(onLine, secrets);
  const program = await Program.start(start, {
    maxOutput,
    onOutput: (stream, chunk, fits) => {
      lines?.add(stream, chunk);
      if (!fits && overflow !== 'truncate') stop('overflow');
    },
  });
  const stop = (why: Stop): void => {
    // One that has exited is only waited for because of its last output.
    if (stopped !== undefined || (program.hasExited && why !== 'overflow')) return;
    stopped = why;
    stopping = program.stop({grace: why === 'overflow' ? 0 : killGrace});
  };
  const cancel = (): void => stop('cancel');
  const timer = timeout === undefined ? undefined : setTimeout(stop, timeout, 'timeout' satisfies Stop);
  // It may have been cancelled while the program was started.
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, {once: true});
  const end = await program.ended;
  // What it started may take longer than the program itself.
  await stopping;
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  const output = program.output.take();
  if (stopped !== undefined) throw stopError(stopped, limits, output);
  lines?.end();
  return {...end, output};
}

/** What the streams hold, short enough for an error. */
export function shownOutput(
  {stdout, stderr}: Kept,
  secrets: Pick<Secrets, 'text' | 'torn'> = noSecrets,
): {stdout: string; stderr: string} {
  const shown = (kept: KeptStream): string => excerpt(secrets.text(keptText(kept, secrets)));
  return {stdout: shown(stdout), stderr: shown(stderr)};
}

function stopError(stopped: Stop, {maxOutput, timeout, secrets}: ProgramLimits, output: Kept): ToolError {
  const context = shownOutput(output, secrets);
  if (stopped === 'overflow') {
    return new ToolError('LIMIT_EXCEEDED', `The program wrote more than ${maxOutput} bytes and was ended`, {
      outcome: 'unknown',
      context: {limit: maxOutput, ...context},
      suggestions: ['Ask for less', 'Raise maxOutput in the config'],
    });
  }
  const [code, message] =
    stopped === 'timeout'
      ? (['OPERATION_TIMEOUT', `The program did not end within ${String(timeout)} ms and was ended`] as const)
      : (['OPERATION_CANCELLED', 'The program was ended'] as const);
  return new ToolError(code, message, {outcome: 'unknown', context, suggestions: ['Check what it had done']});
}

import {ToolError, isRecord} from '../../src/sdk.js';
import type {ProgramResult} from './run-program.js';

/** The last lines of stderr, which say why. */
const reasonOf = ({stderr, stdout}: ProgramResult): string => (stderr.trim() || stdout.trim()).slice(-500);

/** Throws for an exit code that does not mean success, by the config's `exitCodes`. */
export function assertSucceeded(command: string, result: ProgramResult, exitCodes: unknown): void {
  const {exitCode, signal, stdout, stderr} = result;
  const meaning = exitCode === null ? undefined : meaningOf(exitCode, exitCodes);
  if (meaning === 'ok') return;
  const how = exitCode === null ? `was ended by ${String(signal)}` : `ended with exit code ${exitCode}`;
  const reason = reasonOf(result);
  throw new ToolError(meaning ?? 'OPERATION_FAILED', `${command} ${how}${reason === '' ? '' : `: ${reason}`}`, {
    context: {exitCode, ...(signal && {signal}), stdout: stdout.slice(-2000), stderr: stderr.slice(-2000)},
  });
}

function meaningOf(exitCode: number, exitCodes: unknown): string | undefined {
  if (Array.isArray(exitCodes)) return exitCodes.includes(exitCode) ? 'ok' : undefined;
  const meaning = isRecord(exitCodes) ? exitCodes[String(exitCode)] : undefined;
  if (typeof meaning === 'string') return meaning;
  return exitCode === 0 ? 'ok' : undefined;
}

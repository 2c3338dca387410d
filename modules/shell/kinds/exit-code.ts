import {ToolError, isRecord} from '../../../src/sdk.js';
import type {ProgramText} from './parse-output.js';

type Redact = (text: string) => string;

/** Throws for an exit code that does not mean success, by the config's `exitCodes`. */
export function assertSucceeded(command: string, result: ProgramText, exitCodes: unknown, redact: Redact): void {
  const {exitCode, signal} = result;
  const meaning = exitCode === null ? undefined : meaningOf(exitCode, exitCodes);
  if (meaning === 'ok') return;
  const how = exitCode === null ? `was ended by ${String(signal)}` : `ended with exit code ${exitCode}`;
  // Secrets go before it is cut: a part of one is not known for a secret.
  const [stdout, stderr] = [redact(result.stdout), redact(result.stderr)];
  // The last lines say why.
  const reason = (stderr.trim() || stdout.trim()).slice(-500);
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

import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {Secrets} from '../../secrets.js';
import {PatternTime, readPattern} from './pattern.js';
import type {CliOutput} from './parse/output.js';
import type {Problem, Values} from './reading.js';

/** What the end of a program means, as its tool says. */
export interface ExitRules {
  /** `ok`, a code, or nothing that is known. */
  readonly meaningOf: (exitCode: number) => string | undefined;
  /** Codes by what a program has written that ended with another exit code than 0. */
  readonly messages: readonly {readonly pattern: RegExp; readonly code: string}[];
  /** What the config says of a code. */
  readonly isRecoverable: (code: string) => boolean | undefined;
}

export function readExit({exitCodes, stderr, errors}: Values, at: string, problem: Problem): ExitRules {
  const messages = Object.entries(isRecord(stderr) ? stderr : {}).flatMap(([source, code]) => {
    const pattern = readPattern(source, 'imu', `${at}.stderr.${source}`, problem);
    return pattern ? [{pattern, code: String(code)}] : [];
  });
  return {
    messages,
    meaningOf: (exitCode) => meaningOf(exitCode, exitCodes),
    isRecoverable: (code) => {
      const rule = isRecord(errors) ? errors[code] : undefined;
      return isRecord(rule) ? (rule['recoverable'] as boolean | undefined) : undefined;
    },
  };
}

function meaningOf(exitCode: number, exitCodes: unknown): string | undefined {
  if (Array.isArray(exitCodes)) return exitCodes.includes(exitCode) ? 'ok' : undefined;
  const meaning = isRecord(exitCodes) ? exitCodes[String(exitCode)] : undefined;
  if (typeof meaning === 'string') return meaning;
  return exitCode === 0 ? 'ok' : undefined;
}

/** Throws for an end that does not mean success: what it wrote says more than its exit code, where the config knows it. */
export async function assertSucceeded(
  command: string,
  output: CliOutput,
  {meaningOf, messages, isRecoverable}: ExitRules,
  secrets: Secrets,
): Promise<void> {
  const {exitCode, signal} = output;
  const meaning = exitCode === null ? undefined : meaningOf(exitCode);
  const said = exitCode === 0 ? undefined : await saidBy(output.stderr, messages);
  if (meaning === 'ok' && said === undefined) return;
  // Secrets go before it is cut: a part of one is not known for a secret.
  const [stdout, stderr] = [secrets.text(output.stdout), secrets.text(output.stderr)];
  const how = exitCode === null ? `was ended by ${String(signal)}` : `ended with exit code ${String(exitCode)}`;
  // The last lines say why.
  const reason = (stderr.trim() || stdout.trim()).slice(-500);
  const code = said ?? meaning ?? 'OPERATION_FAILED';
  throw new ToolError(code, `${command} ${how}${reason === '' ? '' : `: ${reason}`}`, {
    // Nobody knows how far one came that was ended by somebody else.
    outcome: exitCode === null ? 'unknown' : 'failed',
    recoverable: isRecoverable(code),
    context: {exitCode, ...(signal && {signal}), stdout: stdout.slice(-2000), stderr: stderr.slice(-2000)},
  });
}

async function saidBy(stderr: string, messages: ExitRules['messages']): Promise<string | undefined> {
  if (messages.length === 0) return undefined;
  const time = new PatternTime();
  let said: string | undefined;
  let next = 0;
  try {
    await time.repeat(() => {
      const message = messages[next];
      if (message?.pattern.test(stderr) === true) said = message.code;
      next += 1;
      return said === undefined && next < messages.length;
    });
    return said;
  } catch (error) {
    // That it failed is known all the same.
    if (ToolError.isToolError(error)) return undefined;
    throw error;
  }
}

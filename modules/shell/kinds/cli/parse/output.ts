import {ToolError} from '../../../../../src/sdk.js';
import type {Kept} from '../../../running/kept-output.js';
import {excerpt} from '../../../running/kept-text.js';
import type {ProgramEnd} from '../../../running/program.js';
import type {Secrets} from '../../../secrets.js';

/** How a program ended, and what it wrote. */
export interface CliOutput extends ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
  /** The same, as it came. */
  readonly kept: Kept;
}

/** Makes data of what a program wrote. Throws PROTOCOL_ERROR for what is not as the config says. */
export type Parser = (output: CliOutput, secrets: Secrets) => unknown;

/** Output that is not as the config says. The program has done its work. */
export const unexpected = (what: string, {stdout}: CliOutput, secrets: Secrets): ToolError =>
  new ToolError('PROTOCOL_ERROR', what, {
    outcome: 'unknown',
    // Secrets go before it is cut: a part of one is not known for a secret.
    context: {stdout: excerpt(secrets.text(stdout))},
    suggestions: [
      'Compare what the program writes with "parse" of the config; other versions may write it in another way',
    ],
  });

/** Lines, whichever way they end. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

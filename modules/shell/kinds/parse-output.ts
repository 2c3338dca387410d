import {ToolError} from '../../../src/sdk.js';
import type {ProgramEnd} from '../running/program.js';

/** How a program ended, and what it wrote. */
export interface ProgramText extends ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
}

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // It quotes a part of the text, which may be a part of a secret.
    const [place] = /at position \d+/.exec(String(error)) ?? [];
    const what = `The program did not write JSON${where}${place === undefined ? '' : `: it is none ${place}`}`;
    throw new ToolError('PROTOCOL_ERROR', what, {
      outcome: 'unknown',
      context: {stdout: text},
    });
  }
}

/** How stdout becomes data, by the name that a config gives. */
const parsers: Readonly<Record<string, (stdout: string) => unknown>> = {
  text: (stdout) => stdout,
  lines: linesOf,
  json: (stdout) => parseJson(stdout, ''),
  jsonl: (stdout) =>
    linesOf(stdout)
      .filter((line) => line.trim() !== '')
      .map((line, index) => parseJson(line, ` in line ${index + 1}`)),
};

/** The data of a program that ended well. Throws PROTOCOL_ERROR for output that is not what `parse` says. */
export function parseOutput(parse: unknown, {stdout, stderr, exitCode}: ProgramText): unknown {
  const parser = typeof parse === 'string' && Object.hasOwn(parsers, parse) ? parsers[parse] : undefined;
  return parser ? parser(stdout) : {stdout, stderr, exitCode};
}

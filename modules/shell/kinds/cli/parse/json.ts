import type {Secrets} from '../../../secrets.js';
import {linesOf, unexpected} from './output.js';
import type {CliOutput, Parser} from './output.js';

export const json: Parser = (output, secrets) => parseJson(output.stdout, '', output, secrets);

/** A value a line; empty lines are left out. */
export const jsonl: Parser = (output, secrets) =>
  linesOf(output.stdout).flatMap((line, index) =>
    line.trim() === '' ? [] : [parseJson(line, ` in line ${String(index + 1)}`, output, secrets)],
  );

function parseJson(text: string, where: string, output: CliOutput, secrets: Secrets): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // It quotes a part of the text, which may be a part of a secret.
    const [place] = /at position \d+/.exec(String(error)) ?? [];
    const what = `The program did not write JSON${where}${place === undefined ? '' : `: it is none ${place}`}`;
    throw unexpected(what, output, secrets);
  }
}

import type {Secrets} from '../../../secrets.js';
import {groupNames, PatternTime, readPattern} from '../pattern.js';
import type {Problem} from '../reading.js';
import {mapInTurns} from './in-turns.js';
import {linesOf, unexpected} from './output.js';
import type {CliOutput, Parser} from './output.js';
import {checkTypes, toRow} from './rows.js';
import type {CellTypes, Row} from './rows.js';

interface RegexOptions {
  readonly source: string;
  /** Every line has to match (default), every match counts and the rest is skipped, or there is one. */
  readonly each: 'line' | 'match' | 'once';
  readonly types: CellTypes;
}

type Match = RegExpExecArray | null | undefined;

const flags = {line: 'u', match: 'gmu', once: 'mu'} as const;

/** Named groups of a pattern as data; a group that took no part is left out. */
export function regex({source, each, types}: RegexOptions, at: string, problem: Problem): Parser | undefined {
  const pattern = readPattern(source, flags[each], `${at}.regex`, problem);
  if (!pattern) return undefined;
  const names = groupNames(source);
  if (names.length === 0)
    problem(`${at}.regex`, 'It has no named groups', 'Write (?<name>…) for what is to be answered', source);
  checkTypes(types, names, `${at}.types`, problem);

  const rowOf = (match: RegExpMatchArray, output: CliOutput, secrets: Secrets): Row => {
    try {
      return toRow(
        names.map((name) => [name, match.groups?.[name]]),
        types,
      );
    } catch (cause) {
      throw unexpected(`What matches is not as types say: ${(cause as Error).message}`, output, secrets);
    }
  };

  return async (output, secrets) => {
    const {stdout} = output;
    const time = new PatternTime();
    if (each === 'match') {
      const matches = await allMatches(pattern, stdout, time);
      return mapInTurns(matches, (match) => rowOf(match, output, secrets));
    }
    if (each === 'once') {
      const match = time.run(() => pattern.exec(stdout));
      if (match) return rowOf(match, output, secrets);
      throw unexpected('The pattern of the config matches nothing of what the program wrote', output, secrets);
    }
    const lines = linesOf(stdout);
    const matches = await matchLines(pattern, lines, time);
    const rows = await mapInTurns(matches, (match, index) => {
      if (match === undefined) return [];
      if (match) return [rowOf(match, output, secrets)];
      throw unexpected(`Line ${String(index + 1)} does not match the pattern of the config`, output, secrets);
    });
    return rows.flat();
  };
}

async function allMatches(pattern: RegExp, text: string, time: PatternTime): Promise<RegExpExecArray[]> {
  const matches: RegExpExecArray[] = [];
  await time.repeat(() => {
    // Another call may have been here since the last turn.
    pattern.lastIndex = placeBehind(matches.at(-1));
    const match = pattern.exec(text);
    if (match) matches.push(match);
    return match !== null;
  });
  return matches;
}

/** Where the next match can begin: behind the last one, and behind another character where that was empty. */
function placeBehind(match: RegExpExecArray | undefined): number {
  if (!match) return 0;
  const {index, input} = match;
  const [{length}] = match;
  return length > 0 ? index + length : index + ((input.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}

/** What matches in each line, null where nothing does; an empty line is skipped. */
async function matchLines(pattern: RegExp, lines: readonly string[], time: PatternTime): Promise<Match[]> {
  const matches: Match[] = [];
  await time.repeat(() => {
    const line = lines[matches.length];
    if (line === undefined) return false;
    const match = line === '' ? undefined : pattern.exec(line);
    matches.push(match);
    return match !== null;
  });
  return matches;
}

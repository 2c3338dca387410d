import type {SearchMatch, TermMatch} from '../registry/search/match.js';
import {onOneLine} from './printable.js';

/** How a word of the text stands in the record of a tool. */
const kinds: Readonly<Record<string, string>> = {
  exact: '',
  prefix: 'begins',
  synonym: 'means the same as',
  typo: 'is nearly',
};

/** Why a tool was found, a line a word and a line a fact: the weightiest word first. */
export function explanationLines({score, terms, missing, facts}: SearchMatch): string[] {
  return [
    ...(terms.length > 0 ? [`score ${rounded(score)}`] : []),
    ...terms.map(termLine),
    ...(missing.length > 0 ? [`without ${missing.map(onOneLine).join(', ')}`] : []),
    ...facts.map(({criterion, wanted, found}) => `${criterion}: ${shown(found)}, wanted ${shown(wanted)}`),
  ];
}

function termLine({word, term, kind, fields, score}: TermMatch): string {
  const how = kinds[kind] ?? kind;
  const relation = how === '' ? '' : ` ${how} ${onOneLine(term)},`;
  return `${onOneLine(word)}${relation} in ${fields.join(', ')}: ${rounded(score)}`;
}

const rounded = (score: number): string => score.toFixed(2);

const shown = (value: unknown): string =>
  onOneLine(
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map(String).join(', ')
        : (JSON.stringify(value) ?? ''),
  );

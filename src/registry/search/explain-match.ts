import type {InvertedIndex} from './inverted-index.js';
import type {SearchMatch} from './match.js';
import type {QueryWord} from './query.js';
import type {FactMatch} from './read-criteria.js';
import {TermReader} from './terms.js';
import type {FieldText, SearchField} from './tool-texts.js';

/** A tool that was found. */
interface Found {
  readonly words: readonly QueryWord[];
  readonly document: number;
  readonly score: number;
  /** What its parts count: less than 1 where a tool is not what is asked for. */
  readonly factor: number;
  readonly texts: readonly FieldText[];
}

/** Says why a tool was found. Nothing is kept for it: the texts of its record are read once more. */
export function explainMatch(
  index: InvertedIndex,
  {words, document, score, factor, texts}: Found,
  facts: readonly FactMatch[],
): SearchMatch {
  const scored = index.explain(words, document, texts);
  const found = new Set(scored.map(({word}) => word));
  return {
    score,
    terms: scored
      .map(({word, term, kind, score: part}) => ({
        word,
        term,
        kind,
        fields: fieldsWith(texts, term),
        score: factor * part,
      }))
      .sort((a, b) => b.score - a.score),
    missing: words.map(({word}) => word).filter((word) => !found.has(word)),
    facts,
  };
}

/** The fields of a record that have a term, in the order of their weights. */
function fieldsWith(texts: readonly FieldText[], term: string): SearchField[] {
  const reader = new TermReader();
  const having = texts.filter(({text}) => reader.read(text).some(({stem}) => stem === term));
  return [...new Set(having.sort((a, b) => b.weight - a.weight).map(({field}) => field))];
}

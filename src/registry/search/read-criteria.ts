import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import type {FactName, ToolCriteria} from './criteria.js';
import {criteria as known} from './criterion-readers.js';
import type {FactTest} from './criterion-readers.js';
import type {ToolFacts} from './tool-facts.js';

/** A criterion that a tool was found by. */
export interface FactMatch {
  readonly criterion: FactName;
  /** What was asked for. */
  readonly wanted: unknown;
  /** What the tool has; `'varies'` for a fact that depends on the input. */
  readonly found: unknown;
}

/** What a tool that passed has, criterion by criterion. */
export type ExplainFacts = (facts: ToolFacts) => FactMatch[];

/** Criteria that were read. */
export interface ReadCriteria {
  /** Trimmed; empty when there is none. */
  readonly text: string;
  /** Undefined when every tool passes. */
  readonly test: FactTest | undefined;
  readonly explain: ExplainFacts;
}

/** Reads what `searchTools` is asked. Throws INVALID_PARAMETER for a criterion that there is not, or that can not be so. */
export function readCriteria(query: unknown): ReadCriteria {
  const given = typeof query === 'string' ? {text: query} : (query ?? {});
  if (!isRecord(given))
    throw refused(
      `Tools can not be searched by ${Array.isArray(given) ? 'a list' : typeof given}`,
      'Give a text or criteria',
    );
  const {text, ...others} = given as ToolCriteria;
  if (text !== undefined && text !== null && typeof text !== 'string') throw misfit('text', 'a text', text);
  const all = Object.entries(others).filter(([, wanted]) => wanted !== undefined && wanted !== null);
  const tests = all.map(([name, wanted]) => compile(name, wanted));
  return {
    text: text?.trim() ?? '',
    test: tests.length === 0 ? undefined : (facts) => tests.every((test) => test(facts)),
    explain: (facts) =>
      all.map(([name, wanted]) => {
        const criterion = name as FactName;
        return {criterion, wanted, found: known[criterion].read(facts)};
      }),
  };
}

function compile(name: string, wanted: unknown): FactTest {
  if (!Object.hasOwn(known, name)) throw unknownCriterion(name);
  const {expected, compile: read} = known[name as FactName];
  const test = read(wanted);
  if (test) return test;
  // A criterion that silently matched nothing would read as "there is no such tool".
  throw misfit(name, expected, wanted);
}

const refused = (message: string, ...suggestions: string[]): ToolError =>
  new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed', suggestions});

function misfit(name: string, expected: string, wanted: unknown): ToolError {
  const received =
    typeof wanted === 'string' ? JSON.stringify(wanted.slice(0, 64)) : Array.isArray(wanted) ? 'a list' : typeof wanted;
  return refused(`Criterion "${name}" must be ${expected}, received ${received}`);
}

function unknownCriterion(name: string): ToolError {
  const names = ['text', ...Object.keys(known)];
  const near = nearest(name, names);
  return refused(
    `Tools can not be searched by "${name.slice(0, 64)}"`,
    near === undefined ? `Criteria are ${names.join(', ')}` : `Did you mean "${near}"?`,
  );
}

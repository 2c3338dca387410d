import {isRecord} from '../../contract/json.js';
import type {FactName} from './criteria.js';
import type {ToolFacts} from './tool-facts.js';

/** Whether a tool has what is wanted. */
export type FactTest = (facts: ToolFacts) => boolean;

/** One way to search by a fact. */
export interface Criterion {
  /** What can be wanted, for the message that refuses anything else. */
  readonly expected: string;
  /** What a tool has, as an explanation shows it. */
  readonly read: (facts: ToolFacts) => unknown;
  /** Undefined for what can not be wanted. */
  readonly compile: (wanted: unknown) => FactTest | undefined;
}

type Read = Criterion['read'];

/** A set that is asked in the spelling of the tool first, which is nearly always lower case. */
const wordSet = (words: readonly string[]): ((value: unknown) => boolean) => {
  const lower = new Set(words.map((word) => word.toLowerCase()));
  return (value) => typeof value === 'string' && (lower.has(value) || lower.has(value.toLowerCase()));
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text or a list of texts, or undefined. */
function wordsOf(wanted: unknown): readonly string[] | undefined {
  if (typeof wanted === 'string') return [wanted];
  return Array.isArray(wanted) && wanted.every((word) => typeof word === 'string') ? wanted : undefined;
}

/** A record with these keys and no others, or undefined. */
function withKeys(wanted: unknown, keys: readonly string[]): Record<string, unknown> | undefined {
  if (!isRecord(wanted)) return undefined;
  const own = Object.keys(wanted);
  return own.length > 0 && own.every((key) => keys.includes(key)) ? wanted : undefined;
}

const oneOf = (read: Read): Criterion => ({
  expected: 'a text or a list of texts',
  read,
  compile: (wanted) => {
    const words = wordsOf(wanted);
    const isWanted = words && wordSet(words);
    return (
      isWanted &&
      ((facts) => {
        const value = read(facts);
        return Array.isArray(value) ? value.some(isWanted) : isWanted(value);
      })
    );
  },
});

const listed = (read: Read): Criterion => ({
  expected: 'a text, a list of texts, {all} or {any}',
  read,
  compile: (wanted) => {
    const {all = [], any} = withKeys(wanted, ['all', 'any']) ?? {all: wanted};
    const [needed, alternatives] = [wordsOf(all), any === undefined ? [] : wordsOf(any)];
    if (!needed || !alternatives) return undefined;
    const tests = needed.map((word) => wordSet([word]));
    const isAlternative = wordSet(alternatives);
    return (facts) => {
      const values = listOf(read(facts));
      return tests.every((test) => values.some(test)) && (any === undefined || values.some(isAlternative));
    };
  },
});

/** One of several steps, lowest first; `bound` names the end that can be given. */
const graded = (read: Read, steps: readonly string[], bound: 'min' | 'max'): Criterion => {
  const {compile} = oneOf(read);
  return {
    expected: `one or several of ${steps.join(', ')}, or {${bound}}`,
    read,
    compile: (wanted) => {
      const limit = withKeys(wanted, [bound])?.[bound];
      const words = wordsOf(limit ?? wanted)?.map((word) => word.toLowerCase());
      if (words?.every((word) => steps.includes(word)) !== true) return undefined;
      if (limit === undefined) return compile(words);
      const at = steps.indexOf(words[0] ?? '');
      return words.length === 1 ? compile(bound === 'max' ? steps.slice(0, at + 1) : steps.slice(at)) : undefined;
    },
  };
};

const flag = (read: Read): Criterion => {
  const readFlag: Read = (facts) => {
    const value = read(facts);
    return typeof value === 'function' ? 'varies' : Boolean(value);
  };
  return {
    expected: "true, false or 'varies'",
    read: readFlag,
    compile: (wanted) => {
      if (wanted === 'varies') return (facts) => readFlag(facts) === 'varies';
      if (typeof wanted !== 'boolean') return undefined;
      return (facts) => (readFlag(facts) !== false) === wanted;
    },
  };
};

const isTier = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 4;
const tier: Read = ({securityTier}) => securityTier;
const atMost =
  (max: number): FactTest =>
  ({securityTier}) =>
    securityTier <= max;

/** Name of the instance that a tool is in. */
const instanceOf = ({name, tool}: ToolFacts): string => name.slice(0, -tool.length - 1);

/** Every criterion there is. */
export const criteria: Readonly<Record<FactName, Criterion>> = {
  name: oneOf(({name, tool, aliases}) => [name, tool, ...listOf(aliases)]),
  provider: oneOf(({provider}) => provider),
  module: oneOf((facts) => [instanceOf(facts), facts.module]),
  category: oneOf(({category}) => category),
  resource: oneOf(({resource}) => resource),
  cost: graded(({planning}) => planning.cost, ['free', 'low', 'medium', 'high'], 'max'),
  reliability: graded(({planning}) => planning.reliability, ['low', 'medium', 'high'], 'min'),
  tags: listed(({tags}) => tags),
  produces: listed(({planning}) => planning.produces),
  consumes: listed(({planning}) => planning.consumes),
  requirements: listed(({requirements}) => requirements),
  idempotent: flag(({planning}) => planning.idempotent),
  sideEffects: flag(({planning}) => planning.sideEffects),
  reversible: flag(({planning}) => planning.reversible),
  securityTier: {
    expected: 'a number from 0 to 4, or {max}',
    read: tier,
    compile: (wanted) => {
      const max = withKeys(wanted, ['max'])?.['max'];
      if (isTier(max)) return atMost(max);
      return isTier(wanted) ? ({securityTier}) => securityTier === wanted : undefined;
    },
  },
  maxTier: {
    expected: 'a number from 0 to 4',
    read: tier,
    compile: (wanted) => (isTier(wanted) ? atMost(wanted) : undefined),
  },
};

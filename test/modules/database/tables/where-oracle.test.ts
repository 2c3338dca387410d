import {beforeEach, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {Parameters} from '../../../../modules/database/sql/bindings.js';
import {whereText} from '../../../../modules/database/sql/where.js';
import type {Where} from '../../../../modules/database/sql/where.js';
import {ToolError} from '../../../../src/sdk.js';
import {people} from '../sql/people-table.js';
import {onEachDatabase} from './each-database.js';

interface Person {
  readonly id: number;
  readonly n: number | null;
  readonly s: string | null;
  readonly b: boolean | null;
  readonly tags: readonly string[] | null;
}

/** What SQL knows beside true and false. */
type Truth = boolean | null;

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const and = (truths: readonly Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true);
const or = (truths: readonly Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false);

const pattern = (like: string, flags: string): RegExp =>
  new RegExp(`^${like.replaceAll('%', '[^]*').replaceAll('_', '[^]')}$`, flags);

/** What an operator says of a value that is not null. */
const meanings: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
  eq: (value, operand) => JSON.stringify(value) === JSON.stringify(operand),
  ne: (value, operand) => JSON.stringify(value) !== JSON.stringify(operand),
  gt: (value, operand) => value > operand,
  gte: (value, operand) => value >= operand,
  lt: (value, operand) => value < operand,
  lte: (value, operand) => value <= operand,
  between: (value, [from, to]: [never, never]) => value >= from && value <= to,
  in: (value, list: unknown[]) => list.includes(value),
  notIn: (value, list: unknown[]) => !list.includes(value),
  like: (value, like: string) => pattern(like, '').test(value),
  notLike: (value, like: string) => !pattern(like, '').test(value),
  ilike: (value, like: string) => pattern(like, 'i').test(value),
  notIlike: (value, like: string) => !pattern(like, 'i').test(value),
  startsWith: (value: string, start: string) => value.startsWith(start),
  contains: (value: string[], list: string[]) => list.every((item) => value.includes(item)),
  containedBy: (value: string[], list: string[]) => value.every((item) => list.includes(item)),
  overlaps: (value: string[], list: string[]) => list.some((item) => value.includes(item)),
};

/** What Postgres should say of a row, told apart from how the statement is made. */
function truthOf(where: Where, row: Person): Truth {
  return and(
    Object.entries(where).map(([key, value]): Truth => {
      if (key === 'and') return and((value as Where[]).map((item) => truthOf(item, row)));
      if (key === 'or') return or((value as Where[]).map((item) => truthOf(item, row)));
      if (key === 'not') return not(truthOf(value as Where, row));
      const held = row[key as keyof Person];
      const operators = value === null || typeof value !== 'object' ? {eq: value} : value;
      return and(
        Object.entries(operators).map(([name, operand]): Truth => {
          if (name === 'isNull') return (held === null) === operand;
          if (operand === null) return name === 'eq' ? held === null : held !== null;
          if ((name === 'in' || name === 'notIn') && (operand as unknown[]).length === 0) return name === 'notIn';
          return held === null ? null : (meanings[name]?.(held as never, operand as never) ?? null);
        }),
      );
    }),
  );
}

const number = fc.integer({min: -2, max: 3});
const word = fc.constantFrom('', 'a', 'ab', 'AB', "it's", 'b"', '$1', ';--', 'null');
const like = fc.string({unit: fc.constantFrom('a', 'b', 'A', '%', '_'), maxLength: 3});
const tag = fc.constantFrom('a', 'b,', '{c}', 'NULL', 'd"\\');
const tags = fc.array(tag, {maxLength: 3});
const some = <T>(operand: fc.Arbitrary<T>, ...names: string[]) => names.map((name) => fc.record({[name]: operand}));
const isNull = some(fc.boolean(), 'isNull');

const comparison = fc.oneof(
  fc.record({
    n: fc.oneof(
      fc.option(number),
      ...some(number, 'gt', 'gte', 'lt', 'lte'),
      ...some(fc.option(number), 'eq', 'ne'),
      ...some(fc.array(number, {maxLength: 3}), 'in', 'notIn'),
      ...some(fc.tuple(number, number), 'between'),
      ...isNull,
    ),
  }),
  fc.record({
    s: fc.oneof(
      fc.option(word),
      ...some(fc.option(word), 'eq', 'ne'),
      ...some(fc.array(word, {maxLength: 3}), 'in', 'notIn'),
      ...some(like, 'like', 'notLike', 'ilike', 'notIlike'),
      ...some(word, 'startsWith'),
      ...isNull,
    ),
  }),
  fc.record({b: fc.oneof(fc.option(fc.boolean()), ...some(fc.boolean(), 'eq', 'ne'), ...isNull)}),
  fc.record({tags: fc.oneof(...some(tags, 'eq', 'ne', 'contains', 'containedBy', 'overlaps'), ...isNull)}),
);

const {where: anyWhere} = fc.letrec<{where: Where}>((tie) => ({
  where: fc.oneof(
    {maxDepth: 3},
    comparison,
    fc.record({or: fc.array(tie('where'), {minLength: 1, maxLength: 3})}),
    fc.record({and: fc.array(tie('where'), {minLength: 1, maxLength: 3})}),
    fc.record({not: tie('where')}),
    fc.tuple(comparison, fc.record({not: tie('where')})).map(([one, two]) => ({...one, ...two})),
  ),
}));

const rows: Person[] = [
  {id: 1, n: 0, s: 'a', b: true, tags: []},
  {id: 2, n: 1, s: 'ab', b: false, tags: ['a']},
  {id: 3, n: null, s: null, b: null, tags: null},
  {id: 4, n: 3, s: "it's", b: true, tags: ['a', 'b,', '{c}']},
  {id: 5, n: -2, s: 'AB', b: null, tags: ['NULL', 'd"\\']},
  {id: 6, n: 1, s: '', b: false, tags: ['b,', 'b,']},
  {id: 7, n: 2, s: '$1', b: true, tags: ['{c}']},
];

onEachDatabase('where', (fixture) => {
  beforeEach(async () => {
    const {db} = fixture;
    await db.createTable({table: 'rows', columns: {id: 'int', n: 'int', s: 'text', b: 'boolean', tags: 'text[]'}});
    await db.insert({table: 'rows', data: rows.map((row) => ({...row}))});
  });

  test('chooses the rows that it says it does', async () => {
    const {db} = fixture;
    await fc.assert(
      fc.asyncProperty(anyWhere, async (where) => {
        const found = await db.select({table: 'rows', columns: ['id'], where, orderBy: 'id'});
        const expected = rows.filter((row) => truthOf(where, row) === true).map(({id}) => ({id}));
        expect(found.rows).toEqual(expected);
      }),
      {numRuns: 300},
    );
  }, 60_000);
});

test('no character of a value is in the statement, and every placeholder has its value', () => {
  // Small ones: to make large ones takes a hundred times as long as all that is tried with them.
  const [short, few] = [{maxLength: 3}, {maxKeys: 3}];
  const hostile = fc
    .string({unit: fc.constantFrom('a', 'b', 'z', "'", '"', ';', '$', '\\', ' ', '-'), maxLength: 12})
    .map((text) => `zq${text}`);
  const anything = fc.anything({maxDepth: 1, ...few});
  const operand = fc.oneof(hostile, fc.array(hostile, short), fc.dictionary(hostile, hostile, few), anything);
  const key = fc.oneof(fc.constantFrom(...people.columns.keys(), 'or', 'and', 'not', '"or"'), hostile);
  const operator = fc.oneof(fc.constantFrom(...Object.keys(meanings), 'isNull'), hostile);
  const operators = fc.dictionary(operator, operand, few);
  const list = fc.array(fc.dictionary(key, operators, few), short);
  const condition = fc.dictionary(key, fc.oneof(operand, operators, list), few);
  fc.assert(
    fc.property(condition, fc.boolean(), (where, explicit) => {
      const binder = new Parameters();
      let text: string;
      try {
        text = whereText(where, {columns: people.columns, binder, explicit});
      } catch (error) {
        // Whatever is no condition is refused by a code, before anything else could go wrong.
        expect(ToolError.isToolError(error) && error.code).toBe('INVALID_PARAMETER');
        return;
      }
      const bare = text.replaceAll(/"(?:[^"]|"")*"/g, '');
      expect(bare).toMatch(/^[a-z0-9$:(), <>=@&[\]_]*$/);
      expect(bare).not.toContain('zq');
      const places = [...bare.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
      expect(places).toEqual(binder.values.map((_, index) => index + 1));
      expect(bare.split('(')).toHaveLength(bare.split(')').length);
    }),
    {numRuns: 2000},
  );
});

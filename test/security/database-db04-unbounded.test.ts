import {describe, expect, test} from '@jest/globals';
import {hasPostgres} from '../support/postgres-server.js';
import {useAccounts} from './database-table-fixture.js';

const real = (await hasPostgres()) ? describe : describe.skip;

const unbounded: readonly (readonly [string, unknown])[] = [
  ['an empty condition', {}],
  ['a missing one', undefined],
  ['null', null],
  ['a list', []],
  ['a column that is null', {id: null}],
  ['equality with null', {id: {eq: null}}],
  ['anything but null', {id: {ne: null}}],
  ['a column that is an empty list', {id: []}],
  ['one of nothing', {id: {in: []}}],
  ['none of nothing', {id: {notIn: []}}],
  ['an unknown column', {idd: 1}],
  ['only undefined values', {id: undefined, owner: undefined}],
  ['an operator without a value', {id: {eq: undefined}}],
  ['a column without an operator', {id: {}}],
  ['an or of nothing', {or: []}],
  ['an and of nothing', {and: []}],
  ['an or with an empty side', {or: [{id: 1}, {}]}],
  ['a not of nothing', {not: {}}],
  ['an or with a side that was undefined', {or: [{id: 1}, {owner: undefined}]}],
  ['a text', 'true'],
  ['true', true],
];

real('changes without bounds [needs postgres]', () => {
  const fixture = useAccounts();
  const table = 'accounts';

  test.each(unbounded)('DB04 %s changes no row', async (_, where) => {
    await fixture.refuses('update', {table, data: {balance: 0}, where});
    await fixture.refuses('delete', {table, where});
  });

  test('DB04 a change without values changes no row', async () => {
    await fixture.refuses('update', {table, data: {}, where: {id: 1}});
    await fixture.refuses('update', {table, data: {balance: undefined}, where: {id: 1}});
    await fixture.refuses('insert', {table, data: {}});
    await fixture.refuses('insert', {table, data: []});
    await fixture.refuses('insert', {table, data: [{id: 9}, {owner: undefined}]});
  });

  test('DB04 the flag must be true itself, and excludes a condition', async () => {
    for (const all of ['true', 1, {}, false]) await fixture.refuses('delete', {table, all});
    await fixture.refuses('delete', {table, where: {id: 1}, all: true});
  });

  test('DB04 every row is changed when that is said, and rows without a value when that is', async () => {
    const {db} = fixture;
    expect((await db.update({table, data: {owner: null}, where: {id: {in: [1, 2]}}})).rowCount).toBe(2);
    expect((await db.delete({table, where: {owner: {isNull: true}}})).rowCount).toBe(2);
    expect((await db.update({table, data: {balance: 0}, all: true})).rowCount).toBe(3);
    expect((await db.delete({table, all: true})).rowCount).toBe(3);
  });
});

import {describe, expect, test} from '@jest/globals';
import {hasPostgres} from '../support/postgres-server.js';
import {useAccounts} from './database-table-fixture.js';

const real = (await hasPostgres()) ? describe : describe.skip;

const notScalars: readonly unknown[] = [
  [1],
  [],
  [[1, 2], [3]],
  {a: 1},
  {},
  {$ne: null},
  {toPostgres: 'x'},
  {toPostgres: {}, toJSON: 'x'},
  true,
];

real('values in SQL [needs postgres]', () => {
  const fixture = useAccounts();
  const table = 'accounts';

  test.each(notScalars.map((value) => [value]))('DB03 %j is no value of a scalar column', async (value) => {
    for (const column of ['id', 'owner', 'balance']) {
      await fixture.refuses('insert', {table, data: {id: 9, [column]: value}});
      await fixture.refuses('update', {table, data: {[column]: value}, where: {id: 1}});
      await fixture.refuses('upsert', {table, data: {id: 1, owner: 'x', [column]: value}});
      await fixture.refuses('select', {table, where: {[column]: {eq: value}}});
      await fixture.refuses('select', {table, where: {[column]: {in: [value]}}});
      await fixture.refuses('delete', {table, where: {[column]: {gt: value}}});
      await fixture.refuses('delete', {table, where: {or: [{[column]: {between: [value, value]}}]}});
    }
  });

  test.each(['where', 'data'])('CO01 a key of %s that wants to reach a prototype is refused', async (parameter) => {
    for (const text of [
      '{"__proto__": {"admin": true}}',
      '{"constructor": {"prototype": {"admin": true}}}',
      '{"id": {"__proto__": 1}}',
      '{"constructor.prototype.x": 1}',
      '{"toString": 1, "hasOwnProperty": 1}',
    ]) {
      const hostile: unknown = JSON.parse(text);
      await fixture.refuses('update', {table, data: {owner: 'x'}, where: {id: 1}, [parameter]: hostile});
    }
  });

  test('DB03 a list goes into an array, and nothing else does', async () => {
    for (const tags of ['{a,b}', 1, {a: 1}, [{a: 1}], [true]]) {
      await fixture.refuses('update', {table, data: {tags}, where: {id: 1}});
    }
    const {db} = fixture;
    const tags = ['a', null, '{b,"c"}', "'; drop table accounts--"];
    const changed = await db.update({table, data: {tags}, where: {id: 1}, returning: ['tags']});
    expect(changed.rows).toEqual([{tags}]);
  });

  test.each([
    ['limit', '1; drop table accounts'],
    ['limit', -1],
    ['limit', 1.5],
    ['limit', [1]],
    ['limit', {}],
    ['limit', 'all'],
    ['offset', '0 union select'],
    ['offset', -1],
    ['orderBy', 'id; drop table accounts'],
    ['orderBy', '(select 1)'],
    ['orderBy', 'id desc, (case when true then 1 end)'],
    ['orderBy', {column: 'id', direction: 'desc; drop table accounts'}],
    ['orderBy', {column: 'id', nulls: 'first, 1'}],
    ['orderBy', 1],
    ['columns', 'id'],
    ['columns', [1]],
    ['distinct', 'on (id)'],
  ])('DB03 %s %j is refused', async (parameter, value) => {
    await fixture.refuses('select', {table, [parameter]: value});
  });

  test('DB03 a minus sign before a value is no comment, and a text stays one', async () => {
    const {db} = fixture;
    await db.update({table, data: {balance: -7, owner: "\n; delete from accounts where '1'='1"}, where: {id: 1}});
    expect((await db.select({table, where: {balance: {lt: -1}, owner: {like: '%delete%'}}})).rows).toMatchObject([
      {id: 1, balance: '-7'},
    ]);
    expect((await db.select({table})).rowCount).toBe(5);
  });

  test('DB03 what is no number of the type is refused by the server, with nothing changed', async () => {
    const {db} = fixture;
    for (const id of ['1 or 1=1', '1;2', '', '0x', 99_999_999_999]) {
      const result = await db.getTool('delete').execute({table, where: {id}});
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'failed'}});
    }
    expect((await db.select({table})).rowCount).toBe(5);
  });

  test('DB03 ordinary values go in and come out', async () => {
    const {db} = fixture;
    const row = {id: 2147483647, owner: 'Zoë 🦊', balance: '12345678901234567890.5', tags: []};
    expect((await db.insert({table, data: row})).rows).toEqual([row]);
    expect((await db.select({table, where: {id: row.id, balance: row.balance}})).rows).toEqual([row]);
  });
});

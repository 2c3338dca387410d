import {beforeEach, describe, expect, test} from '@jest/globals';
import {dataOf, errorOf} from '../../../support/one-module.js';
import {onEachDatabase} from './each-database.js';

onEachDatabase('rows of a table', (fixture) => {
  beforeEach(async () => {
    const {db} = fixture;
    await db.createTable({
      table: 'people',
      columns: {
        id: {type: 'bigint', identity: 'byDefault', primaryKey: true},
        name: {type: 'text', nullable: false},
        age: 'integer',
        tags: {type: 'text[]', default: []},
        data: 'jsonb',
        big: 'bigint',
        amount: 'numeric(20,5)',
        born: 'timestamptz',
        bytes: 'bytea',
        active: {type: 'boolean', default: true},
      },
      unique: [['name']],
    });
    await db.insert({
      table: 'people',
      data: [
        {name: 'Ada', age: 36, tags: ['math', 'code'], data: {likes: ['tea'], n: 1}},
        {name: 'Bob', age: 20, tags: ['code']},
        {name: 'Cleo', data: 'text'},
      ],
      returning: [],
    });
  });

  const names = async (input: Record<string, unknown>): Promise<unknown[]> => {
    const {rows} = await fixture.db.select({table: 'people', columns: ['name'], orderBy: 'name', ...input});
    return rows.map(({name}) => name);
  };

  describe('select', () => {
    test.each<[Record<string, unknown>, string[]]>([
      [{}, ['Ada', 'Bob', 'Cleo']],
      [{where: {age: {gt: 20}}}, ['Ada']],
      [{where: {name: {like: '%o%'}}}, ['Bob', 'Cleo']],
      [{where: {name: {ilike: 'a%'}}}, ['Ada']],
      [{where: {id: {in: [1, 3]}}}, ['Ada', 'Cleo']],
      [{where: {id: {notIn: [1, 3]}}}, ['Bob']],
      [{where: {age: null}}, ['Cleo']],
      [{where: {or: [{age: null}, {age: {between: [30, 40]}}]}}, ['Ada', 'Cleo']],
      [{where: {not: {age: {gte: 30}}}}, ['Bob']],
      [{where: {tags: {contains: ['code']}}}, ['Ada', 'Bob']],
      [{where: {tags: {overlaps: ['math', 'none']}}}, ['Ada']],
      [{where: {tags: {eq: ['math', 'code']}}}, ['Ada']],
      [{where: {data: {contains: {likes: ['tea']}}}}, ['Ada']],
      [{where: {data: 'text'}}, ['Cleo']],
      [{where: {name: {startsWith: 'Cl'}}}, ['Cleo']],
      [{orderBy: 'age desc nulls last'}, ['Ada', 'Bob', 'Cleo']],
      [{orderBy: ['-active', '-name']}, ['Cleo', 'Bob', 'Ada']],
      [{limit: 1, offset: 1}, ['Bob']],
      [{where: {name: "x' or '1'='1"}}, []],
    ])('%j', async (input, expected) => {
      expect(await names(input)).toEqual(expected);
    });

    test('says that there is more, by a row that is not answered', async () => {
      const {db} = fixture;
      expect(await db.select({table: 'people', limit: 2})).toMatchObject({rowCount: 2, hasMore: true});
      expect(await db.select({table: 'people', limit: 3})).toMatchObject({rowCount: 3, hasMore: false});
      expect(await db.select({table: 'people', limit: 0})).toEqual({rows: [], rowCount: 0, hasMore: true});
    });

    test('answers rows that are alike once', async () => {
      expect((await fixture.db.select({table: 'people', columns: ['active'], distinct: true})).rows).toEqual([
        {active: true},
      ]);
    });

    test('positional: table, then where', async () => {
      expect((await fixture.db.select('people', {name: 'Ada'})).rowCount).toBe(1);
    });

    test('a table that is not there has a code of its own, and the nearest name', async () => {
      const error = errorOf(await fixture.db.getTool('select').execute({table: 'poeple'}));
      expect(error).toMatchObject({code: 'UNKNOWN_TABLE', outcome: 'not_executed'});
      expect(error.message).toBe('There is no table "poeple". Did you mean "people"?');
    });

    test('a column that came later is found without a restart', async () => {
      const {db} = fixture;
      await db.select({table: 'people'});
      await db.query('alter table people add column city text');
      expect((await db.select({table: 'people', where: {city: null}})).rowCount).toBe(3);
      await db.query('alter table people drop column city');
      expect(errorOf(await db.getTool('select').execute({table: 'people', columns: ['city']})).code).toBe(
        'INVALID_PARAMETER',
      );
      await db.query('alter table people rename column age to years');
      expect((await db.select({table: 'people', where: {years: 36}})).rowCount).toBe(1);
    });

    test('a table that was made again with other types is read again', async () => {
      const {db} = fixture;
      await db.select({table: 'people', where: {age: 36}});
      await db.query('alter table people alter column age type int[] using array[age]');
      expect((await db.select({table: 'people', where: {age: {contains: [36]}}})).rowCount).toBe(1);
    });

    test('a table of a transaction is seen in it, and forgotten with it', async () => {
      const {db} = fixture;
      const transaction = await db.beginTransaction({independent: true});
      await db.createTable({table: 'mine', columns: {id: 'int'}, transaction});
      expect((await db.select({table: 'mine', transaction})).rowCount).toBe(0);
      await db.rollback({transaction});
      expect(errorOf(await db.getTool('select').execute({table: 'mine'})).code).toBe('UNKNOWN_TABLE');
    });
  });

  describe('values', () => {
    test('go in and come out the same', async () => {
      const {db} = fixture;
      const data = {
        name: 'Dora',
        age: 1,
        tags: ['a', 'b"c', '{x}', 'NULL', '', 'back\\slash', null],
        data: {deep: [1, {x: null}], text: "it's"},
        big: '9223372036854775807',
        amount: '123456789012345.67890',
        born: '2026-01-31T12:00:00.123456Z',
        bytes: '\\x00ff',
        active: false,
      };
      const {rows} = await db.insert({table: 'people', data});
      expect(rows).toEqual([{id: 4, ...data}]);
      const {id, ...rest} = rows[0] ?? {};
      expect(id).toBe(4);
      const where = Object.fromEntries(Object.entries(rest).map(([column, eq]) => [column, {eq}]));
      const again = await db.update({table: 'people', data: rest, where});
      expect(again.rows).toEqual(rows);
    });

    test('a text for json is a text of JSON, as select answers it', async () => {
      const {db} = fixture;
      await db.update({table: 'people', data: {data: '{"a": 1}'}, where: {id: 1}});
      expect((await db.select({table: 'people', where: {id: 1}})).rows[0]?.['data']).toBe('{"a": 1}');
    });
  });

  describe('insert, update, delete', () => {
    test('answer the columns that are asked for, or none', async () => {
      const {db} = fixture;
      expect(await db.insert({table: 'people', data: {name: 'Dora'}, returning: ['id', 'tags']})).toEqual({
        rows: [{id: 4, tags: []}],
        rowCount: 1,
      });
      expect(await db.update({table: 'people', data: {age: 1}, where: {id: {lte: 2}}, returning: []})).toEqual({
        rows: [],
        rowCount: 2,
      });
      expect((await db.delete({table: 'people', where: {id: 4}})).rows).toMatchObject([{name: 'Dora'}]);
      expect(await db.delete({table: 'people', where: {id: 99}})).toEqual({rows: [], rowCount: 0});
    });

    test('all rows of an insert are stored, or none', async () => {
      const {db} = fixture;
      const result = await db.getTool('insert').execute({table: 'people', data: [{name: 'Dora'}, {name: 'Ada'}]});
      expect(errorOf(result)).toMatchObject({code: 'DUPLICATE_KEY', outcome: 'failed'});
      expect(await names({})).toEqual(['Ada', 'Bob', 'Cleo']);
    });

    test('many rows go in as several statements of one transaction', async () => {
      const {db} = fixture;
      await db.createTable({table: 'many', columns: {a: 'int', b: 'int', c: 'int'}});
      const data = Array.from({length: 12_000}, (_, a) => ({a, b: a, c: a}));
      expect(await db.insert({table: 'many', data, returning: []})).toEqual({rows: [], rowCount: 12_000});
      const broken = [...data, {a: 'x'}];
      expect(errorOf(await db.getTool('insert').execute({table: 'many', data: broken})).code).toBe('INVALID_PARAMETER');
      const {rows} = await db.query('select count(*) as n, count(distinct a) as d, max(c) as m from many');
      expect(rows).toEqual([{n: 12_000, d: 12_000, m: 11_999}]);
    });

    test('rows that are too many to answer are counted, and some of them answered', async () => {
      const {db} = fixture;
      await db.query('create table wide as select n from generate_series(1, 10010) n');
      const result = await db.getTool('update').execute({table: 'wide', data: {n: 0}, all: true});
      expect(dataOf(result)).toMatchObject({rowCount: 10_010});
      expect((dataOf(result) as {rows: unknown[]}).rows).toHaveLength(10_000);
      expect(result.metadata.warnings?.join()).toContain('the first 10000 are answered');
      expect(await db.select({table: 'wide'})).toMatchObject({rowCount: 10_000, hasMore: true});
      expect(await db.select({table: 'wide', offset: 10})).toMatchObject({rowCount: 10_000, hasMore: false});
    });

    test('update sets null, and every row when all of them are meant', async () => {
      const {db} = fixture;
      await db.update({table: 'people', data: {age: null}, where: {id: 1}});
      expect((await db.update({table: 'people', data: {active: false}, all: true})).rowCount).toBe(3);
      expect(await names({where: {age: null, active: false}})).toEqual(['Ada', 'Cleo']);
    });

    test('a condition beside all: true is refused, for one of them is a mistake', async () => {
      const {db} = fixture;
      const result = await db.getTool('delete').execute({table: 'people', where: {id: 1}, all: true});
      expect(errorOf(result).code).toBe('INVALID_PARAMETER');
    });
  });

  describe('upsert', () => {
    test('makes what is not there, and changes what is', async () => {
      const {db} = fixture;
      const data = [
        {name: 'Ada', age: 37},
        {name: 'Dora', age: 1},
      ];
      const done = await db.upsert({table: 'people', data, conflict: ['name'], returning: ['name', 'age']});
      expect(done).toEqual({rows: data, rowCount: 2, inserted: 1, updated: 1});
    });

    test('update: [] leaves rows alone that are there', async () => {
      const {db} = fixture;
      const data = [
        {id: 1, name: 'Other'},
        {id: 9, name: 'Nine'},
      ];
      expect(await db.upsert({table: 'people', data, update: [], returning: ['id']})).toEqual({
        rows: [{id: 9}],
        rowCount: 1,
        inserted: 1,
        updated: 0,
      });
      expect(await names({where: {id: 1}})).toEqual(['Ada']);
    });
  });
});

import {expect, test} from '@jest/globals';
import {onEachDatabase} from '../tables/each-database.js';

onEachDatabase('failures of statements', (fixture) => {
  test.each([
    ['selct 1', 'SYNTAX_ERROR', '42601'],
    ['select 1; select 2', 'SYNTAX_ERROR', '42601'],
    ['select * from missing', 'UNKNOWN_TABLE', '42P01'],
    ['select nme from people', 'UNKNOWN_COLUMN', '42703'],
    ['select missing(1)', 'UNKNOWN_FUNCTION', '42883'],
    ['insert into people values (1, $$Ada$$)', 'DUPLICATE_KEY', '23505'],
    ['insert into people values (2, null)', 'NOT_NULL_VIOLATION', '23502'],
    ['insert into people values (-1, $$Bob$$)', 'CHECK_VIOLATION', '23514'],
    ['insert into pets values (9)', 'FOREIGN_KEY_VIOLATION', '23503'],
    ['create table people (id int)', 'RESOURCE_EXISTS', '42P07'],
    ['select 1 / 0', 'INVALID_PARAMETER', '22012'],
    ["select 'x'::int", 'INVALID_PARAMETER', '22P02'],
    ['drop table people', 'CONFLICT', '2BP01'],
    ["do $$ begin raise exception 'not today'; end $$", 'RAISED', 'P0001'],
    ['vacuum', undefined, undefined],
  ])('%s answers %s, with SQLSTATE %s as its cause', async (sql, code, state) => {
    const {db} = fixture;
    await db.query('create table people (id int primary key check (id > 0), name text not null)');
    await db.query('create table pets (owner int references people)');
    await db.query("insert into people values (1, 'Ada')");
    const result = await db.getTool('query').execute({sql});
    if (code === undefined) expect(result.success).toBe(true);
    else {
      expect(result).toMatchObject({success: false, error: {code, outcome: 'failed', details: {cause: {code: state}}}});
    }
    expect((await db.query('select count(*)::int as n from people')).rows).toEqual([{n: 1}]);
  });

  test('a value that does not fit is named by its column and its place in the input', async () => {
    const {db} = fixture;
    await db.createTable({table: 'people', columns: {id: 'integer', name: 'text', age: 'integer'}});
    const fits = async (tool: 'insert' | 'update' | 'select', input: object): Promise<string> => {
      const result = await db.getTool(tool).execute({table: 'people', ...input} as never);
      if (result.success) return 'fits';
      expect(result.error).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'failed'});
      return result.error.message;
    };
    const wrong = 'does not fit the column "age" of type integer: invalid input syntax for type integer: "old"';
    expect(await fits('insert', {data: {id: 1, name: 'Ada', age: 'old'}})).toBe(`Parameter "data[0].age" ${wrong}`);
    expect(await fits('update', {data: {age: 'old'}, where: {id: 1}})).toBe(`Parameter "data.age" ${wrong}`);
    expect(await fits('select', {where: {id: 1, age: {gt: 'old'}}})).toBe(`Parameter "where.age.gt" ${wrong}`);
    expect(await fits('select', {where: {age: {in: [1, 99_999_999_999]}}})).toContain(
      'the column "age" of type integer',
    );
    expect(await fits('insert', {data: {id: 1, name: 'Ada', age: 99_999_999_999}})).toContain('out of range');
    expect(await fits('insert', {data: {id: 1, name: 'Ada', age: 1}})).toBe('fits');
  });

  test('the place of a syntax error is shown, and the column that is meant', async () => {
    const {db} = fixture;
    await db.query('create table people (id int, name text)');
    await expect(db.query('select *\nform people')).rejects.toThrow('at line 2, column 1: form people');
    const result = await db.getTool('query').execute({sql: 'select p.nmae from people p'});
    expect(result).toMatchObject({error: {suggestions: expect.arrayContaining([expect.stringContaining('p.name')])}});
  });

  test('of an unknown table the nearest name is suggested, as it has to be written', async () => {
    const {db} = fixture;
    await db.query('create table people (id int)');
    await db.query('create table "Orders" (id int)');
    await db.query('create schema if not exists app');
    await db.query('create table if not exists app.invoices (id int)');
    for (const [sql, meant] of [
      ['select * from peple', 'people'],
      ['drop table poeple', 'people'],
      ['select * from orders', '"Orders"'],
      ['select * from app.invoice', 'app.invoices'],
    ] as const) {
      const result = await db.getTool('query').execute({sql});
      const suggestions = [`Did you mean ${meant}?`, 'See the tables with db.listTables'];
      expect(result).toMatchObject({error: {code: 'UNKNOWN_TABLE', outcome: 'failed', suggestions}});
    }
    for (const tool of ['explain', 'openCursor'] as const) {
      const result = await db.getTool(tool).execute({sql: 'select * from peple'});
      expect(result).toMatchObject({error: {suggestions: expect.arrayContaining(['Did you mean people?'])}});
    }
    const far = await db.getTool('query').execute({sql: 'select * from something_else'});
    expect(far).toMatchObject({error: {code: 'UNKNOWN_TABLE', suggestions: ['See the tables with db.listTables']}});
    await db.query('drop schema app cascade');
  });

  test('in a transaction nobody looks for the name that is meant', async () => {
    const {db} = fixture;
    await db.query('create table people (id int)');
    const transaction = await db.beginTransaction();
    const result = await db.getTool('query').execute({sql: 'select * from peple', transaction});
    expect(result).toMatchObject({error: {code: 'UNKNOWN_TABLE', suggestions: ['See the tables with db.listTables']}});
    await db.rollback({transaction});
  });

  test('a key that is there already is named', async () => {
    const {db} = fixture;
    await db.query('create table people (id int primary key)');
    await db.query('insert into people values (1)');
    expect(await db.getTool('query').execute({sql: 'insert into people values (1)'})).toMatchObject({
      error: {
        code: 'DUPLICATE_KEY',
        recoverable: false,
        suggestions: ['Use another key, or db.upsert'],
        details: {cause: {code: '23505'}, context: {constraint: 'people_pkey', detail: 'Key (id)=(1) already exists.'}},
      },
    });
  });

  test('too few and too many values are told', async () => {
    for (const values of [[], [1, 2]]) {
      const result = await fixture.db.getTool('query').execute({sql: 'select $1::int', values});
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'failed'}});
    }
    expect((await fixture.db.query('select 1 as one')).rows).toEqual([{one: 1}]);
  });

  test('a statement with more values than the protocol can count is refused', async () => {
    const values = Array.from({length: 65_536}, () => 1);
    await expect(fixture.db.query({sql: 'select 1', values})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
  });
});

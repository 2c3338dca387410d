import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/core/runtime.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import {shipped} from './config.js';

describe('configs/sqlite.json', () => {
  const runtime = new Runtime();
  let sqlite: ModuleInstance;
  const call = <T>(tool: string, input: object): Promise<T> =>
    sqlite.getTool(tool).call(input as Record<string, unknown>) as Promise<T>;
  beforeAll(async () => {
    sqlite = await shipped('sqlite', {}, runtime);
  });
  afterAll(async () => {
    await sqlite.cleanup();
    expect(runtime.handles.list()).toEqual([]);
  });

  test('changes and asks a database, and gives it back as a file that opens again', async () => {
    const database = await call('open', {});
    await call('execute', {database, sql: 'create table users (id integer, name text, photo blob)'});
    expect(
      await call('execute', {
        database,
        sql: "insert into users values (1, ?, null), (2, ?, x'6869')",
        params: ['Ada', "O'Hara"],
      }),
    ).toEqual({changed: 2});

    const {data} = await call<{data: string}>('export', {database});
    await call('close', {database});
    expect(Buffer.from(data, 'base64').toString('latin1')).toMatch(/^SQLite format 3/);

    const again = await call('open', {data});
    const rows = {columns: ['name', 'photo'], rows: [["O'Hara", 'aGk=']]};
    expect(
      await call('query', {database: again, sql: 'select name, photo from users where id = ?', params: [2]}),
    ).toEqual(rows);
    expect(
      await call('query', {database: again, sql: 'select name, photo from users where id = :id', params: {':id': 2}}),
    ).toEqual(rows);
    expect(await call('query', {database: again, sql: 'select 1 where false'})).toEqual({columns: [], rows: []});
  });

  test('reads the rows of a statement one by one', async () => {
    const database = await call('open', {});
    const statement = await call('prepare', {database, sql: 'select 1 as n union select 2', params: []});

    const seen: unknown[] = [];
    while ((await call<{more: boolean}>('step', {statement})).more) seen.push(await call('row', {statement}));

    expect(seen).toEqual([{n: 1}, {n: 2}]);
    await call('close', {database});
    expect(await sqlite.getTool('step').execute({statement})).toMatchObject({error: {code: 'HANDLE_RELEASED'}});
  });

  test('a statement that SQLite refuses is SQL_FAILED, and a value is never a statement', async () => {
    const database = await call('open', {});
    await call('execute', {database, sql: 'create table t (x)'});

    expect(await sqlite.getTool('query').execute({database, sql: 'selct 1'})).toMatchObject({
      error: {code: 'SQL_FAILED', message: 'near "selct": syntax error'},
    });
    await call('execute', {database, sql: 'insert into t values (?)', params: ["'); drop table t; --"]});
    expect(await call('query', {database, sql: 'select count(*) from t'})).toMatchObject({rows: [[1]]});
  });
});

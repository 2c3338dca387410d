import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('DB01 a read-only database, as a superuser [needs postgres]', () => {
  let server: PostgresServer;
  let owner: Database;
  let reader: Database;

  beforeAll(async () => {
    server = await startPostgres();
    owner = await DatabaseModuleDefinition.create(server.config);
    // One connection, so that what an attempt leaves behind would meet the next.
    reader = await DatabaseModuleDefinition.create({...server.config, readOnly: true, maxConnections: 1});
    await owner.query('create table t (id int)');
    await owner.query('insert into t values (1)');
    await owner.query("create procedure add_row() language sql as 'insert into t values (9)'");
    await owner.query(
      "create function add_row_too() returns int language sql as 'insert into t values (9) returning id'",
    );
  }, 60_000);
  afterAll(async () => {
    await reader?.cleanup();
    await owner?.cleanup();
    await server?.end();
  });

  const rows = async (): Promise<unknown> => (await owner.query('select count(*)::int as n from t')).rows[0]?.['n'];
  const insert = 'insert into t values (2)';

  test.each([
    'COMMIT; insert into t values (2); select 1',
    'select 1; insert into t values (2)',
    insert,
    'with x as (insert into t values (2) returning id) select * from x',
    'explain analyze insert into t values (2)',
    'create table u (id int)',
    'truncate t',
    'select add_row_too()',
    'call add_row()',
    'do $$ begin insert into t values (2); end $$',
    'do $$ begin commit; set transaction read write; insert into t values (2); end $$',
    'do $$ begin set default_transaction_read_only = off; commit; insert into t values (2); end $$',
    "do $$ begin perform set_config('transaction_read_only', 'off', true); insert into t values (2); end $$",
    // Comments nest, and end at a CR too: what is hidden from who reads otherwise.
    '/* /* */ select */ do $$ begin commit; set transaction read write; insert into t values (2); commit; end $$',
    '--\rdo $$ begin commit; set transaction read write; insert into t values (3); commit; end $$ /*\nselect 1 */',
    'select nextval(pg_get_serial_sequence($$t$$, $$id$$)), setval($$s$$, 1)',
  ])('DB01 nothing is written by: %s', async (sql) => {
    for (const input of [{sql}, {sql, values: []}]) {
      const result = await reader.getTool('query').execute(input);
      expect(result).toMatchObject({success: false, error: {outcome: expect.stringMatching(/failed|not_executed/)}});
      expect(await rows()).toBe(1);
    }
  });

  test.each([
    'set default_transaction_read_only = off',
    "select set_config('default_transaction_read_only', 'off', false)",
    'reset default_transaction_read_only',
    'reset all',
    'discard all',
    'set session characteristics as transaction read write',
    'set transaction read write',
    'begin read write',
  ])('DB01 it can not be switched off by: %s', async (sql) => {
    await reader.getTool('query').execute({sql});
    const result = await reader.getTool('query').execute({sql: insert});
    expect(result).toMatchObject({
      success: false,
      error: {code: 'PERMISSION_DENIED', details: {cause: {code: '25006'}}},
    });
    expect(await rows()).toBe(1);
  });

  test('DB01 nor in a transaction, nor through a cursor', async () => {
    for (const sql of ['set transaction read write', "select set_config('transaction_read_only', 'off', true)"]) {
      await reader.beginTransaction();
      await reader.getTool('query').execute({sql});
      expect(await reader.getTool('query').execute({sql: insert})).toMatchObject({success: false});
      await reader.rollback();
    }
    const cursor = await reader.openCursor('select add_row_too()');
    await expect(reader.fetch(cursor)).rejects.toMatchObject({code: 'PERMISSION_DENIED'});
    await reader.closeCursor(cursor);
    expect(await rows()).toBe(1);
  });

  test.each(['rollback and chain', 'commit and chain', 'rollback', 'commit'])(
    'DB01 nor by a hidden %s, after which a transaction could be switched',
    async (end) => {
      await reader.beginTransaction();
      const statements = [`/* /* */ select */ ${end}`, `--\r${end} /*\nselect 1 */`, insert];
      for (const sql of statements) {
        const result = await reader.getTool('query').execute({sql});
        expect(result).toMatchObject({success: false, error: {outcome: expect.stringMatching(/failed|not_executed/)}});
        await reader.getTool('query').execute({sql: 'set transaction read write'});
      }
      await reader.getTool('commit').execute({});
      await reader.getTool('rollback').execute({});
      expect(await rows()).toBe(1);
      expect((await reader.query('show transaction_read_only')).rows).toEqual([{transaction_read_only: 'on'}]);
    },
  );

  test('DB01 its twin: reading goes on, also with a semicolon in a text and with what looks like SQL', async () => {
    expect(
      (await reader.query("select 'a; insert into t values (2)' as v, $1::text as w", ['; drop table t --'])).rows,
    ).toEqual([{v: 'a; insert into t values (2)', w: '; drop table t --'}]);
    expect((await reader.query('select count(*)::int as n from t;')).rows).toEqual([{n: 1}]);
    expect(await rows()).toBe(1);
  });
});

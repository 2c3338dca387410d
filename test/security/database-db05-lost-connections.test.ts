import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('DB05 connections that are lost [needs postgres]', () => {
  let server: PostgresServer;
  let owner: Database;
  let db: Database;
  const unhandled: unknown[] = [];
  const listen = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(async () => {
    process.on('unhandledRejection', listen);
    server = await startPostgres();
  }, 60_000);
  beforeEach(async () => {
    owner = await DatabaseModuleDefinition.create({...server.config, applicationName: 'owner'});
    db = await DatabaseModuleDefinition.create({...server.config, applicationName: 'victim'});
    await owner.query('drop table if exists t');
    await owner.query('create table t (id int)');
  });
  afterEach(async () => {
    await db.cleanup();
    await owner.cleanup();
    expect(unhandled).toEqual([]);
  });
  afterAll(async () => {
    process.off('unhandledRejection', listen);
    await server?.end();
  });

  const count = async (): Promise<unknown> => (await owner.query('select count(*)::int as n from t')).rows[0]?.['n'];
  const victims = "from pg_stat_activity where application_name = 'victim' and pid <> pg_backend_pid()";
  /** A connection that was still being opened shows up late, and goes as well. */
  const terminate = (): Promise<void> => until(`select count(pg_terminate_backend(pid))::int as n ${victims}`, 0);
  const until = async (sql: string, wanted: number): Promise<void> => {
    for (;;) {
      const {rows} = await owner.query(sql);
      if (rows[0]?.['n'] === wanted) return;
    }
  };

  test('DB05 (a) idle ones are replaced, and nobody notices', async () => {
    await Promise.all([db.query('select 1'), db.query('select 2'), db.query('select 3')]);
    await terminate();
    const answers = await Promise.all(
      [1, 2, 3].map((n) => db.getTool('query').execute({sql: `select ${String(n)} as n`})),
    );
    expect(answers.map(({success}) => success)).toEqual([true, true, true]);
  });

  test('DB05 (b) one in a transaction takes it with it: nothing stands, its handle is dead, the next call works', async () => {
    const transaction = await db.beginTransaction();
    await db.query('insert into t values (1)');
    await terminate();
    for (const input of [{sql: 'insert into t values (2)', transaction}, {sql: 'insert into t values (3)'}]) {
      const result = await db.getTool('query').execute(input);
      expect(result).toMatchObject({success: false, error: {outcome: expect.stringMatching(/not_executed|failed/)}});
    }
    const commit = await db.getTool('commit').execute({transaction});
    expect(commit).toMatchObject({success: false, error: {outcome: expect.stringMatching(/not_executed|failed/)}});
    expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
    expect(await count()).toBe(0);
  });

  test.each(['insert into t select 1 from pg_sleep(20)', 'select pg_sleep(20)'])(
    'DB05 (c) one in the middle of %s: it is lost, and nothing was done',
    async (sql) => {
      const running = db.getTool('query').execute({sql});
      await until(`select count(*)::int as n ${victims} and query like '%pg_sleep%'`, 1);
      await terminate();
      expect(await running).toMatchObject({
        success: false,
        error: {code: 'CONNECTION_LOST', outcome: 'failed', recoverable: true},
      });
      expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
      expect(await count()).toBe(0);
    },
  );

  test('DB05 a server that crashes and comes back is used again', async () => {
    const running = db.getTool('query').execute({sql: 'insert into t select 1 from pg_sleep(20)'});
    await until(`select count(*)::int as n ${victims} and query like '%pg_sleep%'`, 1);
    await server.kill();
    expect(await running).toMatchObject({
      success: false,
      error: {code: 'CONNECTION_LOST', outcome: expect.stringMatching(/failed|not_executed/)},
    });
    expect(await db.getTool('query').execute({sql: 'select 1'})).toMatchObject({
      success: false,
      error: {
        code: 'NETWORK_ERROR',
        outcome: 'not_executed',
        recoverable: true,
        details: {cause: {code: 'ECONNREFUSED'}},
      },
    });
    await server.start();
    expect(await count()).toBe(0);
    expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
  });
});

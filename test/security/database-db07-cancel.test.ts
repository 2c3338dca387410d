import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {timeOf} from '../support/machine-time.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('DB07 what is cancelled or too late ends on the server [needs postgres]', () => {
  let server: PostgresServer;
  let owner: Database;
  let db: Database;

  beforeAll(async () => {
    server = await startPostgres();
    owner = await DatabaseModuleDefinition.create({...server.config, applicationName: 'owner'});
    // The pool is exhausted by the one statement that has to be ended.
    db = await DatabaseModuleDefinition.create({...server.config, applicationName: 'victim', maxConnections: 1});
    await owner.query('create table t as select n as id, 0 as v from generate_series(1, 200000) n');
  }, 60_000);
  afterAll(async () => {
    await db?.cleanup();
    await owner?.cleanup();
    await server?.end();
  });

  const active =
    "select count(*)::int as n from pg_stat_activity where application_name = 'victim' and state = 'active'";
  const until = async (sql: string, wanted: number): Promise<void> => {
    for (;;) if ((await owner.query(sql)).rows[0]?.['n'] === wanted) return;
  };
  const statements = [
    'select pg_sleep(30)',
    'update t set v = v + 1 from (select pg_sleep(30)) s',
    'update t set v = (select count(*) from generate_series(1, 20000) where t.id > 0)',
  ];

  test.each(statements)('DB07 cancel of %s', async (sql) => {
    const controller = new AbortController();
    const running = db.getTool('query').execute({sql}, {signal: controller.signal});
    await until(active, 1);
    const {answer, took} = await timeOf(async () => {
      controller.abort();
      return running;
    });
    expect(answer).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED', outcome: 'failed'}});
    expect(took).toBeLessThan(1000);
    await until(active, 0);
    expect((await db.query('select count(*)::int as n from t where v <> 0')).rows).toEqual([{n: 0}]);
  });

  test.each(statements)("DB07 the caller's time is over for %s", async (sql) => {
    const {answer, took} = await timeOf(() => db.getTool('query').execute({sql}, {timeout: 300}));
    expect(answer).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT', outcome: 'failed'}});
    expect(took).toBeLessThan(1300);
    await until(active, 0);
    expect((await db.query('select count(*)::int as n from t where v <> 0')).rows).toEqual([{n: 0}]);
  });

  test('DB07 statementTimeout ends a statement in a transaction, which can then be rolled back', async () => {
    const bounded = await DatabaseModuleDefinition.create({
      ...server.config,
      applicationName: 'victim',
      statementTimeout: 300,
    });
    try {
      await bounded.beginTransaction();
      await bounded.query('update t set v = 1 where id = 1');
      await expect(bounded.query('select pg_sleep(30)')).rejects.toMatchObject({
        code: 'OPERATION_TIMEOUT',
        outcome: 'failed',
      });
      await until(active, 0);
      await bounded.rollback();
      expect((await bounded.query('select v from t where id = 1')).rows).toEqual([{v: 0}]);
    } finally {
      await bounded.cleanup();
    }
  });

  test('DB07 its twin: what is not cancelled goes on, also right after something that was', async () => {
    for (let round = 0; round < 20; round++) {
      const controller = new AbortController();
      const running = db.getTool('query').execute({sql: 'select pg_sleep(5)'}, {signal: controller.signal});
      setImmediate(() => controller.abort());
      await running;
      expect(await db.getTool('query').execute({sql: 'select pg_sleep(0.01), 1 as one'})).toMatchObject({
        success: true,
      });
    }
  });
});

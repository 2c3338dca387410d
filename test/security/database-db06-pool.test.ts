import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('DB06 a pool of two connections [needs postgres]', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    await server?.end();
  });

  const create = (options: object) =>
    DatabaseModuleDefinition.create({...server.config, maxConnections: 2, ...options});

  test('DB06 who finds no free connection in time is told, and nothing was done for him', async () => {
    const db = await create({acquireTimeout: 200});
    try {
      const open = [await db.beginTransaction({independent: true}), await db.beginTransaction({independent: true})];
      const third = await db.getTool('beginTransaction').execute({independent: true});
      expect(third).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT', outcome: 'not_executed'}});
      for (const transaction of open) await db.rollback({transaction});
      expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
    } finally {
      await db.cleanup();
    }
  });

  test('DB06 a transaction that was forgotten is rolled back by its lease, and the queue drains', async () => {
    const db = await create({idleTransactionTimeout: 300, acquireTimeout: 20_000});
    try {
      await db.query('create table forgotten (id int)');
      const forgotten = await db.beginTransaction({independent: true});
      await db.query({sql: 'insert into forgotten values (1)', transaction: forgotten});
      const second = await db.beginTransaction({independent: true});
      const queued = Array.from({length: 100}, (_, n) => db.query({sql: 'select $1::int as n', values: [n]}));
      await db.commit({transaction: second}).catch(() => undefined);
      expect((await Promise.all(queued)).map(({rows}) => rows[0]?.['n'])).toEqual(
        Array.from({length: 100}, (_, n) => n),
      );
      for (;;) {
        const late = await db.getTool('query').execute({sql: 'select 1', transaction: forgotten});
        if (!late.success) {
          expect(late.error).toMatchObject({code: 'HANDLE_EXPIRED', outcome: 'not_executed'});
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      expect((await db.query('select count(*)::int as n from forgotten')).rows).toEqual([{n: 0}]);
    } finally {
      await db.cleanup();
    }
  });

  test('DB06 the queue is bounded', async () => {
    const db = await create({maxWaiting: 5, acquireTimeout: 20_000});
    try {
      const calls = Array.from({length: 20}, () => db.getTool('query').execute({sql: 'select pg_sleep(0.05)'}));
      const results = await Promise.all(calls);
      const refused = results.filter((result) => !result.success && result.error.code === 'LIMIT_EXCEEDED');
      expect(refused.length).toBeGreaterThan(0);
      expect(results.filter(({success}) => success).length).toBeGreaterThanOrEqual(7);
    } finally {
      await db.cleanup();
    }
  });

  test('DB06 nobody sees what another one has not committed, nor gets his transaction', async () => {
    const db = await create({});
    try {
      await db.query('create table uncommitted (id int)');
      const transaction = await db.beginTransaction({independent: true});
      await db.query({sql: 'insert into uncommitted values (1)', transaction});
      await db.getTool('query').execute({sql: 'do $$ begin perform 1; end $$'});
      await db.runtime.handles.release(transaction);
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() =>
          db.query('select count(*)::int as n, pg_current_xact_id_if_assigned() as x from uncommitted'),
        ),
      );
      for (const {rows} of answers) expect(rows).toEqual([{n: 0, x: null}]);
    } finally {
      await db.cleanup();
    }
  });
});

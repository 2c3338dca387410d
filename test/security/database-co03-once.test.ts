import {afterAll, beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';
import {useTcpProxies} from '../support/tcp-proxy.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('CO03 a statement whose answer is lost [needs postgres]', () => {
  const proxyOf = useTcpProxies();
  let server: PostgresServer;
  let owner: Database;

  beforeAll(async () => {
    server = await startPostgres();
    owner = await DatabaseModuleDefinition.create({...server.config, applicationName: 'owner'});
    await owner.query('create schema audit');
    await owner.query('create table audit.lines (line text)');
    await owner.query(`create function audit.log(line text) returns int language sql volatile as
      'insert into audit.lines values ($1) returning 1'`);
    await owner.query("create view audit.hit as select audit.log('view') as n");
    await owner.query(`create function public.age(line text) returns int language sql volatile as
      'insert into audit.lines values ($1) returning 1'`);
  }, 60_000);
  beforeEach(async () => {
    await owner.query('delete from audit.lines');
  });
  afterAll(async () => {
    await owner?.cleanup();
    await server?.end();
  });

  /** Rows that stand when the server has nothing to do any more for the one that was cut off. */
  const lines = async (): Promise<unknown> => {
    const busy = `select count(*)::int as n from pg_stat_activity
      where application_name = 'victim' and state is distinct from 'idle'`;
    while ((await owner.query(busy)).rows[0]?.['n'] !== 0);
    return (await owner.query('select count(*)::int as n from audit.lines')).rows[0]?.['n'];
  };

  describe.each(["select audit.log('x')", 'select * from audit.hit', "select age('x'::text)"])('%s', (sql) => {
    // A connection that was used before is where a lost one is mistaken for one that had been lost for long.
    test.each(['first', 'second'])('CO03 happens once or not at all as the %s of its connection', async (turn) => {
      const proxy = await proxyOf(server.port);
      const config = {...server.config, port: proxy.port, applicationName: 'victim'};
      const db = await DatabaseModuleDefinition.create(config);
      try {
        const cut = {kind: 'cut', way: 'reply', after: {request: sql}, by: 'reset'} as const;
        proxy.plan((connection) => (turn === 'first' && connection === 0 ? cut : {kind: 'none'}));
        if (turn === 'second') {
          await db.query('select 1');
          proxy.strike(cut);
        }
        const result = await db.getTool('query').execute({sql});
        expect(proxy.struck).toBe(1);
        const outcome = result.success ? 'success' : `${result.error.code}, ${result.error.outcome}`;
        const count = await lines();
        // What a server that never heard the end of it took back may be asked for again.
        if (count === 1) expect(outcome).toMatch(/^(success|CONNECTION_LOST, unknown)$/);
        else expect([count, outcome]).toEqual([0, expect.stringMatching(/^CONNECTION_LOST, /)]);
      } finally {
        await db.cleanup();
      }
    });

    test('CO03 its twin: it happens once when nothing is lost', async () => {
      expect(await owner.getTool('query').execute({sql})).toMatchObject({success: true});
      expect(await lines()).toBe(1);
    });
  });
});

import {afterAll, afterEach, beforeAll, beforeEach, describe, expect} from '@jest/globals';
import pg from 'pg';

import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
import type {Random} from '../support/fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, tally} from '../support/fault-run.js';
import type {Settled} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {inTwoSeconds} from '../support/machine-time.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';
import {useTcpProxies} from '../support/tcp-proxy.js';
import type {Fault} from '../support/tcp-proxy.js';

const available = await hasPostgres();
const describeServer = available ? describe : describe.skip;
const title = available ? 'a database on a server' : 'a database on a server [needs postgres]';

let server: PostgresServer;
beforeAll(async () => {
  if (available) server = await startPostgres();
}, 60_000);
afterAll(async () => {
  if (available) await server.end();
});

/** Asks the server itself, past the proxy. */
async function ask(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({...server.config, ssl: false});
  await client.connect();
  try {
    return ((await client.query(sql)) as {rows: Record<string, unknown>[]}).rows;
  } finally {
    await client.end();
  }
}

const tcpProxy = useTcpProxies();
const made: {cleanup(): Promise<void>}[] = [];
beforeEach(async () => {
  await ask('drop table if exists effects');
  await ask('create table effects (id text)');
});
afterEach(async () => {
  for (const db of made.splice(0)) await db.cleanup();
});
watchProcess();

const name = 'faults';

/** The connections of the module that the server has. */
const connections = async (): Promise<number> =>
  Number((await ask(`select count(*)::int as n from pg_stat_activity where application_name = '${name}'`))[0]!['n']);

async function createSite(planned: Fault | (() => Fault) = {kind: 'none'}) {
  const proxy = await tcpProxy(server.port);
  proxy.plan(planned);
  const {host, ...where} = server.config;
  const db = await DatabaseModuleDefinition.create({
    ...where,
    host,
    port: proxy.port,
    applicationName: name,
    maxConnections: 4,
  });
  made.push(db);
  const tool = (tool: string): Tool => db.getTool(tool as 'query');

  /** A transaction of its own: what its last call said. */
  const inTransaction = async (id: string, options: object): Promise<ToolResult> => {
    const begun = await tool('beginTransaction').execute({independent: true}, options);
    if (!begun.success) return begun;
    const transaction = begun.data;
    const sql = 'insert into effects values ($1)';
    const inserted = await tool('query').execute({sql, values: [id], transaction}, options);
    if (inserted.success) return tool('commit').execute({transaction}, options);
    await tool('rollback').execute({transaction});
    return inserted;
  };
  const byQuery = (id: string, options: object): Promise<ToolResult> =>
    tool('query').execute({sql: 'insert into effects values ($1)', values: [id]}, options);
  const byTool = (id: string, options: object): Promise<ToolResult> =>
    tool('insert').execute({table: 'effects', data: {id}}, options);
  return {
    proxy,
    db,
    tool,
    inTransaction,
    byQuery,
    byTool,
    anyWay: (random: Random) => (id: string, options: object) =>
      random.pick([inTransaction, byQuery, byTool])(id, options),
    harmless: (): Promise<ToolResult> => tool('query').execute({sql: 'select 1'}),
    /** What the module said is what the server has; it works again; nothing of it stays connected. */
    async expectSound(settled: readonly Settled[]): Promise<void> {
      for (const used of ['query', 'insert', 'beginTransaction', 'commit']) {
        expectDeclared(
          tool(used),
          settled.filter(({result}) => result.metadata.tool === `db.${used}`),
        );
      }
      proxy.plan({kind: 'none'});
      proxy.drop('end');
      await expectRecovery(() => tool('query').execute({sql: 'select 1'}));
      await db.cleanup();
      await inTwoSeconds(() => proxy.open === 0);
      expect(proxy.open).toBe(0);
      await inTwoSeconds(async () => (await connections()) === 0);
      expect(await connections()).toBe(0);
      const rows = await ask('select id from effects');
      expectTruth(settled, (id) => rows.filter((row) => row['id'] === id).length);
    },
  };
}

const cutAnywhere = (random: Random): Fault => ({
  kind: 'cut',
  way: random.pick(['request', 'reply']),
  after: random.between(0, 6000),
  by: random.pick(['reset', 'end']),
});

describeServer(title, () => {
  faultTest(
    'DB05 CO03 whose connections are cut anywhere: nothing is done twice, and what is said is true',
    async (random) => {
      const {proxy, anyWay, expectSound} = await createSite(() => cutAnywhere(random));
      const call = anyWay(random);
      const settled = await callUnderFaults({random, calls: callCount(80, 2000), atOnce: 4, timeout: 20_000, call});
      expect(proxy.struck).toBeGreaterThan(0);
      expect(tally(settled)['success']).toBeGreaterThan(0);
      expect(tally(settled)['success']).toBeLessThan(settled.length);
      await expectSound(settled);
    },
  );

  const lost: readonly (readonly [what: string, way: 'inTransaction' | 'byQuery', fault: Fault, times: number])[] = [
    ['the commit', 'inTransaction', {kind: 'cut', way: 'reply', after: {request: 'COMMIT\0'}, by: 'reset'}, 1],
    ['the end of a statement', 'byQuery', {kind: 'cut', way: 'reply', after: {reply: 'INSERT 0 1\0'}, by: 'reset'}, 1],
    ['a statement', 'byQuery', {kind: 'cut', way: 'reply', after: {request: 'insert into'}, by: 'reset'}, 0],
  ];
  for (const [what, way, fault, times] of lost) {
    faultTest(`CO03 whose answer to ${what} is lost says whether it may have happened`, async (random) => {
      const site = await createSite(fault);
      const calls = callCount(8, 200);
      const settled = await callUnderFaults({random, calls, atOnce: 4, timeout: 20_000, call: site[way]});
      // Before it is told to settle what it did, a server that loses its client takes it back.
      const outcome = times === 0 ? 'not_executed' : 'unknown';
      expect(settled.map(({result}) => [result.error?.code, result.error?.outcome])).toEqual(
        settled.map(() => ['CONNECTION_LOST', outcome]),
      );
      await site.expectSound(settled);
      expect(await ask('select distinct count(*)::int as n from effects group by id')).toEqual(
        times === 0 ? [] : [{n: 1}],
      );
      expect(await ask('select count(*)::int as n from effects')).toEqual([{n: times * settled.length}]);
    });
  }

  faultTest('DB07 whose answers never come ends each call at its deadline', async (random) => {
    const {byQuery, expectSound} = await createSite({kind: 'lose', way: 'reply', after: {request: 'insert into'}});
    const settled = await callUnderFaults({random, calls: callCount(4, 40), atOnce: 4, timeout: 700, call: byQuery});
    expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
    await expectSound(settled);
  });

  faultTest('that stalls at once ends each call at its deadline, and nothing happened', async (random) => {
    const {byQuery, expectSound} = await createSite({kind: 'stall'});
    const settled = await callUnderFaults({random, calls: callCount(4, 40), atOnce: 4, timeout: 700, call: byQuery});
    expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_TIMEOUT'));
    await expectSound(settled);
  });

  faultTest('that is not there: nothing happened, and that is said', async (random) => {
    const {proxy, anyWay, expectSound} = await createSite();
    await proxy.refuseConnections();
    const call = anyWay(random);
    const settled = await callUnderFaults({random, calls: callCount(12, 200), atOnce: 4, timeout: 20_000, call});
    expect(tally(settled)).toEqual({not_executed: settled.length});
    await proxy.acceptConnections();
    await expectSound(settled);
  });

  faultTest(
    'DB05 that is killed and started again in the middle: nothing is done twice, and it works again',
    async (random) => {
      const {anyWay, expectSound} = await createSite();
      let restarting = Promise.resolve();
      const calls = callCount(60, 1000);
      const settled = await callUnderFaults({
        random,
        calls,
        atOnce: 4,
        timeout: 20_000,
        call: anyWay(random),
        onSettled: (count) => {
          if (count % 25 === 0) restarting = restarting.then(() => restart(random.pick(['kill', 'stop'])));
          // The others of now meet a server that is gone.
          return count % 25 === 0 ? undefined : restarting;
        },
      });
      await restarting;
      expect(tally(settled)['success']).toBeGreaterThan(0);
      await expectSound(settled);
    },
  );

  faultTest('DB07 cancelled at any moment ends on the server as well', async (random) => {
    const {tool, anyWay, expectSound} = await createSite();
    const insert = anyWay(random);
    const sql = `insert into effects select $1 from pg_sleep(60)`;
    const settled = await callUnderFaults({
      random,
      calls: callCount(40, 600),
      atOnce: 4,
      timeout: 20_000,
      call: (id, options) => {
        const controller = new AbortController();
        const timer = setTimeout(() => controller.abort(), random.between(0, 40));
        const given = {...options, signal: controller.signal};
        const calling = random.next() < 0.5 ? insert(id, given) : tool('query').execute({sql, values: [id]}, given);
        return calling.finally(() => clearTimeout(timer));
      },
    });
    const codes = new Set(settled.flatMap(({result}) => (result.success ? [] : [result.error.code])));
    expect([...codes]).toEqual(['OPERATION_CANCELLED']);
    await expectAsleepNowhere();
    await expectSound(settled);
  });

  faultTest(
    'DB07 cancelled before a slow network has brought the statement ends on the server as well',
    async (random) => {
      const {proxy, tool, harmless, expectSound} = await createSite();
      const sql = 'insert into effects select $1 from pg_sleep(60)';
      const settled = await callUnderFaults({
        random,
        calls: callCount(2, 40),
        atOnce: 1,
        timeout: 20_000,
        call: async (id, options) => {
          await harmless();
          // The cancel request comes over another connection, and first.
          proxy.strike({kind: 'delay', ms: 150});
          const controller = new AbortController();
          const calling = tool('query').execute({sql, values: [id]}, {...options, signal: controller.signal});
          const timer = setTimeout(() => controller.abort(), random.between(10, 60));
          return calling.finally(() => clearTimeout(timer));
        },
      });
      expect(settled.map(({result}) => result.error?.code)).toEqual(settled.map(() => 'OPERATION_CANCELLED'));
      await expectAsleepNowhere();
      await expectSound(settled);
    },
  );
});

/** After two seconds the server does nothing for anybody who gave up. */
async function expectAsleepNowhere(): Promise<void> {
  const sleeping = async (): Promise<number> =>
    Number((await ask(`select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`))[0]!['n']);
  await inTwoSeconds(async () => (await sleeping()) === 0);
  expect(await sleeping()).toBe(0);
}

async function restart(how: 'kill' | 'stop'): Promise<void> {
  await server[how]();
  // Processes of a server that was killed may still end.
  for (let attempt = 0; ; attempt += 1) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await new Promise((settle) => setTimeout(settle, 50));
    }
  }
}

import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
import type {Random} from '../support/fault-random.js';
import {callUnderFaults, expectDeclared, expectRecovery, expectTruth, tally} from '../support/fault-run.js';
import {callCount, faultTest} from '../support/fault-test.js';
import {watchProcess} from '../support/fault-watch.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();
const made: {cleanup(): Promise<void>}[] = [];
afterEach(async () => {
  for (const db of made.splice(0)) await db.cleanup();
});
watchProcess();

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

async function open(embedded: string) {
  const db = await DatabaseModuleDefinition.create({embedded, acquireTimeout: 60_000});
  made.push(db);
  return {
    db,
    query: db.getTool('query') as unknown as Tool<{sql: string; values?: unknown[]}>,
    harmless: (): Promise<ToolResult> => db.getTool('query').execute({sql: 'select 1'}),
    async timesOf(): Promise<(id: string) => number> {
      const {rows} = await db.query({sql: 'select id from effects'});
      return (id) => rows.filter((row) => (row as {id: string}).id === id).length;
    },
  };
}

/** Inserts a row, and works on it for hours. */
const endless = 'insert into effects select $1 from generate_series(1, 1000000000000) n where n < 2';

describe('an embedded database', () => {
  faultTest(
    'DB07 in a directory whose thread is stopped in the middle keeps what was said to be done',
    async (random) => {
      const directory = join(await tempFolder(), 'data');
      const {db, query, timesOf, harmless} = await open(directory);
      await db.query({sql: 'create table effects (id text)'});
      const calls = callCount(12, 150);
      // Each of them takes the thread with it, which costs a second.
      const stopped = new Set(Array.from({length: Math.ceil(calls / 12)}, () => random.between(0, calls - 1)));
      let place = 0;
      const call = (id: string, options: {timeout: number}): Promise<ToolResult> => {
        if (!stopped.has(place++)) {
          return query.execute({sql: 'insert into effects values ($1)', values: [id]}, options);
        }
        const controller = new AbortController();
        const inserting = query.execute({sql: endless, values: [id]}, {...options, signal: controller.signal});
        const timer = setTimeout(() => controller.abort(), random.between(50, 400));
        return inserting.finally(() => clearTimeout(timer));
      };
      const settled = await callUnderFaults({random, calls, atOnce: 3, timeout: 40_000, call});
      expectDeclared(query, settled);
      expect(tally(settled)['success']).toBeGreaterThanOrEqual(calls - stopped.size);
      expect(settled.filter(({result}) => !result.success)).toHaveLength(stopped.size);
      expectTruth(settled, await timesOf());
      await expectRecovery(harmless);
      await db.cleanup();

      const again = await open(directory);
      expectTruth(settled, await again.timesOf());
    },
  );

  faultTest(
    'DB07 in memory whose thread is stopped says that it was lost, and goes on with an empty one',
    async (random) => {
      const {db, query, harmless} = await open('memory');
      for (let round = 0; round < callCount(1, 20); round += 1) {
        await db.query({sql: 'create table effects (id text)'});
        await expectTransactionsToTakeTurns(db, random, callCount(20, 100));
        const call = (id: string, options: object): Promise<ToolResult> =>
          query.execute({sql: endless, values: [id]}, options);
        const settled = await callUnderFaults({random, calls: 1, atOnce: 1, timeout: 300, call});
        expect(settled[0]!.result.error).toMatchObject({code: 'OPERATION_TIMEOUT'});
        const next = await harmless();
        expect([next.success, next.metadata.warnings?.join()]).toEqual([true, expect.stringContaining('lost')]);
        expect((await harmless()).metadata.warnings).toBeUndefined();
      }
    },
  );
});

/** Transactions whose callers give up while they wait leave the only connection to the next one. */
async function expectTransactionsToTakeTurns(db: Database, random: Random, calls: number): Promise<void> {
  const committed: string[] = [];
  const begin = db.getTool('beginTransaction') as unknown as Tool;
  const call = async (id: string, options: object): Promise<ToolResult> => {
    const controller = new AbortController();
    const beginning = begin.execute({independent: true}, {...options, signal: controller.signal});
    if (random.next() < 0.5) setTimeout(() => controller.abort(), random.between(0, 10));
    const begun = await beginning;
    if (!begun.success) return begun;
    const transaction = begun.data as never;
    await db.query({sql: 'insert into effects values ($1)', values: [id], transaction});
    if (random.next() < 0.5) return db.getTool('rollback').execute({transaction});
    committed.push(id);
    return db.getTool('commit').execute({transaction});
  };
  const settled = await callUnderFaults({random, calls, atOnce: 4, timeout: 20_000, call});
  expect(Object.keys(tally(settled)).sort()).toEqual(['not_executed', 'success']);
  const {rows} = await db.query({sql: 'select id from effects'});
  expect(rows.map((row) => (row as {id: string}).id).sort()).toEqual(committed.sort());
  expect(committed.length).toBeGreaterThan(0);
}

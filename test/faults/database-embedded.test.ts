import {join} from 'node:path';

import {afterEach, describe, expect} from '@jest/globals';

import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import type {Tool, ToolResult} from '../../src/sdk.js';
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

const insert = 'insert into effects values ($1)';

/** Inserts a row, and works on it for hours. */
const endless = 'insert into effects select $1 from generate_series(1, 1000000000000) n where n < 2';

/** Calls back with a signal that is aborted after so many ms. */
async function givenUp<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return call(controller.signal).finally(() => clearTimeout(timer));
}

describe('an embedded database', () => {
  faultTest(
    'DB07 in a directory whose thread is stopped in the middle keeps what was said to be done',
    async (random) => {
      const directory = join(await tempFolder(), 'data');
      const {db, query, timesOf, harmless} = await open(directory);
      await db.query({sql: 'create table effects (id text)'});
      const begin = db.getTool('beginTransaction') as unknown as Tool;
      const ways: readonly ((id: string, options: object) => Promise<ToolResult>)[] = [
        (id, options) => query.execute({sql: insert, values: [id]}, options),
        (id, options) =>
          givenUp(random.between(0, 5), (signal) => query.execute({sql: insert, values: [id]}, {...options, signal})),
        async (id, options) => {
          const beginning = (signal: AbortSignal) => begin.execute({independent: true}, {...options, signal});
          const begun = await givenUp(random.between(0, 20), beginning);
          if (!begun.success) return begun;
          const transaction = begun.data as never;
          await db.query({sql: insert, values: [id], transaction});
          return db.getTool('commit').execute({transaction});
        },
      ];
      const calls = callCount(36, 400);
      // Each of them takes the thread with it, which costs a second or more.
      const stopped = new Set(Array.from({length: calls / 36}, () => random.between(0, calls - 1)));
      let place = 0;
      const call = (id: string, options: {timeout: number}): Promise<ToolResult> => {
        if (!stopped.has(place++)) return random.pick(ways)(id, options);
        const stop = (signal: AbortSignal) => query.execute({sql: endless, values: [id]}, {...options, signal});
        return givenUp(random.between(50, 400), stop);
      };
      const settled = await callUnderFaults({random, calls, atOnce: 3, timeout: 40_000, call});
      expectDeclared(query, settled);
      const codes = new Set(settled.flatMap(({result}) => (result.success ? [] : [result.error.code])));
      expect([...codes]).toEqual(['OPERATION_CANCELLED']);
      expect(tally(settled)['success']).toBeGreaterThan(calls / 3);
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
      const {query, harmless} = await open('memory');
      for (let round = 0; round < callCount(1, 20); round += 1) {
        await expectRecovery(() => query.execute({sql: 'create table effects (id text)'}));
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

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {afterEach, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import {useTempFolders} from '../../../support/temp-folder.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const tempFolder = useTempFolders();
const open: Database[] = [];

async function create(embedded: string, options: object = {}): Promise<Database> {
  const db = await DatabaseModuleDefinition.create({embedded, acquireTimeout: 60_000, ...options});
  open.push(db);
  return db;
}

afterEach(async () => {
  for (const db of open.splice(0)) await db.cleanup();
});

const long = 'select count(*) from generate_series(1, 1000000000) n';

test('a directory keeps what was committed, for the next module', async () => {
  const folder = join(await tempFolder(), 'deep', 'data');
  const first = await create(folder);
  await first.query('create table t (id int)');
  await first.query('insert into t values (1)');
  await first.cleanup();
  expect(existsSync(`${folder}.lock`)).toBe(false);
  const second = await create(folder);
  expect((await second.query('select id from t')).rows).toEqual([{id: 1}]);
}, 60_000);

test('a directory is open once', async () => {
  const folder = join(await tempFolder(), 'data');
  const first = await create(folder);
  await first.query('select 1');
  const second = await create(folder);
  await expect(second.query('select 1')).rejects.toMatchObject({code: 'RESOURCE_LOCKED', outcome: 'not_executed'});
  await first.cleanup();
  expect((await second.query('select 1 as one')).rows).toEqual([{one: 1}]);
}, 60_000);

test('a statement that is cut off in a directory takes only itself with it', async () => {
  const db = await create(join(await tempFolder(), 'data'));
  await db.query('create table t (id int)');
  await db.query('insert into t values (1)');
  const result = await db.getTool('query').execute({sql: long}, {timeout: 300});
  expect(result).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT', outcome: 'failed'}});
  expect((await db.query('select id from t')).rows).toEqual([{id: 1}]);
}, 60_000);

test('cut off in memory it takes the database with it, and both calls say so', async () => {
  const db = await create('memory');
  await db.query('create table t (id int)');
  const cut = await db.getTool('query').execute({sql: long}, {timeout: 300});
  expect(cut).toMatchObject({
    success: false,
    error: {code: 'OPERATION_TIMEOUT', outcome: 'partial', details: {context: {databaseLost: true}}},
  });
  const next = await db.getTool('query').execute({sql: "select to_regclass('t') as t"});
  expect(next).toMatchObject({
    success: true,
    data: {rows: [{t: null}]},
    metadata: {warnings: [expect.stringContaining('is empty now')]},
  });
  const later = await db.getTool('query').execute({sql: 'select 1'});
  expect(later.metadata.warnings).toBeUndefined();
}, 60_000);

test('a statement that ends soon after it was cancelled keeps the database', async () => {
  const db = await create('memory');
  await db.query('create table t (id int)');
  const controller = new AbortController();
  const running = db
    .getTool('query')
    .execute({sql: 'select count(*) from generate_series(1, 1000)'}, {signal: controller.signal});
  setImmediate(() => controller.abort());
  await running;
  expect((await db.query("select to_regclass('t') as t")).rows).toEqual([{t: 't'}]);
}, 60_000);

test('it never blocks the event loop', async () => {
  const db = await create('memory');
  await db.query('select 1');
  const delay = monitorEventLoopDelay({resolution: 10});
  delay.enable();
  await db.query('select count(*) from generate_series(1, 300000) n');
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(200);
}, 60_000);

test('calls wait for the end of a transaction, for a time', async () => {
  const db = await create('memory', {acquireTimeout: 500});
  await db.query('select 1');
  const transaction = await db.beginTransaction({independent: true});
  await expect(db.query('select 1')).rejects.toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'not_executed'});
  const waiting = db.query('select 1 as one');
  await db.rollback({transaction});
  expect((await waiting).rows).toEqual([{one: 1}]);
}, 60_000);

import {existsSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import {longestTurn} from '../../../support/machine-time.js';
import {makeTempFolder} from '../../../support/temp-folder.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const create = (embedded: string): Promise<Database> =>
  DatabaseModuleDefinition.create({embedded, acquireTimeout: 500});

const long = 'select count(*) from generate_series(1, 1000000000) n';

// To open one costs seconds of the processor: the tests of a group share theirs.
describe('a database in a directory', () => {
  let folder: string;
  let db: Database;

  beforeAll(async () => {
    folder = await makeTempFolder();
    db = await create(join(folder, 'deep', 'data'));
  });
  afterAll(async () => {
    await db?.cleanup();
    await rm(folder, {recursive: true, force: true});
  });

  test('is open once, and keeps what was committed for the next module', async () => {
    await db.query('create table t (id int)');
    await db.query('insert into t values (1)');
    const next = await create(join(folder, 'deep', 'data'));
    await expect(next.query('select 1')).rejects.toMatchObject({
      code: 'RESOURCE_LOCKED',
      outcome: 'not_executed',
      message: expect.stringContaining('is open in another module of this process'),
    });
    await db.cleanup();
    expect(existsSync(join(folder, 'deep', 'data.lock'))).toBe(false);
    db = next;
    expect((await db.query('select id from t')).rows).toEqual([{id: 1}]);
  }, 60_000);

  test('is opened again when a statement is cut off, which takes only itself with it', async () => {
    await db.query('create table kept as select 1 as id');
    const result = await db.getTool('query').execute({sql: long}, {timeout: 300});
    expect(result).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT', outcome: 'failed'}});
    expect((await db.query('select id from kept')).rows).toEqual([{id: 1}]);
  }, 60_000);
});

describe('a database in memory', () => {
  let db: Database;

  beforeAll(async () => {
    db = await create('memory');
    await db.query('create table t (id int)');
  }, 60_000);
  afterAll(async () => {
    await db?.cleanup();
  });

  test('has one connection, whose next user is told so and not to raise what can not be raised', async () => {
    await db.beginTransaction({}, {context: {sessionId: 'ada'}});
    const waiting = await db.getTool('query').execute({sql: 'select 1'}, {context: {sessionId: 'bob'}});
    await db.rollback({}, {context: {sessionId: 'ada'}});
    expect(waiting).toMatchObject({success: false, error: {code: 'OPERATION_TIMEOUT', outcome: 'not_executed'}});
    expect(JSON.stringify(waiting)).toContain('another caller may have a transaction open');
    expect(JSON.stringify(waiting)).not.toContain('Raise maxConnections');
  });

  test('stays when a statement ends soon after it was cancelled', async () => {
    const controller = new AbortController();
    const running = db
      .getTool('query')
      .execute({sql: 'select count(*) from generate_series(1, 1000)'}, {signal: controller.signal});
    setImmediate(() => controller.abort());
    await running;
    expect((await db.query("select to_regclass('t') as t")).rows).toEqual([{t: 't'}]);
  }, 60_000);

  test('leaves the event loop to others while it works', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const {longest} = await longestTurn(() => db.query('select count(*) from generate_series(1, 300000) n'));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(longest).toBeLessThan(200);
  }, 60_000);

  test('lets calls wait for the end of a transaction, for a time', async () => {
    const transaction = await db.beginTransaction({independent: true});
    await expect(db.query('select 1')).rejects.toMatchObject({code: 'OPERATION_TIMEOUT', outcome: 'not_executed'});
    const waiting = db.query('select 1 as one');
    await db.rollback({transaction});
    expect((await waiting).rows).toEqual([{one: 1}]);
  }, 60_000);

  test('is lost with a statement that is cut off, and both calls say so', async () => {
    await db.query('create table if not exists t (id int)');
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
});

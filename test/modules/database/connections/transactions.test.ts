import {expect, test} from '@jest/globals';
import {onEachDatabase} from '../tables/each-database.js';

onEachDatabase('transactions and cursors', (fixture) => {
  const count = async (): Promise<unknown> =>
    (await fixture.db.query('select count(*)::int as n from t')).rows[0]?.['n'];

  test('what was done in a transaction stands after commit, and not after rollback', async () => {
    const {db} = fixture;
    await db.query('create table t (id int)');
    await db.beginTransaction();
    await db.query('insert into t values (1)');
    expect(await db.rollback()).toEqual({rolledBack: true});
    expect(await count()).toBe(0);
    const transaction = await db.beginTransaction();
    await db.query({sql: 'insert into t values (2)', transaction});
    expect(await db.commit({transaction})).toEqual({committed: true});
    expect(await count()).toBe(1);
  });

  test('there is one current transaction, and without one there is nothing to end', async () => {
    const {db} = fixture;
    await db.beginTransaction();
    await expect(db.beginTransaction()).rejects.toMatchObject({code: 'INVALID_STATE', outcome: 'not_executed'});
    await db.rollback();
    await expect(db.commit()).rejects.toMatchObject({code: 'INVALID_STATE', message: 'No active transaction'});
    await expect(db.rollback()).rejects.toMatchObject({code: 'INVALID_STATE', message: 'No active transaction'});
  });

  test('sessions of callers do not share their current transaction', async () => {
    const {db} = fixture;
    await db.query('create table t (id int)');
    const ada = {context: {sessionId: 'ada'}};
    await db.beginTransaction({}, ada);
    await db.query({sql: 'insert into t values (1)'}, ada);
    await expect(db.commit({}, {context: {sessionId: 'bob'}})).rejects.toMatchObject({code: 'INVALID_STATE'});
    await db.rollback({}, ada);
    expect(await count()).toBe(0);
  });

  test('a handle that was ended is released, and says so', async () => {
    const {db} = fixture;
    const transaction = await db.beginTransaction({independent: true});
    await db.commit({transaction});
    await expect(db.query({sql: 'select 1', transaction})).rejects.toMatchObject({code: 'HANDLE_RELEASED'});
  });

  test('a failed statement leaves a transaction that can only be rolled back', async () => {
    const {db} = fixture;
    await db.beginTransaction();
    await expect(db.query('select * from missing')).rejects.toMatchObject({code: 'UNKNOWN_TABLE'});
    await expect(db.query('select 1')).rejects.toMatchObject({code: 'TRANSACTION_ABORTED'});
    await expect(db.commit()).rejects.toMatchObject({code: 'TRANSACTION_ABORTED', outcome: 'failed'});
    expect((await db.query('select 1 as one')).rows).toEqual([{one: 1}]);
  });

  test('a transaction that only reads writes nothing, and can not be switched', async () => {
    const {db} = fixture;
    await db.query('create table t (id int)');
    for (const sql of [
      'insert into t values (1)',
      'set transaction read write',
      "select set_config('transaction_read_only', 'off', true)",
    ]) {
      await db.beginTransaction({readOnly: true});
      await expect(db.query(sql)).rejects.toMatchObject({outcome: 'failed'});
      await db.rollback();
    }
    expect(await count()).toBe(0);
  });

  test('statements of transactions and COPY are refused as statements', async () => {
    const {db} = fixture;
    for (const sql of ['begin', ' /* x */ COMMIT', 'rollback', 'savepoint a', 'end', 'copy t from stdin']) {
      await expect(db.query(sql)).rejects.toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
    }
  });

  test('what a statement leaves in its session does not reach the next one', async () => {
    const {db} = fixture;
    for (const sql of [
      "set search_path = 'nowhere'",
      "select set_config('statement_timeout', '1', false)",
      'create temp table left_behind (id int)',
      'select pg_advisory_lock(7)',
      'prepare left_behind as select 1',
      "set timezone = 'Asia/Tokyo'",
    ]) {
      await db.query(sql);
    }
    const {rows} = await db.query(
      `select to_regclass('left_behind') as temp, current_setting('TimeZone') as zone,
        (select count(*)::int from pg_locks where locktype = 'advisory') as locks,
        (select count(*)::int from pg_prepared_statements) as prepared, current_setting('search_path') as path`,
    );
    expect(rows).toEqual([
      {temp: null, zone: 'UTC', locks: 0, prepared: 0, path: expect.not.stringContaining('nowhere')},
    ]);
    await db.query('select count(*) from generate_series(1, 100000)');
  });

  test('a cursor gives page after page, and ends with its transaction', async () => {
    const {db} = fixture;
    const cursor = await db.openCursor({sql: 'select n from generate_series(1, $1::int) n', values: [5], pageSize: 2});
    const pages = [await db.fetch({cursor}), await db.fetch(cursor), await db.fetch(cursor), await db.fetch(cursor)];
    expect(pages.map(({rows, done}) => [rows.map((row) => row['n']), done])).toEqual([
      [[1, 2], false],
      [[3, 4], false],
      [[5], true],
      [[], true],
    ]);
    await db.closeCursor({cursor});
    const transaction = await db.beginTransaction();
    const second = await db.openCursor({sql: 'select 1 as one', transaction});
    await db.commit();
    await expect(db.fetch({cursor: second})).rejects.toMatchObject({code: 'HANDLE_RELEASED'});
  });

  test('an answer of too many rows is refused, and what would have been changed with it is not', async () => {
    const {db} = fixture;
    await db.query('create table t (id int)');
    const sql = 'insert into t select n from generate_series(1, 20) n returning id';
    await expect(db.query({sql, maxRows: 10})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'failed'});
    expect(await count()).toBe(0);
    expect((await db.query({sql, maxRows: 20})).rowCount).toBe(20);
  });

  test('explain shows the plan; with analyze it measures, and changes nothing', async () => {
    const {db} = fixture;
    await db.query('create table t (id int)');
    const plan = await db.explain({sql: 'insert into t values ($1)', values: [1], analyze: true});
    expect(plan).toMatchObject({plan: {'Node Type': 'ModifyTable'}, executionTime: expect.any(Number)});
    expect(await count()).toBe(0);
    await expect(db.explain('create table u (id int)')).rejects.toMatchObject({code: 'SYNTAX_ERROR'});
  });

  test('useDatabase tells where it is, and refuses to be elsewhere', async () => {
    const {database} = await fixture.db.useDatabase();
    expect(await fixture.db.useDatabase({name: database})).toMatchObject({database, readOnly: false});
    await expect(fixture.db.useDatabase({name: 'elsewhere'})).rejects.toMatchObject({code: 'NOT_SUPPORTED'});
  });

  test('cleanup rolls back what is open', async () => {
    const {elsewhere} = fixture;
    if (!elsewhere) return;
    const {DatabaseModuleDefinition} = await import('../../../../modules/database/index.js');
    await fixture.db.query('create table t (id int)');
    const other = await DatabaseModuleDefinition.create(elsewhere);
    await other.beginTransaction();
    await other.query('insert into t values (1)');
    await other.cleanup();
    expect(await count()).toBe(0);
    await expect(other.query('select 1')).rejects.toMatchObject({code: 'INVALID_STATE'});
  });
});

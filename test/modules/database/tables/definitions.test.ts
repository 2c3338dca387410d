import {describe, expect, test} from '@jest/globals';
import {errorOf} from '../../../support/one-module.js';
import {onEachDatabase, undoOf} from './each-database.js';

onEachDatabase('definitions of tables', (fixture) => {
  const run = (tool: string, input: Record<string, unknown>) => fixture.db.getTool(tool).execute(input);

  describe('createTable', () => {
    test('makes columns, keys and checks that describeTable tells again', async () => {
      const {db} = fixture;
      await db.query("create type mood as enum ('fine', 'so ''so''')");
      await db.createTable({table: 'teams', columns: {name: {type: 'varchar(20)', primaryKey: true}}});
      const made = await db.createTable({
        table: 'people',
        columns: {
          id: {type: 'bigint', identity: 'always', primaryKey: true},
          name: {type: 'text', nullable: false, unique: true, default: String.raw`it's \ "x"`},
          age: {type: 'int', check: {gte: 0, lt: 150}},
          mood: {type: 'mood', default: "so 'so'"},
          tags: {type: 'text[]', default: ['a"b', null]},
          data: {type: 'jsonb', default: {a: [1, "it's"]}},
          made: {type: 'timestamptz', defaultFunction: 'now', nullable: false},
          key: {type: 'uuid', defaultFunction: 'gen_random_uuid'},
          team: {type: 'varchar(20)', references: {table: 'teams', onDelete: 'set null'}},
          boss: {type: 'bigint', references: {table: 'people', column: 'id'}},
        },
        unique: [['name', 'team']],
        foreignKeys: [{columns: ['team'], table: 'teams', references: ['name'], onUpdate: 'cascade'}],
        checks: [{or: [{age: {isNull: true}}, {name: {ne: ''}}]}],
      });
      expect(made).toEqual({schema: 'public', name: 'people', created: true});

      const {rows} = await db.insert({table: 'people', data: {age: 3}});
      expect(rows).toMatchObject([
        {id: 1, name: String.raw`it's \ "x"`, mood: "so 'so'", tags: ['a"b', null], data: {a: [1, "it's"]}, boss: null},
      ]);
      expect(errorOf(await run('insert', {table: 'people', data: {name: 'x', age: -1}})).code).toBe('CHECK_VIOLATION');
      expect(errorOf(await run('insert', {table: 'people', data: {name: 'x', team: 'none'}})).code).toBe(
        'FOREIGN_KEY_VIOLATION',
      );
      expect(errorOf(await run('insert', {table: 'people', data: {id: 5, name: 'x'}})).message).toContain(
        'always comes from its sequence',
      );

      const described = await db.describeTable({table: 'people'});
      expect(described).toMatchObject({
        schema: 'public',
        name: 'people',
        kind: 'table',
        primaryKey: ['id'],
        unique: [
          {name: 'people_name_key', columns: ['name']},
          {name: 'people_name_team_key', columns: ['name', 'team']},
        ],
      });
      expect(described.columns.find(({name}) => name === 'mood')).toMatchObject({
        type: 'mood',
        values: ['fine', "so 'so'"],
      });
      expect(described.columns[0]).toEqual({
        name: 'id',
        type: 'bigint',
        nullable: false,
        primaryKey: true,
        identity: 'always',
      });
      expect(described.foreignKeys).toContainEqual({
        name: 'people_boss_fkey',
        columns: ['boss'],
        references: {schema: 'public', table: 'people', columns: ['id']},
        onDelete: 'no action',
        onUpdate: 'no action',
      });
      expect(described.checks).toHaveLength(2);
      expect(described.indexes.map(({name}) => name)).toContain('people_pkey');
    });

    test('leaves a table alone that is there, when it is told to', async () => {
      const {db} = fixture;
      const input = {table: 'a', columns: {id: 'int'}};
      await db.createTable(input);
      expect(errorOf(await run('createTable', input))).toMatchObject({
        code: 'RESOURCE_EXISTS',
        outcome: 'not_executed',
      });
      expect(await db.createTable({...input, ifNotExists: true})).toMatchObject({created: false});
    });

    test.each<[Record<string, unknown>, string]>([
      [{table: 'a', columns: {}}, 'columns'],
      [{table: 'a"; drop table b--', columns: {id: 'int'}}, 'table'],
      [{table: 'a', columns: {'x" int, "y': 'int'}}, 'can not be a new name'],
      [{table: 'a', columns: {id: 'int primary key'}}, 'is no type'],
      [{table: 'a', columns: {id: {type: 'int', default: [1]}}}, 'can not be stored as int'],
      [
        {table: 'a', columns: {id: {type: 'timestamptz', default: 'now()', defaultFunction: 'now'}}},
        'has a default and a defaultFunction',
      ],
      [{table: 'a', columns: {id: {type: 'int', defaultFunction: 'pg_sleep'}}}, 'defaultFunction'],
      [{table: 'a', columns: {id: {type: 'int', check: {above: 0}}}}, 'names no operator: "above"'],
      [{table: 'a', columns: {id: 'int'}, primaryKey: ['no']}, 'names no column of the table: "no"'],
      [{table: 'a', columns: {id: 'int'}, checks: [{}]}, 'is an empty condition'],
      [{table: 'pg_catalog.a', columns: {id: 'int'}}, 'belongs to the server'],
    ])('%j is refused', async (input, message) => {
      const error = errorOf(await run('createTable', input));
      expect(error).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
      expect(error.message).toContain(message);
      expect((await fixture.db.listTables({})).tables).toEqual([]);
    });

    test('refers only to tables that are there', async () => {
      const input = {table: 'a', columns: {b: {type: 'int', references: 'nope'}}};
      expect(errorOf(await run('createTable', input)).code).toBe('UNKNOWN_TABLE');
    });

    test('is taken back while the table is empty, and not later', async () => {
      const {db, runtime} = fixture;
      const first = await run('createTable', {table: 'a', columns: {id: {type: 'int', primaryKey: true}}});
      expect(await runtime.undo(undoOf(first))).toMatchObject({success: true});
      expect((await db.listTables({})).tables).toEqual([]);

      const second = await run('createTable', {table: 'b', columns: {id: {type: 'int', primaryKey: true}}});
      await db.insert({table: 'b', data: {id: 1}});
      expect(errorOf(await runtime.undo(undoOf(second)))).toMatchObject({
        code: 'UNDO_REFUSED',
        message: 'The table "public"."b" has rows by now',
      });
      await db.delete({table: 'b', all: true});
      await db.createTable({table: 'c', columns: {b: {type: 'int', references: 'b'}}});
      expect(errorOf(await runtime.undo(undoOf(second))).message).toContain('depends on the table');
      await db.dropTable({table: 'c'});
      await db.alterTable({table: 'b', addColumns: {x: 'int'}});
      expect(errorOf(await runtime.undo(undoOf(second))).message).toContain('was changed since');
      await db.dropTable({table: 'b'});
      expect(errorOf(await runtime.undo(undoOf(second))).message).toContain('There is no table');
    });
  });

  describe('dropTable', () => {
    test('drops what is there, and says when it was not', async () => {
      const {db} = fixture;
      await db.createTable({table: 'a', columns: {id: {type: 'int', primaryKey: true}}});
      await db.createTable({table: 'b', columns: {a: {type: 'int', references: 'a'}}});
      expect(errorOf(await run('dropTable', {table: 'a'}))).toMatchObject({code: 'CONFLICT', outcome: 'failed'});
      expect(await db.dropTable({table: 'a', cascade: true})).toEqual({schema: 'public', name: 'a', dropped: true});
      expect(await db.dropTable({table: 'a', ifExists: true})).toEqual({dropped: false});
      expect(errorOf(await run('dropTable', {table: 'a'})).code).toBe('UNKNOWN_TABLE');
    });

    test('drops no view', async () => {
      const {db} = fixture;
      await db.query('create view v as select 1 as n');
      expect(errorOf(await run('dropTable', {table: 'v'})).code).toBe('INVALID_STATE');
      expect((await db.select({table: 'v'})).rows).toEqual([{n: 1}]);
    });

    test('is taken back with its transaction', async () => {
      const {db} = fixture;
      await db.createTable({table: 'a', columns: {id: 'int'}});
      await db.insert({table: 'a', data: {id: 7}});
      await db.beginTransaction();
      await db.dropTable({table: 'a'});
      expect((await db.listTables({})).tables).toEqual([]);
      await db.rollback();
      expect((await db.select({table: 'a'})).rows).toEqual([{id: 7}]);
    });
  });

  describe('alterTable', () => {
    test('does all of it', async () => {
      const {db} = fixture;
      await db.createTable({
        table: 'a',
        columns: {id: {type: 'int', primaryKey: true}, old: 'text', size: 'text', gone: 'int'},
      });
      await db.insert({table: 'a', data: {id: 1, old: 'x', size: '12', gone: 3}});
      const altered = await db.alterTable({
        table: 'a',
        dropColumns: ['gone'],
        alterColumns: {size: {type: 'numeric(5,1)', nullable: false, default: 1.5}},
        renameColumns: {old: 'new'},
        addColumns: {extra: {type: 'int[]', default: [1, 2]}},
        renameTo: 'b',
      });
      expect(altered).toEqual({schema: 'public', name: 'b', statements: 7});
      expect((await db.select({table: 'b'})).rows).toEqual([{id: 1, new: 'x', size: '12.0', extra: [1, 2]}]);
      expect((await db.insert({table: 'b', data: {id: 2}})).rows).toMatchObject([{size: '1.5'}]);
      await db.alterTable({table: 'b', alterColumns: {size: {default: null, nullable: true}}});
      expect((await db.insert({table: 'b', data: {id: 3}})).rows).toMatchObject([{size: null}]);
    });

    test('does all of it or nothing', async () => {
      const {db} = fixture;
      await db.createTable({table: 'a', columns: {name: 'text'}});
      await db.insert({table: 'a', data: {name: 'x'}});
      const input = {table: 'a', addColumns: {more: 'int'}, alterColumns: {name: {type: 'int'}}};
      expect(errorOf(await run('alterTable', input))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'failed'});
      expect((await db.describeTable({table: 'a'})).columns.map(({name}) => name)).toEqual(['name']);
    });

    test.each<[Record<string, unknown>, string]>([
      [{}, 'nothing says how'],
      [{dropColumns: ['nam']}, 'Did you mean "name"'],
      [{renameColumns: {name: 'a"b'}}, 'can not be a new name'],
      [{alterColumns: {name: {}}}, 'nothing says how'],
      [{alterColumns: {name: {type: 'int; drop table a'}}}, 'is no type'],
      [{renameTo: 'a.b'}, 'can not be a new name'],
    ])('%j is refused', async (changes, message) => {
      await fixture.db.createTable({table: 'a', columns: {name: 'text'}});
      const error = errorOf(await run('alterTable', {table: 'a', ...changes}));
      expect(error).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
      expect(error.message).toContain(message);
    });
  });

  test('schemas are told apart, and tables found by the search path or by name', async () => {
    const {db} = fixture;
    await db.query('drop schema if exists app cascade');
    await db.query('create schema app');
    await db.createTable({table: 'app.things', columns: {n: 'int'}});
    await db.createTable({table: {schema: 'app', name: 'odd name'}, columns: {n: 'int'}});
    await db.createTable({table: 'things', columns: {m: 'int'}});
    expect((await db.describeTable({table: 'things'})).columns.map(({name}) => name)).toEqual(['m']);
    expect((await db.describeTable({table: 'app.things'})).columns.map(({name}) => name)).toEqual(['n']);
    expect((await db.listTables({schema: 'app'})).tables.map(({name}) => name)).toEqual(['odd name', 'things']);
    expect(await db.listTables({limit: 1})).toMatchObject({tables: [{schema: 'app'}], hasMore: true});
    expect((await db.insert({table: 'app."odd name"', data: {n: 1}})).rowCount).toBe(1);
    await db.query('drop schema app cascade');
  });

  test('partitioned tables and views are read like others', async () => {
    const {db, runtime} = fixture;
    await db.query('create table logs (id int primary key, text text) partition by range (id)');
    await db.query('create table logs_1 partition of logs for values from (0) to (100)');
    await db.query('create view texts as select text from logs');
    expect((await db.listTables({})).tables).toMatchObject([
      {schema: 'public', name: 'logs', kind: 'partitioned table'},
      {schema: 'public', name: 'texts', kind: 'view'},
    ]);
    const inserted = await run('insert', {
      table: 'logs',
      data: [
        {id: 1, text: 'a'},
        {id: 2, text: 'b'},
      ],
    });
    const updated = await run('update', {table: 'logs', data: {text: 'c'}, where: {id: 1}});
    expect((await db.select({table: 'texts', orderBy: 'text'})).rows).toEqual([{text: 'b'}, {text: 'c'}]);
    for (const result of [updated, inserted]) expect(await runtime.undo(undoOf(result))).toMatchObject({success: true});
    const merged = await run('upsert', {
      table: 'logs',
      data: [
        {id: 2, text: 'x'},
        {id: 3, text: 'y'},
      ],
    });
    const again = await run('upsert', {
      table: 'logs',
      data: [
        {id: 3, text: 'z'},
        {id: 4, text: 'y'},
      ],
    });
    expect([merged, again]).toMatchObject([{data: {inserted: 2}}, {data: {inserted: 1, updated: 1}}]);
    expect(undoOf(again)).toBeUndefined();
    expect(again.metadata.warnings?.join()).toContain('which is partitioned');
  });
});

import {describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {hasPostgres} from '../support/postgres-server.js';
import {useAccounts} from './database-table-fixture.js';

const real = (await hasPostgres()) ? describe : describe.skip;

const tables: readonly unknown[] = [
  't"; drop table accounts--',
  'accounts; drop table accounts',
  'accounts where true --',
  'pg_catalog.pg_authid',
  'pg_authid"',
  'information_schema.tables',
  'pg_toast.pg_toast_1255',
  'a.b.c',
  'public.accounts.id',
  'accounts\0',
  `accounts${'x'.repeat(56)}`,
  'x'.repeat(64),
  '*',
  '__proto__',
  '',
  ' ',
  'accоunts', // with a Cyrillic о
  'ａccounts', // with a full-width a
  'accounts\u200b',
  'accounts ',
  '"accounts',
  '(select 1)',
  {schema: 'pg_catalog', name: 'pg_authid'},
  {name: 'accounts"; drop table accounts--'},
  {name: ''},
  {schema: 'public"."accounts" cascade--', name: 'accounts'},
  {__proto__: null, name: 'accounts', other: 1},
  ['accounts'],
  7,
  null,
];

const columns: readonly string[] = [
  'id"; drop table accounts--',
  'id, (select rolpassword from pg_authid)',
  'count(*)',
  'ctid',
  'xmin',
  'tableoid',
  'accounts.id',
  'ID',
  'оwner', // with a Cyrillic о
  'owner\0',
  'x'.repeat(64),
  'constructor',
  '',
];

real('names in SQL [needs postgres]', () => {
  const fixture = useAccounts();

  test.each(tables.map((table) => [table]))(
    'DB02 table %j is no name of a table, and all tables stay',
    async (table) => {
      await fixture.refuses('select', {table});
      await fixture.refuses('insert', {table, data: {id: 9}});
      await fixture.refuses('update', {table, data: {id: 9}, all: true});
      await fixture.refuses('delete', {table, all: true});
      await fixture.refuses('describeTable', {table});
      await fixture.refuses('dropTable', {table, cascade: true});
    },
  );

  test.each(columns)('DB02 column %j is no name of a column, wherever it stands', async (column) => {
    const table = 'accounts';
    await fixture.refuses('select', {table, columns: ['id', column]});
    await fixture.refuses('select', {table, where: {[column]: 1}});
    await fixture.refuses('select', {table, orderBy: {column}});
    await fixture.refuses('select', {table, orderBy: [column]});
    await fixture.refuses('insert', {table, data: {id: 9, [column]: 1}});
    await fixture.refuses('insert', {table, data: {id: 9}, returning: [column]});
    await fixture.refuses('update', {table, data: {[column]: 1}, all: true});
    await fixture.refuses('upsert', {table, data: {id: 1, owner: 'x'}, conflict: [column]});
    await fixture.refuses('upsert', {table, data: {id: 1, owner: 'x'}, update: [column]});
    await fixture.refuses('alterTable', {table, dropColumns: [column]});
  });

  test('DB02 names and types of something new can not carry SQL either', async () => {
    for (const name of ['a"; drop table accounts--', "a'", 'a;b', 'a\n', 'a\\', '__proto__', 'x'.repeat(64), '']) {
      await fixture.refuses('createTable', {table: {name}, columns: {id: 'int'}});
      await fixture.refuses('createTable', {table: 'fresh', columns: {[name]: 'int'}});
      await fixture.refuses('alterTable', {table: 'accounts', renameTo: name});
      await fixture.refuses('alterTable', {table: 'accounts', renameColumns: {owner: name}});
    }
    for (const type of [
      'int); drop table accounts--',
      'int default pg_sleep(1)',
      'accounts',
      'pg_catalog.int4',
      'text collate "C"',
    ]) {
      await fixture.refuses('createTable', {table: 'fresh', columns: {id: type}});
      await fixture.refuses('alterTable', {table: 'accounts', alterColumns: {owner: {type}}});
    }
  });

  test('DB02 a default and a check are values, whatever is in them', async () => {
    const {db} = fixture;
    const text = String.raw`'); drop table accounts; -- \' $$ E'\x`;
    await db.createTable({
      table: 'fresh',
      columns: {id: {type: 'int', primaryKey: true}, note: {type: 'text', default: text, check: {ne: `${text}!`}}},
    });
    expect((await db.insert({table: 'fresh', data: {id: 1}})).rows).toEqual([{id: 1, note: text}]);
    expect((await db.select({table: 'accounts'})).rowCount).toBe(5);
  });

  test('DB02 exact names work: another schema, quotes and dots in them, and the schemas that the config names', async () => {
    const {db} = fixture;
    await db.query('create table "odd ""name"".x" ("a ""b""; --" int)');
    await db.insert({table: {name: 'odd "name".x'}, data: {'a "b"; --': 7}});
    const where = {'a "b"; --': {gt: 1}};
    expect((await db.select({table: '"odd ""name"".x"', where, orderBy: {column: 'a "b"; --'}})).rows).toEqual([
      {'a "b"; --': 7},
    ]);
    expect((await db.select({table: 'public.accounts', where: {id: 1}})).rowCount).toBe(1);
    const opened = await DatabaseModuleDefinition.create({
      ...fixture.server.config,
      schemas: ['public', 'pg_catalog'],
    });
    try {
      expect((await opened.select({table: 'pg_catalog.pg_tables', where: {tablename: 'accounts'}})).rowCount).toBe(1);
    } finally {
      await opened.cleanup();
    }
  });
});

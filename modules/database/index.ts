import {defineModule, ModuleInstance} from '../../src/sdk.js';
import type {Database} from './database.js';
import {dbCursor, dbTransaction} from './handles.js';
import {databaseConfig} from './options.js';
import type {DatabaseConfig} from './options.js';
import {alterTable} from './tools/alter-table.js';
import {beginTransaction} from './tools/begin-transaction.js';
import {closeCursor} from './tools/close-cursor.js';
import {commit} from './tools/commit.js';
import {createTable} from './tools/create-table.js';
import {remove} from './tools/delete.js';
import {describeTable} from './tools/describe-table.js';
import {dropTable} from './tools/drop-table.js';
import {explain} from './tools/explain.js';
import {fetch} from './tools/fetch.js';
import {insert} from './tools/insert.js';
import {listTables} from './tools/list-tables.js';
import {openCursor} from './tools/open-cursor.js';
import {query} from './tools/query.js';
import {rollback} from './tools/rollback.js';
import {select} from './tools/select.js';
import {update} from './tools/update.js';
import {upsert} from './tools/upsert.js';
import {useDatabase} from './tools/use-database.js';

/** A Postgres database as tools. */
export class DatabaseModuleInstance extends ModuleInstance<DatabaseConfig, Database> {}

/** Provider `db`: a Postgres server, or PGlite inside of this process, by statements of SQL and by tables. */
export const DatabaseModuleDefinition = defineModule({
  name: 'db',
  module: 'DatabaseModule',
  description: 'A Postgres database, on a server or embedded: statements, tables, transactions and cursors.',
  version: '0.1.0',
  category: 'database',
  tags: ['database', 'sql', 'postgres'],
  requirements: [
    'database connection',
    'A Postgres server, 13 or later; or the package @electric-sql/pglite for an embedded database',
  ],
  limitations: [
    'dialect-specific features may vary',
    'One statement a call; COPY, LISTEN and statements of transactions are not run as statements',
    'An embedded database has one connection: transactions wait for each other',
  ],
  config: databaseConfig,
  Instance: DatabaseModuleInstance,
  handles: [dbTransaction, dbCursor],
  tools: [
    // Statements
    query,
    explain,
    // Transactions
    beginTransaction,
    commit,
    rollback,
    useDatabase,
    // Large results, page by page
    openCursor,
    fetch,
    closeCursor,
    // Tables
    select,
    insert,
    update,
    remove,
    upsert,
    createTable,
    dropTable,
    alterTable,
    listTables,
    describeTable,
  ],
  checkConfig: async (config: DatabaseConfig) => (await import('./settings.js')).backendOf(config),
  connect: async (config: DatabaseConfig, runtime) => {
    // Who imports haft for another module does without what speaks to a database.
    const {connectDatabase} = await import('./connect.js');
    return connectDatabase(config, runtime);
  },
  close: (database: Database) => database.close(),
  check: (database: Database) => database.check(),
});
export type DatabaseModuleDefinition = typeof DatabaseModuleDefinition;

/** Seed 004's name for the same. */
export {DatabaseModuleDefinition as DatabaseModule};
export {dbCursor, dbTransaction} from './handles.js';
export type {Answer, Field, Row, Value} from './answer.js';
export type {CursorHandle, TransactionHandle} from './handles.js';
export type {DatabaseConfig} from './options.js';

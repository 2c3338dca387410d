import {afterAll, beforeAll, beforeEach, expect} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import type {DatabaseModuleInstance} from '../../modules/database/index.js';
import type {ErrorObject} from '../../src/sdk.js';
import {doingNoHarm} from '../support/assert-safe.js';
import {errorOf} from '../support/one-module.js';
import {startPostgres} from '../support/postgres-server.js';
import type {PostgresServer} from '../support/postgres-server.js';
import {guardSockets} from '../support/socket-guard.js';
import {makeTempFolder} from '../support/temp-folder.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>> & DatabaseModuleInstance;

/** A real server with a table of accounts, and a superuser, so that nothing but haft stands in the way. */
export interface AccountsFixture {
  readonly db: Database;
  readonly server: PostgresServer;
  /** Calls a tool that must answer an INPUT code, do no harm and leave every table as it was. */
  refuses(tool: string, input: Readonly<Record<string, unknown>>): Promise<ErrorObject>;
}

const inputCodes = ['INVALID_PARAMETER', 'MISSING_PARAMETER', 'TYPE_MISMATCH'];

export function useAccounts(): AccountsFixture {
  let server: PostgresServer;
  let db: Database;
  let outside: string;
  const guard = guardSockets();
  beforeAll(async () => {
    server = await startPostgres();
    db = await DatabaseModuleDefinition.create(server.config);
    outside = await makeTempFolder();
  }, 60_000);
  beforeEach(async () => {
    await db.query('drop schema public cascade');
    await db.query('create schema public');
    await db.query('create table accounts (id int primary key, owner text, balance numeric, tags text[])');
    await db.query(
      "insert into accounts select n, 'owner ' || n, n * 100, array['t' || n] from generate_series(1, 5) n",
    );
  });
  afterAll(async () => {
    await db.cleanup();
    await server.end();
  });

  /** Every table there is, with its columns and rows. */
  const state = async (): Promise<unknown> => [
    (
      await db.query(
        "select string_agg(attrelid::regclass || '.' || attname, ',' order by attrelid, attnum) as s from pg_attribute join pg_class c on c.oid = attrelid where relnamespace = 'public'::regnamespace",
      )
    ).rows,
    (await db.query('select accounts::text as row from accounts order by id')).rows,
  ];
  return {
    get db() {
      return db;
    },
    get server() {
      return server;
    },
    async refuses(tool, input) {
      const before = await state();
      const result = await doingNoHarm(outside, () => db.getTool(tool).execute(input));
      const error = errorOf(result);
      expect(inputCodes).toContain(error.code);
      expect(error.outcome).toBe('not_executed');
      expect(await state()).toEqual(before);
      expect(guard.refused).toEqual([]);
      return error;
    },
  };
}

import {afterAll, beforeAll, beforeEach, describe} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import type {DatabaseModuleInstance} from '../../../../modules/database/index.js';
import {Runtime} from '../../../../src/sdk.js';
import type {ToolResult} from '../../../../src/sdk.js';
import {hasPostgres, startPostgres} from '../../../support/postgres-server.js';
import type {PostgresServer} from '../../../support/postgres-server.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>> & DatabaseModuleInstance;

/** One database of a test file, empty before each test. */
export interface Fixture {
  readonly db: Database;
  readonly runtime: Runtime;
  /** Config of another module with the same database; undefined for an embedded one, which has one owner. */
  readonly elsewhere: Readonly<Record<string, unknown>> | undefined;
}

const server = (await hasPostgres()) ? describe : describe.skip;

/** Runs the same tests on an embedded database and on a server. */
export function onEachDatabase(name: string, tests: (fixture: Fixture) => void): void {
  describe(`${name}, embedded`, () => {
    // A busy machine takes its time to load it.
    tests(fixtureOf(() => Promise.resolve({embedded: 'memory', acquireTimeout: 60_000})));
  });
  server(`${name}, server [needs postgres]`, () => {
    let postgres: PostgresServer | undefined;
    const start = async () => (postgres = await startPostgres()).config;
    tests(fixtureOf(start, async () => postgres?.end()));
  });
}

function fixtureOf(start: () => Promise<Record<string, unknown>>, stop?: () => Promise<void>): Fixture {
  const fixture: {-readonly [K in keyof Fixture]?: Fixture[K]} = {};
  beforeAll(async () => {
    const config = await start();
    fixture.runtime = new Runtime();
    fixture.db = await DatabaseModuleDefinition.create(config, fixture.runtime);
    fixture.elsewhere = 'embedded' in config ? undefined : config;
    await fixture.db.query('select 1');
  }, 60_000);
  beforeEach(async () => {
    await fixture.db?.query('drop schema public cascade');
    await fixture.db?.query('create schema public');
  });
  afterAll(async () => {
    await fixture.db?.cleanup();
    await stop?.();
  });
  return fixture as Fixture;
}

/** The undo handle of a success. */
export function undoOf(result: ToolResult): unknown {
  if (!result.success) throw new Error(`Expected a success, received ${result.error.code}: ${result.error.message}`);
  return result.metadata.undo;
}

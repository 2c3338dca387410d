import {afterAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {describeModule} from '../../src/testing/index.js';
import {databaseState} from '../modules/database/database-state.js';
import {EmbeddedExamples, promiseOf} from '../modules/database/embedded-examples.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';

const common = {
  name: 'db',
  fingerprint: ({module}: {module: Parameters<typeof databaseState>[0]}) => databaseState(module),
  settleWithin: 20_000,
};
const embedded = {...common, config: {embedded: 'memory', acquireTimeout: 60_000}};

if (await hasPostgres()) {
  const server = await startPostgres();
  const {default: pg} = await import('pg');
  const asOwner = async (database: string, ...statements: string[]): Promise<void> => {
    const client = new pg.Client({...server.config, database, ssl: false});
    await client.connect();
    for (const text of statements) await client.query(text);
    await client.end();
  };
  const inUse = new Map<string, string>();
  const free: string[] = [];
  afterAll(() => server.end());

  describeModule(
    {describe, test},
    {
      ...common,
      definition: DatabaseModuleDefinition,
      // Every case has a database to itself, which is emptied for the next one: to make one costs much more.
      config: async (folder) => {
        const name = free.pop() ?? `case_${String(inUse.size)}`;
        if (!inUse.has(folder) && !made.has(name)) await asOwner('postgres', `create database ${name}`);
        made.add(name);
        inUse.set(folder, name);
        return {...server.config, database: name};
      },
      tearDown: async (folder) => {
        const name = inUse.get(folder);
        if (name === undefined) return;
        inUse.delete(folder);
        await asOwner(name, ...emptying);
        free.push(name);
      },
    },
  );

  // What differs from a server shows in what the tools do.
  describe('db does the same embedded', () => {
    const shared = new EmbeddedExamples();
    afterAll(() => shared.close());

    const {tools} = DatabaseModuleDefinition.getMetadata();
    for (const [name, {examples}] of Object.entries(tools)) {
      test.each(examples.map((example) => [example.description, example] as const))(
        `${name} does what its example says: %s`,
        async (_description, example) => {
          expect(await shared.run(name, example)).toMatchObject(promiseOf(example));
        },
        60_000,
      );
    }
  });
} else {
  describeModule({describe, test}, {...embedded, definition: DatabaseModuleDefinition});
}

import {afterAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {describeModule} from '../../src/testing/index.js';
import {databaseState} from '../modules/database/database-state.js';
import {EmbeddedExamples, promiseOf} from '../modules/database/embedded-examples.js';
import {LentDatabases} from '../modules/database/lent-databases.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';

const common = {
  name: 'db',
  fingerprint: ({module}: {module: Parameters<typeof databaseState>[0]}) => databaseState(module),
  settleWithin: 20_000,
};
const embedded = {...common, config: {embedded: 'memory', acquireTimeout: 60_000}};

if (await hasPostgres()) {
  const server = await startPostgres();
  const databases = new LentDatabases(server);
  afterAll(() => server.end());

  describeModule(
    {describe, test},
    {
      ...common,
      definition: DatabaseModuleDefinition,
      config: async (folder) => ({...server.config, database: await databases.lend(folder)}),
      tearDown: (folder) => databases.takeBack(folder),
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

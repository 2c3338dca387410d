import {afterAll, describe, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {describeModule, moduleContract} from '../../src/testing/index.js';
import {databaseState} from '../modules/database/database-state.js';
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
  const names = new Map<string, string>();
  const asOwner = async (text: string): Promise<void> => {
    const client = new pg.Client({...server.config, database: 'postgres', ssl: false});
    await client.connect();
    await client.query(text);
    await client.end();
  };
  afterAll(() => server.end());

  describeModule(
    {describe, test},
    {
      ...common,
      definition: DatabaseModuleDefinition,
      // Every case has a database of its own.
      config: async (folder) => {
        const name = `case_${String(names.size)}`;
        names.set(folder, name);
        await asOwner(`create database ${name}`);
        return {...server.config, database: name};
      },
      tearDown: (folder) => asOwner(`drop database ${names.get(folder) ?? ''} with (force)`),
    },
  );

  // Starting an embedded database takes its time; what differs from a server shows in what the tools do.
  describe('db does the same embedded', () => {
    for (const {name, title, run} of moduleContract(DatabaseModuleDefinition, embedded)) {
      if (title.startsWith('does what its example says')) test(name, run, 60_000);
    }
  });
} else {
  describeModule({describe, test}, {...embedded, definition: DatabaseModuleDefinition});
}

import {afterAll, describe, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../modules/database/index.js';
import {describeModule} from '../../src/testing/index.js';
import {databaseState} from '../modules/database/database-state.js';
import {hasPostgres, startPostgres} from '../support/postgres-server.js';

describeModule(
  {describe, test},
  {
    name: 'db',
    definition: DatabaseModuleDefinition,
    config: {embedded: 'memory', acquireTimeout: 60_000},
    fingerprint: ({module}) => databaseState(module),
    settleWithin: 20_000,
  },
);

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
    {describe: (name, body) => describe(`${name}, on a server`, body), test},
    {
      name: 'db',
      definition: DatabaseModuleDefinition,
      // Every case has a database of its own.
      config: async (folder) => {
        const name = `case_${String(names.size)}`;
        names.set(folder, name);
        await asOwner(`create database ${name}`);
        return {...server.config, database: name};
      },
      tearDown: (folder) => asOwner(`drop database ${names.get(folder) ?? ''} with (force)`),
      fingerprint: ({module}) => databaseState(module),
    },
  );
}

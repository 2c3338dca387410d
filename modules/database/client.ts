import {createRequire} from 'node:module';
import {ToolError} from '../../src/sdk.js';
import type {WireClient} from './connections/wire.js';

/** Where a server is, and who asks. Everything is said: nothing comes from the environment or from ~/.pgpass. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: boolean | Readonly<Record<string, unknown>>;
  readonly applicationName: string;
  /** ms */
  readonly connectTimeout: number;
}

/** What pg can speak through instead of a socket of its own. */
export type WireStreamMaker = () => unknown;

/** The only import of pg: a client that is connected. Throws what pg throws. */
export async function connectClient(address: ServerAddress, stream?: WireStreamMaker): Promise<WireClient> {
  const {default: pg} = await import('pg');
  const {host, port, database, user, password, ssl, applicationName, connectTimeout} = address;
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    // As a function it is asked for only when the server wants it, and neither PGPASSWORD nor ~/.pgpass is.
    password: () => password,
    ssl,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    ...(stream && {stream: stream as () => never}),
  });
  forgetEnvironment(client);
  // What breaks while it connects is also thrown; unheard, it would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(ignore);
    throw error;
  }
  client.removeListener('error', ignore);
  return client as unknown as WireClient;
}

/** pg reads PGOPTIONS and others where nothing is given; an empty value counts as nothing. */
function forgetEnvironment(client: object): void {
  const {connectionParameters} = client as {connectionParameters?: Record<string, unknown>};
  if (!connectionParameters) throw new ToolError('RESOURCE_UNAVAILABLE', 'This version of pg is not known');
  Object.assign(connectionParameters, {options: undefined, replication: undefined, client_encoding: 'UTF8'});
}

/** Answers RESOURCE_UNAVAILABLE when the package of the embedded database is not installed; its thread imports it. */
export function assertEmbeddedPackage(): void {
  try {
    createRequire(import.meta.url).resolve('@electric-sql/pglite');
  } catch (cause) {
    throw new ToolError('RESOURCE_UNAVAILABLE', 'An embedded database needs the package @electric-sql/pglite', {
      outcome: 'not_executed',
      suggestions: ['npm install @electric-sql/pglite'],
      cause,
    });
  }
}

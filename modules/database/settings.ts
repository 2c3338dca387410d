import {userInfo} from 'node:os';
import {isRecord, ToolError} from '../../src/sdk.js';
import type {ServerAddress} from './client.js';
import type {DatabaseConfig} from './options.js';
import {parseUrl, sslOf} from './server-url.js';

/** The ways to a database, of which a config names one. */
export type Backend =
  | {readonly kind: 'embedded'; readonly directory: string | undefined}
  | {readonly kind: 'server'; readonly address: ServerAddress}
  | {readonly kind: 'injected'; readonly pool?: unknown; readonly client?: unknown};

const parts = ['host', 'port', 'database', 'user', 'password'] as const;

/** Which database a config means. Answers INVALID_CONFIG when it names none, or several. */
export function backendOf(config: DatabaseConfig): Backend {
  const given = [
    ...(['embedded', 'url', 'env', 'pool', 'client'] as const).filter((name) => config[name] !== undefined),
    ...(parts.some((name) => config[name] !== undefined) ? ['host, port, database, user, password'] : []),
  ];
  if (given.length !== 1) throw notOne(given);
  if (config.embedded !== undefined) {
    return {kind: 'embedded', directory: config.embedded === 'memory' ? undefined : config.embedded};
  }
  if (config.pool !== undefined || config.client !== undefined) {
    return {kind: 'injected', pool: usable(config.pool, 'pool'), client: usable(config.client, 'client')};
  }
  return {kind: 'server', address: addressOf(config)};
}

function addressOf(config: DatabaseConfig): ServerAddress {
  const {applicationName, connectTimeout} = config;
  const named = config.url !== undefined ? parseUrl(config.url) : config.env === true ? fromEnvironment() : config;
  const user = named.user ?? userInfo().username;
  return {
    host: named.host ?? 'localhost',
    port: named.port ?? 5432,
    database: named.database ?? user,
    user,
    password: named.password ?? '',
    ssl: tls(config.ssl ?? named.ssl),
    applicationName,
    connectTimeout,
  };
}

type Named = Pick<DatabaseConfig, 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl'>;

/** The variables of libpq (https://www.postgresql.org/docs/current/libpq-envars.html), read when the config says so only. */
function fromEnvironment(): Named {
  const {PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD, PGSSLMODE} = process.env;
  const port = PGPORT === undefined ? undefined : Number(PGPORT);
  return {
    ...(PGHOST !== undefined && {host: PGHOST}),
    ...(port !== undefined && {port}),
    ...(PGDATABASE !== undefined && {database: PGDATABASE}),
    ...(PGUSER !== undefined && {user: PGUSER}),
    ...(PGPASSWORD !== undefined && {password: PGPASSWORD}),
    ...(PGSSLMODE !== undefined && {ssl: sslOf(PGSSLMODE)}),
  };
}

function tls(ssl: DatabaseConfig['ssl']): ServerAddress['ssl'] {
  if (typeof ssl !== 'object') return ssl ?? false;
  const {verify = true, ...files} = ssl;
  return {...files, rejectUnauthorized: verify};
}

function usable(given: unknown, name: string): unknown {
  if (given === undefined || (isRecord(given) && typeof given['query'] === 'function')) return given;
  throw new ToolError('INVALID_CONFIG', `${name} of the database must have a method query`, {
    outcome: 'not_executed',
    suggestions: ['Give a Pool or a Client of the package pg, or leave it out and give url'],
  });
}

function notOne(given: readonly string[]): ToolError {
  const what =
    given.length === 0 ? 'The config names no database' : `The config names several databases: ${given.join('; ')}`;
  return new ToolError('INVALID_CONFIG', what, {
    outcome: 'not_executed',
    suggestions: [
      ...(given.length === 0 ? [] : ['Leave all but one of them out']),
      "Give {embedded: 'memory'} or {embedded: directory} for a database inside of this process",
      "Give {url: 'postgres://host:5432/database'}, with user:password@ before the host, or host, database, user and password, for a server",
      'Give {env: true} for the server that PGHOST, PGUSER, PGPASSWORD and PGDATABASE name',
    ],
  });
}

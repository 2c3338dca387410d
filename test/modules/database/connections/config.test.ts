import {inspect} from 'node:util';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import {Runtime} from '../../../../src/sdk.js';
import {hasPostgres, roles, startPostgres} from '../../../support/postgres-server.js';
import type {PostgresServer} from '../../../support/postgres-server.js';

describe('a config', () => {
  test('that names no database is refused, and told the three ways', async () => {
    const refusal = await DatabaseModuleDefinition.create({}).catch((error: unknown) => error);
    expect(refusal).toMatchObject({code: 'INVALID_CONFIG', message: 'The config names no database'});
    const {suggestions} = refusal as {suggestions: readonly string[]};
    for (const way of ['embedded', 'url', 'env']) expect(suggestions.join('\n')).toContain(way);
  });

  test.each([
    [{embedded: 'memory', url: 'postgres://localhost/x'}],
    [{url: 'postgres://localhost/x', env: true as const}],
    [{host: 'localhost', embedded: 'memory'}],
  ])('that names several is refused: %j', async (config) => {
    await expect(DatabaseModuleDefinition.create(config)).rejects.toMatchObject({code: 'INVALID_CONFIG'});
  });

  test('that says true for an embedded one is told what it may be', async () => {
    await expect(DatabaseModuleDefinition.create({embedded: true as never})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      suggestions: ['Give "embedded" as string, such as "memory" or "./data"'],
    });
  });

  test.each(['mysql://localhost/x', 'nonsense', 'postgres://localhost/x?sslmode=maybe', 'postgres://h/x?options=-c'])(
    'with the url %s is refused',
    async (url) => {
      await expect(DatabaseModuleDefinition.create({url})).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    },
  );

  test('with a url that is misspelt is told how it is written, readably', async () => {
    const refusal = await DatabaseModuleDefinition.create({url: 'postgres://u:p@h/d?sslmod=require'}).catch(String);
    expect(refusal).not.toContain('u:p');
    await expect(DatabaseModuleDefinition.create({url: 'postgres://h/d?sslmod=require'})).rejects.toMatchObject({
      suggestions: ['Did you mean sslmode?', expect.stringContaining('postgres://host:5432/database')],
    });
  });

  test('another dialect is refused', async () => {
    await expect(
      DatabaseModuleDefinition.create({embedded: 'memory', dialect: 'mysql' as never}),
    ).rejects.toMatchObject({code: 'INVALID_CONFIG'});
  });
});

describe('a client of the user', () => {
  const asked: unknown[] = [];
  const standIn = {
    query: async (query: {text: string}) => {
      asked.push(query);
      if (query.text.includes('broken'))
        throw Object.assign(new Error('no such table'), {code: '42P01', severity: 'ERROR'});
      return {command: 'SELECT', rowCount: 1, rows: [{id: 7, name: 'Ada', tags: ['a'], none: null}]};
    },
  };

  test('needs nothing but query', async () => {
    const db = await DatabaseModuleDefinition.create({client: standIn});
    expect(await db.query('select * from people where id = $1', [7])).toMatchObject({
      rows: [{id: 7, name: 'Ada', tags: ['a'], none: null}],
      rowCount: 1,
      command: 'SELECT',
    });
    expect(asked).toContainEqual({text: 'select * from people where id = $1', values: ['7']});
    await expect(db.query('select * from broken')).rejects.toMatchObject({code: 'UNKNOWN_TABLE'});
    await db.cleanup();
  });

  test('without query is refused', async () => {
    await expect(DatabaseModuleDefinition.create({client: {}})).rejects.toMatchObject({code: 'INVALID_CONFIG'});
  });
});

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('a server [needs postgres]', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    await server?.end();
  });

  const answerOf = async (config: object): Promise<unknown> => {
    const db = await DatabaseModuleDefinition.create(config);
    try {
      return (await db.query('select current_user as who, current_database() as what')).rows[0];
    } finally {
      await db.cleanup();
    }
  };

  test('is found by url, by parts and by the environment, which counts only when it is named', async () => {
    const {plain} = roles;
    expect(await answerOf({url: server.url({...plain})})).toEqual({who: 'plain', what: 'haft'});
    expect(await answerOf({...server.config, ...plain})).toEqual({who: 'plain', what: 'haft'});
    const environment = {
      PGHOST: '127.0.0.1',
      PGPORT: String(server.port),
      PGUSER: 'plain',
      PGPASSWORD: plain.password,
      PGDATABASE: 'haft',
      PGOPTIONS: '-c default_transaction_read_only=on',
    };
    const before = {...process.env};
    Object.assign(process.env, environment);
    try {
      expect(await answerOf({env: true})).toEqual({who: 'plain', what: 'haft'});
      const {password: _password, ...withoutPassword} = server.config;
      await expect(answerOf(withoutPassword)).rejects.toMatchObject({code: 'AUTHENTICATION_REQUIRED'});
      const db = await DatabaseModuleDefinition.create(server.config);
      expect(await db.useDatabase()).toMatchObject({readOnly: false});
      await db.cleanup();
    } finally {
      process.env = before;
    }
  });

  test('a pool and a client of pg are used, and stay open', async () => {
    const {default: pg} = await import('pg');
    const pool = new pg.Pool({...server.config, ssl: false, max: 2});
    const client = new pg.Client({...server.config, ssl: false});
    await client.connect();
    for (const config of [{pool}, {client}]) {
      const db = await DatabaseModuleDefinition.create(config);
      expect((await db.query('select $1::int[] as list', [[1, 2]])).rows).toEqual([{list: [1, 2]}]);
      await db.beginTransaction();
      await db.query('create table kept_out (id int)');
      await db.cleanup();
    }
    expect((await pool.query("select to_regclass('kept_out') as t")).rows).toEqual([{t: null}]);
    expect((await client.query("select to_regclass('kept_out') as t")).rows).toEqual([{t: null}]);
    await client.end();
    await pool.end();
  });

  test.each([
    ['a wrong password', {password: 'wrong-password'}, 'AUTHENTICATION_REQUIRED', '28P01'],
    ['an unknown role', {user: 'nobody-here'}, 'AUTHENTICATION_REQUIRED', '28P01'],
    ['an unknown database', {database: 'nowhere'}, 'RESOURCE_NOT_FOUND', '3D000'],
    ['a port where nobody listens', {port: 1}, 'NETWORK_ERROR', 'ECONNREFUSED'],
    ['a host that is none', {host: 'nowhere.invalid'}, 'NETWORK_ERROR', 'ENOTFOUND'],
    ['TLS that the server does not speak', {ssl: true}, 'PROTOCOL_ERROR', undefined],
  ])('%s has its own code, and a remedy', async (_what, change, code, native) => {
    const runtime = new Runtime();
    const db = await DatabaseModuleDefinition.create({...server.config, ...change}, runtime);
    const result = await db.getTool('query').execute({sql: 'select 1'});
    expect(result).toMatchObject({
      success: false,
      error: {
        code,
        outcome: 'not_executed',
        suggestions: [expect.any(String)],
        details: {cause: {...(native !== undefined && {code: native})}},
      },
    });
    const health = await db.healthCheck();
    expect(health).toMatchObject({healthy: false});
    await db.cleanup();
  });

  test('CO06 the password is in no config, error, result or listing', async () => {
    const password = 'CANARY-9d2c"s€cret';
    for (const config of [
      {...server.config, password},
      {url: `postgres://owner:${encodeURIComponent(password)}@127.0.0.1:${String(server.port)}/haft`},
    ]) {
      const db = await DatabaseModuleDefinition.create(config);
      const result = await db.getTool('query').execute({sql: `select '${password}'`});
      const shown = [result, db, db.config, db.wrappedInstance, db.getMetadata(), await db.healthCheck()].map((each) =>
        inspect(each, {depth: 20}),
      );
      for (const text of [...shown, JSON.stringify(result)]) {
        for (const spelling of [password, encodeURIComponent(password), Buffer.from(password).toString('base64')]) {
          if (text.includes(spelling)) throw new Error(`The password is shown: ${text.slice(0, 300)}`);
        }
      }
      await db.cleanup();
    }
  });
});

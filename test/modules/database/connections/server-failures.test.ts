import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {EventEmitter} from 'node:events';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {DatabaseModuleDefinition} from '../../../../modules/database/index.js';
import type {TransactionHandle} from '../../../../modules/database/index.js';
import {hasPostgres, startPostgres} from '../../../support/postgres-server.js';
import {processHolders} from '../../../support/process-holders.js';
import type {PostgresServer} from '../../../support/postgres-server.js';

type Database = Awaited<ReturnType<typeof DatabaseModuleDefinition.create>>;

const onServer = (await hasPostgres()) ? describe : describe.skip;

onServer('failures that take a server [needs postgres]', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres({deadlock_timeout: '50ms'});
  }, 60_000);
  afterAll(async () => {
    await server?.end();
  });

  describe('two transactions that meet', () => {
    let db: Database;
    // The server's own hint, where it has one, comes first.
    const again = expect.arrayContaining(['Make the whole transaction again']);

    beforeAll(async () => {
      db = await DatabaseModuleDefinition.create(server.config);
      await db.query('create table counters (id int primary key, n int)');
      await db.query('insert into counters values (1, 0), (2, 0)');
    });
    afterAll(async () => {
      await db?.cleanup();
    });

    test('that is forgotten does not keep a script alive; it is used on all the same', async () => {
      const since = processHolders();
      const transaction = await db.beginTransaction({independent: true});
      await raise(1, transaction);
      expect(since()).toEqual([]);
      const running = db.query({sql: 'select pg_sleep(0.05)', transaction});
      await db.query({sql: 'select 1', transaction});
      await running;
      expect(since()).toEqual([]);
      await db.rollback({transaction});
    });

    const raise = (id: number, transaction: TransactionHandle) =>
      db.getTool('query').execute({sql: 'update counters set n = n + 1 where id = $1', values: [id], transaction});

    test.each(['repeatable read', 'serializable'] as const)(
      '%s: the second change of a row is refused',
      async (isolation) => {
        const first = await db.beginTransaction({isolation, independent: true});
        const second = await db.beginTransaction({isolation, independent: true});
        for (const transaction of [first, second]) await db.query({sql: 'select n from counters', transaction});
        expect((await raise(1, first)).success).toBe(true);
        await db.commit({transaction: first});
        expect(await raise(1, second)).toMatchObject({
          success: false,
          error: {
            code: 'SERIALIZATION_FAILURE',
            recoverable: true,
            outcome: 'failed',
            suggestions: again,
            details: {cause: {code: '40001'}},
          },
        });
        await db.rollback({transaction: second});
      },
    );

    test('serializable: when each read what the other changed, the later commit is refused, and nothing of it stands', async () => {
      await db.query('update counters set n = 0');
      const begin = () => db.beginTransaction({isolation: 'serializable', independent: true});
      const [first, second] = [await begin(), await begin()];
      for (const transaction of [first, second]) await db.query({sql: 'select sum(n) from counters', transaction});
      expect((await raise(1, first)).success).toBe(true);
      expect((await raise(2, second)).success).toBe(true);
      await db.commit({transaction: first});
      expect(await db.getTool('commit').execute({transaction: second})).toMatchObject({
        success: false,
        error: {
          code: 'SERIALIZATION_FAILURE',
          recoverable: true,
          outcome: 'failed',
          suggestions: again,
          details: {cause: {code: '40001'}},
        },
      });
      expect((await db.query('select n from counters order by id')).rows).toEqual([{n: 1}, {n: 0}]);
    });

    test('a deadlock is told to one of them, and the other goes on', async () => {
      await db.query('update counters set n = 0');
      const begin = () => db.beginTransaction({independent: true});
      const transactions = [await begin(), await begin()] as const;
      const [first, second] = transactions;
      expect([await raise(1, first), await raise(2, second)].map(({success}) => success)).toEqual([true, true]);
      const answers = await Promise.all([raise(2, first), raise(1, second)]);
      const lost = answers.findIndex(({success}) => !success);
      expect(answers[1 - lost]).toMatchObject({success: true});
      expect(answers[lost]).toMatchObject({
        error: {
          code: 'DEADLOCK',
          recoverable: true,
          outcome: 'failed',
          suggestions: expect.arrayContaining([expect.stringContaining('Make the whole transaction again')]),
          details: {cause: {code: '40P01'}},
        },
      });
      await db.rollback({transaction: transactions[lost === 0 ? 0 : 1]});
      await db.commit({transaction: transactions[lost === 0 ? 1 : 0]});
      expect((await db.query('select n from counters')).rows).toEqual([{n: 1}, {n: 1}]);
    });
  });

  describe('a text that comes again and again, which the server keeps under a name', () => {
    let db: Database;
    let other: Database;
    const kept = 'select count(*)::int as n from pg_prepared_statements';
    const often = async (sql: string, values: readonly unknown[] = []) => {
      const answers = [];
      for (let time = 0; time < 3; time++) answers.push(await db.query({sql, values}));
      return answers.at(-1);
    };

    beforeAll(async () => {
      db = await DatabaseModuleDefinition.create({...server.config, maxConnections: 1});
      other = await DatabaseModuleDefinition.create({...server.config, maxConnections: 1});
      await db.query('create table measures (id int primary key, size real)');
    });
    beforeEach(async () => {
      // What leaves something in a session ends what is kept in it.
      await db.query('set application_name = again');
    });
    afterAll(async () => {
      await db?.cleanup();
      await other?.cleanup();
    });

    test('is read once, has its rows and its failures each time, and is kept for no one else', async () => {
      const insert = 'insert into measures values ($1, $2) returning *';
      for (let id = 1; id <= 5; id++) {
        expect(await db.query(insert, [id, id / 2])).toMatchObject({rowCount: 1, rows: [{id, size: id / 2}]});
      }
      const again = await db.getTool('query').execute({sql: insert, values: [1, 1]});
      expect(again).toMatchObject({error: {code: 'DUPLICATE_KEY', outcome: 'failed'}});
      expect(await db.query(insert, [6, null])).toMatchObject({rows: [{id: 6, size: null}]});
      expect((await db.query(kept)).rows).toEqual([{n: 1}]);
      await db.query('set application_name = again');
      expect((await db.query(kept)).rows).toEqual([{n: 0}]);
    });

    test('is read anew when its own module has changed the table', async () => {
      const write = 'update measures set size = $1 where id = 1';
      await often(write, [0.1]);
      await db.query('alter table measures alter column size type double precision');
      await db.query(write, [0.1]);
      // As a real it would be 0.10000000149011612 by now.
      expect((await db.query('select size from measures where id = 1')).rows).toEqual([{size: 0.1}]);
    });

    test('has the columns of now when another program has changed the table', async () => {
      const read = 'select * from measures where id = $1';
      expect(await often(read, [2])).toMatchObject({rows: [{id: 2, size: 1}]});
      await other.query("alter table measures add column note text default 'new', alter column id type bigint");
      expect(await db.query(read, [2])).toMatchObject({rows: [{id: 2, size: 1, note: 'new'}]});
      expect(await db.query(read, [2 ** 40])).toMatchObject({rows: []});
    });

    test('gives its place to others that are used now', async () => {
      for (let text = 0; text < 110; text++) await often(`select ${String(text)}`);
      const {rows} = await db.query(
        "select count(*)::int as n, bool_or(statement = 'select 0') as first from pg_prepared_statements",
      );
      expect(rows).toEqual([{n: 99, first: false}]);
    });

    test('runs as ever where the server has lost it, as behind a pooler that mixes sessions up', async () => {
      await db.query(`create function md5(int) returns text language plpgsql as
        $$ begin execute 'deallocate all'; return 'lost'; end $$`);
      const insert = "insert into measures values ($1, 0, 'lost')";
      for (let id = 10; id < 14; id++) await db.query(insert, [id]);
      expect((await db.query('select md5(1) as names')).rows).toEqual([{names: 'lost'}]);
      expect(await db.query(insert, [14])).toMatchObject({rowCount: 1});
      await often('select 1');
      expect((await db.query(kept)).rows).toEqual([{n: 0}]);
      expect((await db.query("select count(*)::int as n from measures where note = 'lost'")).rows).toEqual([{n: 5}]);
    });
  });

  test('a pool that is lent is given back as it was', async () => {
    const {default: pg} = await import('pg');
    const pool = new pg.Pool({...server.config, max: 1});
    const db = await DatabaseModuleDefinition.create({pool});
    const listeners = async () => {
      const client = await pool.connect();
      const {connection} = client as unknown as {connection: EventEmitter & {stream: EventEmitter}};
      const all = [client, connection, connection.stream].map((it) =>
        it.eventNames().map((name) => [name, it.listenerCount(name)]),
      );
      client.release();
      return all;
    };
    try {
      await db.query('select 1');
      const before = await listeners();
      for (let time = 0; time < 3; time++) await db.query('select 1');
      expect(await listeners()).toEqual(before);
    } finally {
      await db.cleanup();
      await pool.end();
    }
  });

  describe('TLS', () => {
    const tlsFile = (name: string): string =>
      readFileSync(join(import.meta.dirname, '../../../support/tls', name), 'utf8');
    const ca = tlsFile('ca.pem');
    const answerOf = async (ssl: boolean | Readonly<Record<string, unknown>>) => {
      const db = await DatabaseModuleDefinition.create({...server.config, ssl});
      try {
        return await db.getTool('query').execute({
          sql: 'select ssl, client_dn from pg_stat_ssl where pid = pg_backend_pid()',
        });
      } finally {
        await db.cleanup();
      }
    };
    const encrypted = {success: true, data: {rows: [{ssl: true}]}};
    const refused = (cause: object, suggestion: string) => ({
      success: false,
      error: {
        code: 'PROTOCOL_ERROR',
        outcome: 'not_executed',
        suggestions: [expect.stringContaining(suggestion)],
        details: {cause},
      },
    });

    test('a server without it is not spoken to in the clear', async () => {
      const answer = refused({message: expect.stringContaining('does not support SSL')}, 'ssl: false');
      expect(await answerOf(true)).toMatchObject(answer);
      expect(await answerOf({ca})).toMatchObject(answer);
    });

    test('a certificate of a known authority is trusted, of an unknown one not', async () => {
      await server.certify('localhost');
      expect(await answerOf({ca})).toMatchObject(encrypted);
      expect(await answerOf(true)).toMatchObject(refused({code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'}, 'ssl: {ca}'));
      expect(await answerOf({verify: false})).toMatchObject(encrypted);
    });

    test('a certificate of the client is shown to the server', async () => {
      await server.certify('localhost');
      const own = {cert: tlsFile('self-signed.pem'), key: tlsFile('server.key')};
      expect(await answerOf({ca, ...own})).toMatchObject({data: {rows: [{ssl: true, client_dn: '/CN=localhost'}]}});
      expect(await answerOf({ca})).toMatchObject({data: {rows: [{ssl: true, client_dn: null}]}});
    });

    test.each([
      ['other-name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['expired', 'CERT_HAS_EXPIRED'],
      ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ] as const)('a certificate that is %s is refused', async (certificate, code) => {
      await server.certify(certificate);
      expect(await answerOf({ca})).toMatchObject(refused({code}, "server's certificate"));
      expect(await answerOf({verify: false})).toMatchObject(encrypted);
    });
  });
});

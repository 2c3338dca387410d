import {symlink} from 'node:fs/promises';
import {createServer} from 'node:net';
import type {AddressInfo, Socket} from 'node:net';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, test} from '@jest/globals';
import pg from 'pg';
import {sqlKind} from '../../../../modules/database/kinds/sql.js';
import {importSql} from '../../../../modules/database/kinds/sql/import.js';
import {ModuleFactory} from '../../../../src/factory/index.js';
import {Runtime} from '../../../../src/sdk.js';
import type {ModuleInstance} from '../../../../src/sdk.js';
import {FakeClock} from '../../../../src/testing/index.js';
import {failureOf, problemsOf} from '../../../factory/factory.js';
import {hasPostgres, startPostgres} from '../../../support/postgres-server.js';
import type {PostgresServer} from '../../../support/postgres-server.js';
import {useTempFolders} from '../../../support/temp-folder.js';

const factory = new ModuleFactory({kinds: {sql: sqlKind}});
const hasServer = await hasPostgres();
const onServer = hasServer ? describe : describe.skip;
const tempFolder = useTempFolders();

type Input = Record<string, unknown>;

const made: ModuleInstance[] = [];
afterEach(async () => {
  for (const module of made.splice(0)) await module.cleanup();
});

let server: PostgresServer;
let admin: pg.Client;

/** A module of these tools on the test server. */
async function sql(tools: object, more: object = {}, runtime?: Runtime): Promise<ModuleInstance> {
  const config = {type: 'sql', database: {url: {$config: 'url'}}, tools, ...more};
  const module = await factory.createFromConfig('shop', config, {url: server.url()}, runtime ? {runtime} : {});
  made.push(module);
  return module;
}

const call = (module: ModuleInstance, tool: string, input: Input = {}): Promise<unknown> =>
  module.getTool(tool).call(input);

const code = async (module: ModuleInstance, tool: string, input: Input = {}): Promise<string> =>
  (await failureOf(call(module, tool, input))).code;

const stock = async (): Promise<unknown> => (await admin.query('select id, name, stock from goods order by id')).rows;

describe('a sql config is checked before any database is asked:', () => {
  const problems = async (tool: object, more: object = {}): Promise<unknown> => {
    const config = {type: 'sql', database: {embedded: 'memory'}, tools: {t: tool}, ...more};
    const found = await factory.check(config);
    return found.map(({path, message, remedy}) => [path, message, remedy]);
  };

  test.each<[string, object, string[]]>([
    [
      'a parameter that is no input',
      {sql: 'select :usrId', input: {userId: 'integer'}},
      ['tools.t.sql', 'There is no input for the parameter ":usrId"', 'Did you mean "userId"?'],
    ],
    [
      'a value for no parameter',
      {sql: 'select :id', parameters: {ids: '{id}', id: 1}},
      ['tools.t.parameters.ids', 'The statement has no parameter ":ids"', 'Did you mean "id"?'],
    ],
    [
      'an input that nothing uses',
      {sql: 'select :a', input: {a: 'string', status: 'string?'}},
      ['tools.t.input.status', 'The input "status" is not used by the statement', 'Use it as :status, or remove it'],
    ],
    [
      'several statements',
      {sql: 'select 1; drop table users'},
      ['tools.t.sql', 'There are several statements', 'Make a tool of each, or one statement of them by "with"'],
    ],
    ['no statement', {sql: ' -- nothing\n;'}, ['tools.t.sql', 'It holds no statement', 'Write one, such as select 1']],
    [
      'a literal without its end',
      {sql: "select 'a"},
      [
        'tools.t.sql',
        'A literal, a name in quotes or a comment is not closed, or it is too long',
        'Close it, or make the statement shorter',
      ],
    ],
    [
      'numbers for names',
      {sql: 'select $1'},
      ['tools.t.sql', 'Parameters have names here, and no numbers', 'Write :id in place of $1'],
    ],
    [
      'COPY',
      {sql: 'copy users from stdin'},
      [
        'tools.t.sql',
        'COPY is not run: there is nothing to copy from or to',
        'Read with select, and write lists with insert … select from unnest(:ids)',
      ],
    ],
    [
      'a statement of transactions',
      {sql: 'commit'},
      ['tools.t.sql', 'COMMIT is not run as a statement', 'Leave it out: each call is a transaction of its own'],
    ],
    [
      'a change in a module that reads',
      {sql: 'delete from users', mode: 'execute'},
      [
        'tools.t.sql',
        'The module is read-only, and delete writes',
        'Say readOnly: false of the module, so that its tools may write',
      ],
    ],
    [
      'a tool that would write in a module that reads',
      {sql: 'select f()', readOnly: false},
      ['tools.t.readOnly', 'The module is read-only', 'Say readOnly: false of the module, so that its tools may write'],
    ],
    [
      'a name that leads to a prototype',
      {sql: 'select :constructor'},
      ['tools.t.sql', 'A parameter can not be called "constructor"', 'Choose another name'],
    ],
  ])('%s', async (_what, tool, problem) => {
    expect(await problems(tool)).toEqual([problem]);
  });

  test('a change in a tool that reads, two databases at once, and all of it together', async () => {
    const config = {
      type: 'sql',
      database: {embedded: 'memory', env: true},
      readOnly: false,
      tools: {a: {sql: 'update users set x = 1 returning x'}, b: {sql: 'select 1; select 2', mod: 'row'}},
    };
    const found = await factory.check(config);
    expect(found.map(({path, remedy}) => [path, remedy])).toEqual([
      ['tools.b.mod', 'Did you mean "mode"?'],
      ['database.env', 'Leave all but one of them out'],
      ['tools.a.sql', 'Say readOnly: false of the tool'],
      ['tools.b.sql', 'Make a tool of each, or one statement of them by "with"'],
    ]);
  });

  test('what a transform makes is not compared with the input, and a database that is named twice for runtime is fine', async () => {
    const tool = {sql: 'select :id', input: {key: 'integer'}, transform: {input: {id: 'key + 1'}}};
    const database = {url: {$config: 'url'}, embedded: {$config: 'directory'}};
    expect(await problems(tool, {database})).toEqual([]);
  });
});

test('names of parameters are known before any database is, those of templates too', () => {
  const tools = {
    mine: {
      sql: 'select :tenant::text, :name::text from goods where :size::text is null or id = :id',
      parameters: {tenant: {$config: 'tenant'}, name: 'Mr {last}'},
    },
    made: {sql: 'select :id::int', transform: {input: '{"id": key + 1}'}},
  };
  const config = {type: 'sql', database: {embedded: 'memory'}, tools};
  const {mine, made: transformed} = factory.defineFromConfig('shop', config).getMetadata().tools;
  expect(mine?.inputSchema).toEqual({
    type: 'object',
    properties: {size: {}, id: {}, last: {}},
    required: ['id'],
    additionalProperties: false,
  });
  expect(transformed?.inputSchema).toMatchObject({properties: {}, additionalProperties: true});
});

describe('a database that is not there', () => {
  const config = {
    type: 'sql',
    database: {url: {$config: 'url'}},
    tools: {one: {sql: 'select :n::int as n', mode: 'row'}},
  };

  test('keeps no module from being made: its types are unknown, which is told, and calls say why', async () => {
    const runtime = new Runtime();
    const warnings: string[] = [];
    runtime.on('warning', ({message}) => void warnings.push(message));
    const url = 'postgres://u:pass-word-9@127.0.0.1:1/x';
    const module = await factory.createFromConfig('gone', config, {url}, {runtime});
    made.push(module);
    expect(warnings).toEqual([
      expect.stringMatching(/^The type of parameters and columns of module gone is not known/),
    ]);
    expect(JSON.stringify(warnings)).not.toContain('pass-word-9');
    expect(module.getTool('one').inputSchema).toMatchObject({properties: {n: {}}, required: ['n']});
    expect(await code(module, 'one', {n: 1})).toBe('NETWORK_ERROR');
  });

  test('that takes a connection and says nothing is given five seconds', async () => {
    const sockets: Socket[] = [];
    let heard: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (heard = resolve));
    const silent = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined).on('data', () => heard()));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `postgres://u:p@127.0.0.1:${String((silent.address() as AddressInfo).port)}/x`;
    const clock = new FakeClock();
    const runtime = new Runtime({clock});
    const warnings: string[] = [];
    runtime.on('warning', ({message}) => void warnings.push(message));
    let isMade = false;
    const making = factory.createFromConfig('silent', config, {url}, {runtime}).then((module) => {
      isMade = true;
      made.push(module);
    });
    await asked;
    await clock.advance(4999);
    expect(isMade).toBe(false);
    await clock.advance(1);
    await making;
    expect(warnings).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('is not asked when the config says so, or declares everything', async () => {
    let asked = 0;
    const listener = createServer((socket) => {
      asked++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const url = `postgres://u:p@127.0.0.1:${String((listener.address() as AddressInfo).port)}/x`;
    const declared = {one: {...config.tools.one, input: {n: 'integer'}, output: {n: 'integer'}}};
    for (const more of [{describe: false}, {tools: declared}])
      made.push(await factory.createFromConfig('quiet', {...config, ...more}, {url}));
    expect(asked).toBe(0);
    expect(made[0]?.getTool('one').inputSchema.required).toEqual(['n']);
    await new Promise((resolve) => listener.close(resolve));
  });

  test('is told of where none is named, and where a directory of the config lies outside of basePath', async () => {
    expect(await problemsOf(factory.createFromConfig('none', config))).toMatchObject([
      {path: 'database', message: 'The config names no database'},
    ]);
    const basePath = await tempFolder();
    await symlink(await tempFolder(), join(basePath, 'link'));
    for (const embedded of ['../elsewhere', '/tmp/elsewhere', 'link/data']) {
      const outside = {...config, database: {embedded}};
      expect(await problemsOf(factory.createFromConfig('out', outside, {basePath}))).toMatchObject([
        {path: 'database.embedded', message: expect.stringContaining('outside of basePath')},
      ]);
    }
    const gone = {...config, database: {embedded: 'data'}};
    expect(await problemsOf(factory.createFromConfig('out', gone, {basePath: join(basePath, 'none')}))).toMatchObject([
      {path: 'basePath'},
    ]);
  });
});

onServer(`a sql config${hasServer ? '' : ' [needs Postgres]'}`, () => {
  beforeAll(async () => {
    server = await startPostgres();
    admin = new pg.Client({...server.config, ssl: false});
    await admin.connect();
    await admin.query(`
      create type size as enum ('small', 'large');
      create domain price as numeric check (value >= 0);
      create table goods (id int primary key, name text not null unique, stock int not null check (stock >= 0), made date,
        size size, price price, sold bigint, tags text[], facts jsonb, ratio float8, sure bool);
      insert into goods values (1, 'ham', 5, '2026-01-31', 'small', 2.50, 9007199254740993, '{a,b}', '{"x": 1}', 0.5, true),
        (2, 'egg', 12, null, null, null, null, null, null, null, null);
      create function sell(int) returns int language sql as 'update goods set stock = stock - 1 where id = $1 returning stock';
      create function refuse() returns int language plpgsql as 'begin raise exception ''not on Sundays, for $1''; end';
    `);
  }, 60_000);
  afterAll(async () => {
    await admin.end();
    await server.end();
  });

  test('answers rows, the only row, its value, or how many were changed', async () => {
    const module = await sql(
      {
        list: {sql: 'select id, name from goods order by id'},
        find: {sql: 'select id, name from goods where id = :id', mode: 'row'},
        need: {sql: 'select id, name from goods where id = :id', mode: 'row', required: true},
        count: {sql: 'select count(*) from goods where stock >= :least', mode: 'value'},
        name: {sql: 'select name from goods where id = :id', mode: 'value'},
        fill: {sql: 'update goods set stock = stock + :by where id = :id', mode: 'execute'},
        must: {sql: 'update goods set stock = 1 where id = :id', mode: 'execute', required: true},
      },
      {readOnly: false},
    );
    expect(await call(module, 'list')).toEqual([
      {id: 1, name: 'ham'},
      {id: 2, name: 'egg'},
    ]);
    expect(await call(module, 'find', {id: 2})).toEqual({id: 2, name: 'egg'});
    expect(await call(module, 'find', {id: 9})).toBeNull();
    expect(await failureOf(call(module, 'need', {id: 9}))).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      message: 'need found no row',
    });
    expect(await call(module, 'count', {least: 6})).toBe(1);
    expect(await call(module, 'name', {id: 9})).toBeNull();
    expect(await call(module, 'fill', {id: 1, by: 2})).toEqual({rowCount: 1});
    expect(await call(module, 'fill', {id: 1, by: -2})).toEqual({rowCount: 1});
    expect(await call(module, 'fill', {id: 9, by: 1})).toEqual({rowCount: 0});
    expect(await code(module, 'must', {id: 9})).toBe('RESOURCE_NOT_FOUND');
  });

  test('lets one row be one row: with more, nothing has happened', async () => {
    const module = await sql(
      {
        any: {sql: 'select id from goods', mode: 'row'},
        two: {sql: 'select id, name from goods where id = 1', mode: 'value'},
        few: {sql: 'select id from goods', maxRows: 1},
        empty: {sql: 'update goods set stock = 0 returning id', mode: 'row', readOnly: false},
      },
      {readOnly: false},
    );
    const before = await stock();
    expect(await failureOf(call(module, 'any'))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      message: 'The statement of any answers more than one row',
      suggestions: ['Let it answer one: by a key, an aggregate or limit 1', 'Use mode "rows" for all of them'],
    });
    expect(await code(module, 'two')).toBe('INVALID_OUTPUT');
    expect(await code(module, 'few')).toBe('LIMIT_EXCEEDED');
    expect(await failureOf(call(module, 'empty'))).toMatchObject({code: 'LIMIT_EXCEEDED', outcome: 'failed'});
    expect(await stock()).toEqual(before);
  });

  test('sends values beside the statement, whatever is in them, and each once', async () => {
    const module = await sql({
      echo: {sql: 'select :text::text as text, :text::text = :text as same, :n::int as n'},
      some: {sql: 'select name from goods where id = any(:ids) order by 1'},
      either: {sql: 'select name from goods where (:name::text is null or name = :name) order by 1'},
      json: {sql: `select (:facts::jsonb)->'a'->>'b' as b`, mode: 'value'},
    });
    for (const text of [`'; drop table goods; --`, '$1', ':n', `\\' or 1=1 --`, '{n}', 'é'])
      expect(await call(module, 'echo', {text, n: 1})).toEqual([{text, same: true, n: 1}]);
    expect(await call(module, 'some', {ids: [1, 2, 3]})).toEqual([{name: 'egg'}, {name: 'ham'}]);
    expect(await call(module, 'some', {ids: []})).toEqual([]);
    expect(await call(module, 'either')).toHaveLength(2);
    expect(await call(module, 'either', {name: 'ham'})).toEqual([{name: 'ham'}]);
    expect(await call(module, 'json', {facts: {a: {b: 'c'}}})).toBe('c');
  });

  test('takes values of the config for parameters, which no input can be instead', async () => {
    const tools = {
      mine: {
        sql: 'select :tenant::text as tenant, :name::text as name, :title::text as title',
        parameters: {tenant: {$config: 'tenant'}, name: 'Mr {last}'},
        examples: [{description: 'Somebody', input: {last: 'X', title: 'Dr'}}],
      },
    };
    const config = {type: 'sql', database: {url: {$config: 'url'}}, tools};
    const module = await factory.createFromConfig('tenants', config, {url: server.url(), tenant: 'north'});
    made.push(module);
    const input = {last: 'X', title: 'Dr'};
    expect(await call(module, 'mine', input)).toEqual([{tenant: 'north', name: 'Mr X', title: 'Dr'}]);
    expect(await code(module, 'mine', {...input, tenant: 'south'})).toBe('INVALID_PARAMETER');
    expect(await code(module, 'mine', {...input, name: 'Y'})).toBe('INVALID_PARAMETER');
  });

  test('has types from the database for what it does not declare', async () => {
    const module = await sql({
      all: {sql: 'select * from goods where size = :size and sold > :sold and made < :made and id = any(:ids)'},
      one: {sql: 'select id, name from goods where id = :id and (:size::size is null or size = :size)', mode: 'row'},
      own: {sql: 'select stock from goods where id = :id', input: {id: {type: 'integer', minimum: 1}}, mode: 'value'},
      made: {sql: 'select id from goods', transform: {output: '$count($)'}},
    });
    const {all, one, own, made: transformed} = module.tools;
    expect(all?.inputSchema).toMatchObject({
      properties: {
        size: {type: 'string', enum: ['small', 'large'], description: 'size'},
        sold: {type: ['integer', 'string'], description: 'int8'},
        made: {type: 'string', description: 'date'},
        ids: {type: 'array', items: {type: ['integer', 'null']}},
      },
      required: ['size', 'sold', 'made', 'ids'],
      additionalProperties: false,
    });
    const {items} = all?.outputSchema as {items: {properties: object}};
    expect(items).toMatchObject({
      required: ['id', 'name', 'stock', 'made', 'size', 'price', 'sold', 'tags', 'facts', 'ratio', 'sure'],
      properties: {
        id: {type: ['integer', 'null']},
        size: {type: ['string', 'null'], enum: ['small', 'large', null]},
        price: {type: ['string', 'null'], description: 'numeric'},
        sold: {type: ['integer', 'string', 'null']},
        tags: {type: ['array', 'null'], items: {type: ['string', 'null', 'array']}},
        facts: {description: 'jsonb'},
        ratio: {type: ['number', 'string', 'null']},
        sure: {type: ['boolean', 'null']},
      },
    });
    expect(one?.inputSchema).toMatchObject({required: ['id'], properties: {size: {enum: ['small', 'large', null]}}});
    expect(one?.outputSchema).toMatchObject({type: ['object', 'null'], properties: {id: {}, name: {}}});
    expect(own?.inputSchema.properties?.['id']).toMatchObject({minimum: 1});
    expect(own?.outputSchema).toMatchObject({type: ['integer', 'null']});
    expect(transformed?.outputSchema).toBeUndefined();
    // Methods and calls go by the same schema.
    const method = (module as unknown as {one: (input: Input) => Promise<unknown>}).one;
    expect(await method({id: 1, size: null})).toEqual({id: 1, name: 'ham'});
    expect(await code(module, 'one', {id: 'x'})).toBe('TYPE_MISMATCH');
    expect(await call(module, 'all', {size: 'small', sold: 1, made: '2027-01-01', ids: [1]})).toMatchObject([
      {price: '2.50', sold: '9007199254740993', tags: ['a', 'b'], facts: {x: 1}, made: '2026-01-31'},
    ]);
    expect(await call(module, 'made')).toBe(2);
  });

  test('is refused where the server can not read a statement; a table that is missing may still come', async () => {
    const bad = {a: {sql: 'selct 1'}};
    expect(await problemsOf(sql(bad))).toMatchObject([
      {path: 'tools.a.sql', message: expect.stringContaining('line 1, column 1: selct 1')},
    ]);
    expect(await problemsOf(sql({b: {sql: 'select 1 where :x is null'}}))).toMatchObject([
      {path: 'tools.b.sql', message: expect.stringContaining('parameter :x')},
    ]);
    const runtime = new Runtime();
    const warnings: string[] = [];
    runtime.on('warning', ({message}) => void warnings.push(message));
    const module = await sql({c: {sql: 'select * from later where id = :id'}, d: {sql: 'select 1 as n'}}, {}, runtime);
    expect(warnings).toHaveLength(1);
    expect(module.tools['d']?.outputSchema).toMatchObject({items: {required: ['n']}});
    expect(await code(module, 'c', {id: 1})).toBe('UNKNOWN_TABLE');
  });

  test('DB01: reads by default, which the server holds it to, whatever the statement calls', async () => {
    const before = await stock();
    const tools = {
      sell: {sql: 'select sell(:id)', mode: 'value'},
      hidden: {sql: 'with gone as (delete from goods returning id) select * from gone'},
      set: {sql: `select set_config('transaction_read_only', 'off', false)`},
    };
    const reading = await sql(tools);
    const writing = await sql({...tools, ok: {...tools.sell, readOnly: false}}, {readOnly: false});
    for (const module of [reading, writing]) {
      expect(await code(module, 'sell', {id: 1})).toBe('PERMISSION_DENIED');
      expect(await code(module, 'hidden')).toBe('PERMISSION_DENIED');
      await module.getTool('set').execute({});
      expect(await code(module, 'sell', {id: 1})).toBe('PERMISSION_DENIED');
    }
    expect(await stock()).toEqual(before);
    expect(await call(writing, 'ok', {id: 1})).toBe(4);
    await admin.query('update goods set stock = 5 where id = 1');
    const planning = (module: ModuleInstance, tool: string): object => {
      const {planning: facts, securityTier} = module.getTool(tool).getMetadata();
      return {sideEffects: facts.sideEffects, idempotent: facts.idempotent, securityTier};
    };
    expect(planning(reading, 'sell')).toEqual({sideEffects: false, idempotent: true, securityTier: 0});
    expect(planning(writing, 'sell')).toEqual({sideEffects: false, idempotent: true, securityTier: 0});
    expect(planning(writing, 'ok')).toEqual({sideEffects: true, idempotent: false, securityTier: 1});
  });

  test('fails with the codes of the module, in the names of the config, or with codes of its own by SQLSTATE', async () => {
    const module = await sql(
      {
        add: {
          sql: 'insert into goods (id, name, stock) values (:id, :name, :stock)',
          mode: 'execute',
          input: {id: 'integer', name: 'any', stock: 'any'},
          errors: {NAME_TAKEN: {when: ['23505'], description: 'There is one of this name'}},
        },
        date: {sql: 'select :from::date - :to::date', input: {from: 'any', to: 'any'}},
        sunday: {sql: 'select refuse(), :a::text', errors: {CLOSED: {when: ['P0001']}}},
      },
      {readOnly: false},
    );
    const failure = async (tool: string, input: Input): Promise<object> => await failureOf(call(module, tool, input));
    expect(await failure('add', {id: 3, name: 'ham', stock: 1})).toMatchObject({code: 'NAME_TAKEN', outcome: 'failed'});
    expect(await failure('add', {id: 3, name: null, stock: 1})).toMatchObject({code: 'NOT_NULL_VIOLATION'});
    expect(await failure('add', {id: 3, name: 'x', stock: -1})).toMatchObject({code: 'CHECK_VIOLATION'});
    expect(await failure('add', {id: 3, name: 'x', stock: 'many'})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringMatching(/^:stock: invalid input syntax for type integer/),
      context: {parameter: 'stock', sqlState: '22P02'},
    });
    expect(await failure('date', {from: '2026-01-01', to: ['x']})).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: ':to is a list, but date is expected',
    });
    // The words of the database itself are left as they are.
    expect(await failure('sunday', {a: 'x'})).toMatchObject({code: 'CLOSED', message: 'not on Sundays, for $1'});
    const {suggestions = []} = await failureOf(call(module, 'add', {id: 3, name: 'x', stock: -1}));
    expect(suggestions.join()).not.toContain('db.');
  });

  test('is written from the tables of a database, and works as it is written', async () => {
    await admin.query(`
      create schema trade;
      create type trade.state as enum ('open', 'done');
      create table trade."Odd ""deals" (id int generated always as identity primary key, "limit" text not null,
        state trade.state not null default 'open', "a b" jsonb, day date default '2026-01-02', gid int references goods);
      comment on table trade."Odd ""deals" is E'Deals of\n a day';
      comment on column trade."Odd ""deals"."a b" is 'Whatever';
      create view trade.days as select day, count(*) from trade."Odd ""deals" group by day;
    `);
    const seen: string[] = [];
    const onProgress = ({table}: {table: string}): void => void seen.push(table);
    const source = {url: server.url()};
    const config = await importSql(source, {schemas: ['trade'], write: true, variable: 'DB', onProgress});
    expect(seen).toEqual(['Odd "deals', 'days']);
    expect(JSON.stringify(config)).not.toContain('owner-s3cret-password');
    expect(config).toMatchObject({database: {url: {$env: 'DB'}}, readOnly: false, schemas: ['trade']});
    expect(Object.keys(config.tools)).toEqual([
      'listOddDeals',
      'getOddDealsById',
      'deleteOddDealsById',
      'insertOddDeals',
      'updateOddDealsById',
      'listDays',
    ]);
    expect(config.tools['listOddDeals']).toMatchObject({
      description: 'Rows of Odd "deals, all or some. Deals of a day',
      input: {
        state: {type: 'string', enum: ['open', 'done']},
        gid: {type: 'integer', description: 'integer'},
        limit: {},
      },
    });
    expect(await factory.check(config)).toEqual([]);
    const module = await factory.createFromConfig('trade', {...config, database: source});
    made.push(module);
    const deal = {limit_2: 'few', a_b: {x: [1]}, gid: 1};
    const runtime = module.runtime;
    const added = await module.getTool('insertOddDeals').execute(deal);
    const row = {id: 1, limit: 'few', state: 'open', 'a b': {x: [1]}, day: '2026-01-02', gid: 1};
    expect(added).toMatchObject({success: true, data: row});
    expect(await call(module, 'listOddDeals', {state: 'open', gid: 1})).toEqual([row]);
    expect(await call(module, 'listOddDeals', {state: 'done'})).toEqual([]);
    expect(await call(module, 'updateOddDealsById', {id: 1, state: 'done'})).toEqual({...row, state: 'done'});
    expect(await call(module, 'getOddDealsById', {id: 1})).toEqual({...row, state: 'done'});
    expect(await call(module, 'listDays')).toEqual([{day: '2026-01-02', count: 1}]);
    expect(await runtime.undo(added.metadata.undo!)).toMatchObject({success: true});
    expect(await code(module, 'deleteOddDealsById', {id: 1})).toBe('RESOURCE_NOT_FOUND');

    const reading = await importSql(source, {include: ['go*']});
    expect(Object.keys(reading.tools)).toEqual(['listGoods', 'getGoodsById']);
    expect(await failureOf(importSql(source, {include: ['x*']}))).toMatchObject({
      code: 'INVALID_PARAMETER',
      message: expect.stringContaining('public.goods'),
    });
  });

  test('is written from a file of named queries', async () => {
    const queries = [
      '-- name: FindGoods :one',
      '-- One of the goods,',
      '-- by its name.',
      `select id from goods where name = @name and '@x $1' <> sqlc.arg('other');`,
      '',
      '-- :name restock :affected',
      '-- :doc More of it',
      'update goods set stock = stock + $1 where id = $2',
      '-- :name count-all :scalar',
      'select count(*) from goods',
    ].join('\n');
    const config = await importSql({queries}, {name: 'Goods'});
    expect(config).toMatchObject({
      readOnly: false,
      tools: {
        FindGoods: {
          description: 'One of the goods, by its name.',
          sql: `select id from goods where name = :name and '@x $1' <> :other`,
          mode: 'row',
        },
        restock: {
          description: 'More of it',
          sql: 'update goods set stock = stock + :p1 where id = :p2',
          mode: 'execute',
        },
        'count-all': {sql: 'select count(*) from goods', mode: 'value'},
      },
    });
    expect(await factory.check(config)).toEqual([]);
    const module = await factory.createFromConfig('goods', {...config, database: {url: server.url()}});
    made.push(module);
    expect(await call(module, 'FindGoods', {name: 'ham', other: 'x'})).toEqual({id: 1});
    expect(await call(module, 'restock', {p1: 0, p2: 1})).toEqual({rowCount: 1});
    expect(await call(module, 'count-all')).toBe(2);
    for (const [text, message] of [
      ['select 1', 'The file has no named queries'],
      ['-- name: a :som\nselect 1', 'The query a has a command that is not known: :som'],
    ])
      expect(await failureOf(importSql({queries: text ?? ''}))).toMatchObject({code: 'INVALID_PARAMETER', message});
  });

  test('ends a statement that takes too long, and works on; a health check asks the server', async () => {
    const module = await sql(
      {sleep: {sql: 'select pg_sleep(:s)'}, one: {sql: 'select 1 as n'}},
      {statementTimeout: 50},
    );
    expect(await code(module, 'sleep', {s: 60})).toBe('OPERATION_TIMEOUT');
    expect(await call(module, 'one')).toEqual([{n: 1}]);
    expect(await module.healthCheck()).toMatchObject({healthy: true});
  });

  test('works with a pool that is there already, in code', async () => {
    const pool = new pg.Pool({...server.config, ssl: false});
    const module = await sql({one: {sql: 'select :n::int as n', mode: 'value'}}, {database: {pool}});
    expect(await call(module, 'one', {n: 4})).toBe(4);
    await module.cleanup();
    expect((await pool.query('select 1 as n')).rows).toEqual([{n: 1}]);
    await pool.end();
  });
});

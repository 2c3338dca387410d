import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {onEachDatabase} from '../tables/each-database.js';

onEachDatabase('values', (fixture) => {
  const one = async (sql: string, values: unknown[] = []): Promise<unknown> =>
    (await fixture.db.query({sql: `select ${sql} as v`, values})).rows[0]?.['v'];

  test.each([
    ["'-5'::int2", -5],
    ['2147483647', 2_147_483_647],
    ['9007199254740991::int8', 9_007_199_254_740_991],
    ['9007199254740993::int8', '9007199254740993'],
    ["'-9223372036854775808'::int8", '-9223372036854775808'],
    ['1.50::numeric', '1.50'],
    ["'NaN'::float8", 'NaN'],
    ["'-Infinity'::float4", '-Infinity'],
    ['0.1::float8 + 0.2', 0.30000000000000004],
    ['true', true],
    ['null', null],
    ["'text'", 'text'],
    ["'2026-01-31 12:00:00.123456+02'::timestamptz", '2026-01-31T10:00:00.123456Z'],
    ["'2026-01-31 12:00'::timestamp", '2026-01-31T12:00:00'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'0044-03-15 BC'::date", '0044-03-15 BC'],
    ["'2026-01-31'::date", '2026-01-31'],
    ["'1 year 2 days 03:04:05'::interval", 'P1Y2DT3H4M5S'],
    ["'\\xdeadbeef'::bytea", '\\xdeadbeef'],
    [`'{"a": [1, null, "x"]}'::jsonb`, {a: [1, null, 'x']}],
    [`'{"n": 12345678901234567890, "m": 1.5}'::json`, {n: '12345678901234567890', m: 1.5}],
    ['array[1, null, 3]', [1, null, 3]],
    [
      'array[[1, 2], [3, 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["array['a,b', 'c\"d', 'NULL', null, '']", ['a,b', 'c"d', 'NULL', null, '']],
    ["'{}'::text[]", []],
    ["'[5:6]={1,2}'::int[]", [1, 2]],
    ['array[\'{"a": 1}\'::jsonb]', [{a: 1}]],
    ['int4range(1, 5)', '[1,5)'],
    ["row(1, 'a')", '(1,a)'],
    ["'6f9619ff-8b86-d011-b42d-00c04fc964ff'::uuid", '6f9619ff-8b86-d011-b42d-00c04fc964ff'],
  ])('%s is answered as %j', async (sql, expected) => {
    expect(await one(sql)).toEqual(expected);
  });

  test('an enum, its array and a domain are read like what they are made of', async () => {
    const {db} = fixture;
    await db.query("create type mood as enum ('glad', 'sad')");
    await db.query('create domain age as int check (value >= 0)');
    const {rows, fields} = await db.query(
      "select 'glad'::mood as m, array['sad', null]::mood[] as ms, 7::age as a, array[1, 2]::age[] as ages",
    );
    expect(rows).toEqual([{m: 'glad', ms: ['sad', null], a: 7, ages: [1, 2]}]);
    expect(fields.map(({type}) => type)).toEqual(['mood', 'mood[]', 'int4', 'age[]']);
  });

  test('two columns of one name both arrive', async () => {
    const {rows} = await fixture.db.query('select 1 as a, 2 as a, 3 as "__proto__"');
    expect(JSON.stringify(rows)).toBe('[{"a":1,"a_2":2,"__proto___2":3}]');
  });

  test('lists and objects are taken where the server expects an array or json, and nowhere else', async () => {
    const {db} = fixture;
    expect(await one('$1::int[]', [[1, null, 3]])).toEqual([1, null, 3]);
    expect(await one('$1::jsonb', [{a: ['x', {b: null}]}])).toEqual({a: ['x', {b: null}]});
    expect(await one('$1::jsonb[]', [[{a: 1}, [1, 2], null]])).toEqual([{a: 1}, [1, 2], null]);
    for (const value of [[1], [[1]], {a: 1}, {toPostgres: 'x'}, {$ne: null}]) {
      const result = await db.getTool('query').execute({sql: 'select $1::text', values: [value]});
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER', outcome: 'not_executed'}});
    }
  });

  test('a character that Postgres can not keep is refused', async () => {
    for (const value of ['a\0b', 'a\ud800b']) {
      const result = await fixture.db.getTool('query').execute({sql: 'select $1::text', values: [value]});
      expect(result).toMatchObject({success: false, error: {code: 'INVALID_PARAMETER'}});
    }
  });

  test('what was answered can be given back, and is stored as the same (property)', async () => {
    const {db} = fixture;
    const types = [
      'int8',
      'numeric',
      'float8',
      'text',
      'timestamptz',
      'bytea',
      'jsonb',
      'text[]',
      'int8[]',
      'interval',
    ];
    const columns = types.map((type, at) => `c${String(at)} ${type}`).join(', ');
    await db.query(`create table t (id int, ${columns})`);
    const places = types.map((_, at) => `$${String(at + 1)}`).join(', ');
    const text = fc.string({unit: 'binary'}).map((each) => each.replaceAll('\0', ''));
    // A key "__proto__" is refused wherever it stands (CO01).
    const json = fc
      .jsonValue({maxDepth: 3})
      .filter((each) => typeof each === 'object' && each !== null && !JSON.stringify(each).includes('"__proto__"'));
    const row = fc.tuple(
      fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}).map(String),
      fc.tuple(fc.bigInt(), fc.nat(99_999)).map(([whole, part]) => `${String(whole)}.${String(part)}`),
      fc.double().map((each) => (Number.isFinite(each) ? each : String(each))),
      text,
      fc
        .date({min: new Date('0002-01-01'), max: new Date('9999-01-01'), noInvalidDate: true})
        .map((each) => each.toISOString()),
      fc.uint8Array({maxLength: 20}).map((each) => `\\x${Buffer.from(each).toString('hex')}`),
      json.map((each) => JSON.parse(JSON.stringify(each).replaceAll('\\u0000', '')) as unknown),
      fc.array(fc.option(text)),
      fc.array(fc.bigInt({min: -(2n ** 63n), max: 2n ** 63n - 1n}).map(String)),
      fc.integer({min: -1_000_000, max: 1_000_000}).map((each) => `${String(each)} seconds`),
    );
    await fc.assert(
      fc.asyncProperty(row, async (values) => {
        await db.query('delete from t');
        await db.query({sql: `insert into t values (1, ${places})`, values});
        const [first] = (await db.query('select * from t')).rows;
        const {id: _id, ...answered} = first!;
        await db.query({sql: `insert into t values (2, ${places})`, values: Object.values(answered)});
        const {rows} = await db.query(
          'select a is not distinct from b as same from (select to_jsonb(t) - $1 as a from t where id = 1) x, (select to_jsonb(t) - $1 as b from t where id = 2) y',
          ['id'],
        );
        expect(rows).toEqual([{same: true}]);
      }),
      {numRuns: 40},
    );
  });
});

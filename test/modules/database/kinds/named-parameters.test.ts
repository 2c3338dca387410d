import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {readSql} from '../../../../src/sdk.js';

const textOf = (sql: string): string => readSql(sql).text;

describe('a named parameter', () => {
  test('becomes a numbered one at the same place, and the same number where it stands again', () => {
    expect(readSql('select :a + :b - :a')).toMatchObject({text: 'select $1 + $2 - $1', names: ['a', 'b']});
    const sql = 'select * from users where id = :userId and name = :n';
    expect(textOf(sql)).toBe('select * from users where id = $1      and name = $2');
    expect(textOf(sql).indexOf('and name')).toBe(sql.indexOf('and name'));
  });

  test.each([
    ['a cast', 'select 1::int, now()::date'],
    ['a literal', `select ':a', 'it''s :a', E'\\':a', U&':a'`],
    ['a quoted name', 'select 1 as ":a"'],
    ['a dollar quote', 'select $$ :a $$, $x$ :b $$ :c $x$'],
    ['a comment', 'select 1 -- :a\n /* :b /* :c */ :d */'],
    ['a slice of an array', 'select list[1:2], list[:2], list[2:], list[low:high], list[1:high], (f(x))[f(1):n]'],
    ['operators of jsonb', `select j ? 'a', j ?| array['a'], j @? '$.a', j #>> '{a}', j - 'a' from t`],
    ['an argument by name', 'select f(a := 1, b => 2)'],
    ['pairs of JSON', `select json_object('a':b, 'c': 1)`],
  ])('is not taken from %s', (_what, sql) => {
    expect(readSql(sql)).toMatchObject({text: sql, names: []});
  });

  test.each([
    ['before a cast', 'select :a::int', 'select $1::int'],
    ['as bounds of a slice', 'select list[:a : :b]', 'select list[$1 : $2]'],
    ['as value of an argument', 'select f(a := :b, c=>:d)', 'select f(a := $1, c=>$2)'],
    ['behind operators and brackets', 'select (:a)+:b||:c, any(:d)', 'select ($1)+$2||$3, any($4)'],
    ['at both ends', ':a union :b', '$1 union $2'],
  ])('is found %s', (_where, sql, text) => {
    expect(textOf(sql)).toBe(text);
  });

  test('may be left out where the statement tests it for null', () => {
    const {optional} = readSql(
      `select * from t where (:a is null or a = :a) and (:b::timestamp(3) with time zone is not null) and c = :c
       limit coalesce(:d, 10) offset coalesce(1, :e)`,
    );
    expect([...optional]).toEqual(['a', 'b', 'd']);
  });

  test('stands nowhere in what a literal, a comment or a name holds, whatever that is', () => {
    const chars = fc.string({unit: fc.constantFrom(...Array.from(`:a1 '"$-/*\\\n()[]_é`))});
    fc.assert(
      fc.property(chars, (text) => {
        const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '')}'`;
        const named = `"${text.replaceAll('"', '""')}"`;
        expect(readSql(`select ${quoted} , ${named}, :x`).names).toEqual(['x']);
        expect(readSql(`select ${quoted} , ${named}, :x`).text).toBe(`select ${quoted} , ${named}, $1`);
      }),
    );
  });
});

import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {statementFacts} from '../../../../modules/database/statements/statement-facts.js';
import {scanSql} from '../../../../src/sdk.js';

const refused = (sql: string): string | undefined => {
  try {
    statementFacts(sql);
    return undefined;
  } catch (error) {
    return (error as {code: string}).code;
  }
};

describe('what the text of a statement tells', () => {
  test.each([
    '/* /* */ select */ commit',
    '--\rcommit /*\nselect 1 */',
    ' ;( rollback and chain',
    '/* /* */ */ savepoint s',
    '-- select\r\nbegin',
    '/**/start transaction',
    '/* /* */ select */ copy t to program $$touch M$$',
  ])('finds the first word as the server does: %j is refused', (sql) => {
    expect(refused(sql)).toBe('INVALID_PARAMETER');
  });

  test.each([
    'select audit.log(1)',
    'select "log"(1)',
    'select mine(1)',
    'select app . format($1)',
    'select 1 for no key update',
    'select * from t for share',
    "select nextval('s')",
    'with d as (delete from t returning *) select * from d',
    'select 1 into t',
    String.raw`select 'a\'; drop table t; --'`,
    'select $a$ $b$',
    "select 'not closed",
  ])('takes no read on trust: %s', (sql) => {
    expect(statementFacts(sql).reads).toBe(false);
  });

  test.each([
    'select 1 as one',
    'SELECT * FROM "t" WHERE a = $1 AND b IN (1, 2) AND c LIKE \'set %\' -- drop',
    "select E'a\\'b', $tag$ update $tag$",
    'values (1), (2)',
  ])('knows what reads: %s', (sql) => {
    expect(statementFacts(sql)).toMatchObject({reads: true, marksSession: false});
  });

  test.each([
    ['insert into notes (title) values ($1) returning id', false],
    ['insert into a.b as c (x, y) values (1, 2) on conflict (x) do update set y = excluded.y', false],
    ['update t set a = 1 where b in (2)', false],
    ['delete from t where a = 1', false],
    ["select count(*), to_char(now(), 'YYYY') || ' update' from t", false],
    ["set search_path = 'x'", true],
    ['select set_config($1, $2, false)', true],
    ['update t set a = mine(1)', true],
    ['create temporary table x (a int)', true],
    ['select pg_advisory_lock(1)', true],
  ])('knows what leaves something in the session: %s', (sql, marks) => {
    expect(statementFacts(sql).marksSession).toBe(marks);
  });

  test.each([
    ['with a as (select 1) select * from a', true],
    ['update t set a = 1 where b = $1', true],
    ['select mine(1)', false],
    ['explain select 1', false],
    ['show all', false],
    ['create table t (a int)', false],
  ])('knows what the server can keep, and run again: %s', (sql, repeats) => {
    expect(statementFacts(sql).repeats).toBe(repeats);
  });

  test('takes a moment for the longest and strangest text', () => {
    const tags = Array.from({length: 20_000}, (_, index) => `$a${index}$`).join(' ');
    for (const text of [
      `select 1 ${tags}`,
      `select 1 ${'update '.repeat(20_000)}`,
      `select ${'a'.repeat(400_000)}`,
      `select ${'/*'.repeat(200_000)}`,
      `select ${'"'.repeat(100_001)}`,
      `select ${'a.'.repeat(100_000)}b(1)`,
    ]) {
      const began = process.cpuUsage();
      statementFacts(text);
      const {user} = process.cpuUsage(began);
      expect(user / 1000).toBeLessThan(2000);
    }
  });

  test('never throws but to refuse, and leaves out what stands in literals and comments', () => {
    fc.assert(
      fc.property(fc.string({unit: fc.constantFrom(...Array.from(`'"$-/*\\\n\r eEa1(.;)_é`))}), (text) => {
        expect([undefined, 'INVALID_PARAMETER']).toContain(refused(text));
        expect(scanSql(`'${text.replaceAll("'", "''").replaceAll('\\', '')}' x`).tokens.at(-1)).toEqual({
          kind: 'word',
          text: 'x',
        });
      }),
    );
  });
});

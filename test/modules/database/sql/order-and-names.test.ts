import {describe, expect, test} from '@jest/globals';
import {checkNewName, parseTableName} from '../../../../modules/database/sql/names.js';
import {orderByText} from '../../../../modules/database/sql/order-by.js';
import type {OrderBy} from '../../../../modules/database/sql/order-by.js';
import {people} from './people-table.js';

describe('orderByText', () => {
  test.each<[OrderBy, string]>([
    ['name', '"name"'],
    ['-name', '"name" desc'],
    ['name DESC', '"name" desc'],
    ['name asc nulls first', '"name" nulls first'],
    ['name desc, age', '"name" desc, "age"'],
    ['"or" desc', '"or" desc'],
    [{column: 'name', direction: 'desc', nulls: 'last'}, '"name" desc nulls last'],
    [['-age', {column: 'we"ird'}], '"age" desc, "we""ird"'],
    ['we"ird', '"we""ird"'],
    [[], ''],
  ])('%j', (orderBy, text) => {
    expect(orderByText(orderBy, people.columns, '')).toBe(text);
  });

  test.each<OrderBy>([
    'name; drop table people',
    'name desc --',
    '(select 1)',
    '1',
    'random()',
    'nam',
    '-name desc',
    '',
    ['name', 'age,'],
    {column: 'name desc'},
    'name desc nulls',
    'name collate "C"',
  ])('%j is refused', (orderBy) => {
    expect(() => orderByText(orderBy, people.columns, '')).toThrow(/Parameter "orderBy/);
  });
});

describe('parseTableName', () => {
  test.each([
    ['users', {schema: undefined, name: 'users'}],
    ['app.users', {schema: 'app', name: 'users'}],
    ['"my.table"', {schema: undefined, name: 'my.table'}],
    ['app."a""b"', {schema: 'app', name: 'a"b'}],
    [
      {schema: 'a.b', name: 'c"d'},
      {schema: 'a.b', name: 'c"d'},
    ],
    [{name: 'Ünïcode'}, {schema: undefined, name: 'Ünïcode'}],
    [`${'é'.repeat(31)}x`, {schema: undefined, name: `${'é'.repeat(31)}x`}],
  ])('%j', (input, name) => {
    expect(parseTableName(input, 'table')).toEqual(name);
  });

  test.each([
    't"; drop table t--',
    'a.b.c',
    '.a',
    'a.',
    'a..b',
    '',
    '""',
    'a\0b',
    '"a',
    'a"b"',
    '__proto__',
    'x'.repeat(64),
    'é'.repeat(32),
    `a.${'x'.repeat(64)}`,
    {name: ''},
    {schema: '', name: 'a'},
    {schema: 'a\0', name: 'b'},
  ])('%j is no name of a table', (input) => {
    expect(() => parseTableName(input, 'table')).toThrow(/^Parameter "table/);
  });
});

describe('checkNewName', () => {
  test.each(['users', '_a1$', 'größe', 'two words', 'snake-case', '表'])('%s can be a new name', (name) => {
    expect(checkNewName(name, 'table')).toBe(name);
  });

  test.each(['a"b', "a'b", 'a;b', 'a.b', '1a', ' a', 'a\nb', 'a\\b', '*', '', '$a', 'x'.repeat(64), 'a/*', 'a(b)'])(
    '%j can not',
    (name) => {
      expect(() => checkNewName(name, 'table')).toThrow(/^Parameter "table"/);
    },
  );
});

import {describe, expect, test} from '@jest/globals';
import {literals, Parameters} from '../../../../modules/database/sql/bindings.js';
import {whereText} from '../../../../modules/database/sql/where.js';
import type {Where} from '../../../../modules/database/sql/where.js';
import {ToolError} from '../../../../src/sdk.js';
import {people} from './people-table.js';

function build(where: Where, explicit = false): {text: string; values: readonly unknown[]} {
  const binder = new Parameters();
  return {text: whereText(where, {columns: people.columns, binder, explicit}), values: binder.values};
}

function failure(where: Where, explicit = false): ToolError {
  try {
    build(where, explicit);
  } catch (error) {
    if (ToolError.isToolError(error)) return error;
    throw error;
  }
  throw new Error(`Expected a refusal of ${JSON.stringify(where)}`);
}

describe('whereText', () => {
  test.each<[string, Where, string, unknown[]]>([
    ['nothing is no condition', {}, '', []],
    ['a value alone is equality', {name: 'Ada'}, '"name" = $1', ['Ada']],
    ['null is IS NULL', {name: null}, '"name" is null', []],
    ['several columns hold together', {name: 'Ada', age: 3}, '"name" = $1 and "age" = $2', ['Ada', '3']],
    ['several operators hold together', {age: {gt: 1, lte: 9}}, '"age" > $1 and "age" <= $2', ['1', '9']],
    ['ne null is IS NOT NULL', {age: {ne: null}}, '"age" is not null', []],
    ['isNull asks both ways', {age: {isNull: false}, id: {isNull: true}}, '"age" is not null and "id" is null', []],
    ['in is one list', {id: {in: [1, 2]}}, '"id" = any($1)', ['{"1","2"}']],
    ['notIn is one list', {name: {notIn: ['a"', 'b,']}}, '"name" <> all($1)', [String.raw`{"a\"","b,"}`]],
    ['in of nothing is false', {id: {in: []}}, 'false', []],
    ['notIn of nothing is true', {id: {notIn: []}}, 'true', []],
    ['between has two ends', {age: {between: [1, 2]}}, '"age" between $1 and $2', ['1', '2']],
    ['like of what is no text casts', {age: {like: '1%'}}, '"age"::text like $1', ['1%']],
    ['startsWith needs no escaping', {name: {startsWith: '50%'}}, 'starts_with("name"::text, $1)', ['50%']],
    ['an array holds a list', {tags: {contains: ['a']}}, '"tags" @> $1', ['{"a"}']],
    ['an array equals a list by eq', {tags: {eq: ['a', null]}}, '"tags" = $1', ['{"a",NULL}']],
    ['json is compared as jsonb', {note: {contains: {a: 1}}}, '"note"::jsonb @> $1::jsonb', ['{"a":1}']],
    ['json text is JSON', {data: 'x'}, '"data"::jsonb = $1::jsonb', ['"x"']],
    ['a range overlaps', {during: {overlaps: '[now,)'}}, '"during" && $1', ['[now,)']],
    [
      'and, or, not nest',
      {or: [{id: 1}, {not: {age: 2, name: 'x'}}]},
      '(("id" = $1) or (not ("age" = $2 and "name" = $3)))',
      ['1', '2', 'x'],
    ],
    ['a column called like an operator', {'"or"': 1}, '"or" = $1', ['1']],
    ['a quote in a column is doubled', {'we"ird': 'x'}, '"we""ird" = $1', ['x']],
    ['the same column in the spelling of SQL', {'"we""ird"': 'x'}, '"we""ird" = $1', ['x']],
  ])('%s', (_, where, text, values) => {
    expect(build(where)).toEqual({text, values});
  });

  test.each<[Where, string]>([
    [{agee: 3}, 'Parameter "where.agee" names no column: "agee". Did you mean "age" instead of "agee"?'],
    [{age: {gtt: 3}}, 'Parameter "where.age.gtt" names no operator: "gtt". Did you mean "gt" instead of "gtt"?'],
    [
      {or: [{id: 1}, {age: {gtt: 3}}]},
      'Parameter "where.or[1].age.gtt" names no operator: "gtt". Did you mean "gt" instead of "gtt"?',
    ],
    [{id: [1, 2]}, 'Parameter "where.id" is a list; column "id" is compared by an operator'],
    [{id: {}}, 'Parameter "where.id" names no operator'],
    [{or: []}, 'Parameter "where.or" must be a list of conditions, received a list of 0'],
    [{or: {id: 1}}, 'Parameter "where.or" must be a list of conditions, received an object'],
    [{or: [{id: 1}, {}]}, 'Parameter "where.or[1]" is an empty condition, which would match every row'],
    [{not: {}}, 'Parameter "where.not" is an empty condition, which would match every row'],
    [{id: {eq: {$ne: null}}}, 'Parameter "where.id.eq" can not be stored as integer: column "id" received an object'],
    [{id: {eq: [1]}}, 'Parameter "where.id.eq" can not be stored as integer: column "id" received a list of 1'],
    [{id: true}, 'Parameter "where.id" can not be stored as integer: column "id" received a boolean'],
    [{id: {gt: null}}, 'Parameter "where.id.gt" is null, which is neither more nor less'],
    [{id: {in: [1, null]}}, 'Parameter "where.id.in[1]" is null, which equals nothing'],
    [{id: {in: 1}}, 'Parameter "where.id.in" must be a list, received a number'],
    [{id: {in: [[1]]}}, 'Parameter "where.id.in[0]" can not be stored'],
    [{id: {between: [1]}}, 'Parameter "where.id.between" must be two values, received a list of 1'],
    [{name: {like: 3}}, 'Parameter "where.name.like" must be a text, received a number'],
    [{name: {contains: ['a']}}, 'Parameter "where.name.contains" does not work with text'],
    [{age: {isNull: 'yes'}}, 'Parameter "where.age.isNull" must be true or false, received a string'],
    [{name: 'a\0b'}, 'Parameter "where.name" holds a NUL character'],
    [{tags: {eq: 'a'}}, 'Parameter "where.tags.eq" can not be stored as text[]: column "tags" received a string'],
    [{constructor: 1}, 'Parameter "where.constructor" names no column: "constructor"'],
    [{id: {toString: 1}}, 'Parameter "where.id.toString" names no operator: "toString"'],
  ])('%j is refused with the place of what is wrong', (where, message) => {
    const error = failure(where);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
  });

  test.each<Where>([
    {id: null},
    {id: {eq: null}},
    {id: {ne: null}},
    {id: {in: []}},
    {id: {notIn: []}},
    {or: [{id: null}]},
  ])('a change does not take %j for a condition that somebody meant', (where) => {
    expect(failure(where, true).code).toBe('INVALID_PARAMETER');
    expect(build(where).text).not.toBe('');
  });

  test('a condition of a table definition has literals, whose quotes and backslashes are only text', () => {
    const text = whereText(
      {name: {in: ["it's", String.raw`a\'b`]}, age: {gte: 0}},
      {columns: people.columns, binder: literals},
    );
    expect(text).toBe(String.raw`"name" = any( E'{"it''s","a\\\\''b"}') and "age" >= '0'`);
  });
});

import {describe, expect, test} from '@jest/globals';
import {conflictRule, insertText, onConflict, rowList, updateText} from '../../../../modules/database/sql/changes.js';
import type {Data} from '../../../../modules/database/sql/changes.js';
import {people} from './people-table.js';

const insert = (data: Data | Data[]) => {
  const {columns, parts} = rowList(people, data);
  const {text, parameters} = insertText(people, columns, parts[0] ?? [], 0);
  return {text: text(), values: parameters.values, parts: parts.length};
};

describe('insertText', () => {
  test('a row names its columns, and values are parameters', () => {
    expect(insert({name: "x'); drop table people--", tags: ['a', null, 'b"'], data: {a: [1]}, active: true})).toEqual({
      text: 'insert into "public"."people" as "row" ("name", "tags", "data", "active") values ($1, $2, $3, $4)',
      values: ["x'); drop table people--", String.raw`{"a",NULL,"b\""}`, '{"a":[1]}', 'true'],
      parts: 1,
    });
  });

  test('what only other rows name gets its default, not null', () => {
    expect(insert([{id: 1}, {id: 2, name: null}]).text).toContain('values ($1, default), ($2, $3)');
  });

  test('elements of an array of json are JSON, lists among them', () => {
    expect(insert({notes: [{a: 1}, [2], 'x', null]}).values).toEqual([String.raw`{"{\"a\":1}","[2]","\"x\"",NULL}`]);
  });

  test('more values than a statement takes are several statements', () => {
    const rows = Array.from({length: 40_000}, (_, id) => ({id}));
    expect(insert(rows).parts).toBe(2);
  });

  test.each<[unknown, string]>([
    [{}, 'Parameter "data" is empty'],
    [[], 'Parameter "data" is an empty list'],
    [[{id: 1}, {}], 'Parameter "data[1]" is empty'],
    [[{id: 1}, {nam: 1}], 'Parameter "data[1].nam" names no column of people: "nam". Did you mean "name"'],
    [{total: 1}, 'column "total" is computed from other columns'],
    [{id: [1]}, 'Parameter "data[0].id" can not be stored as integer'],
    [{id: {$ne: 1}}, 'received an object'],
    [{name: true}, 'column "name" received a boolean'],
    [{tags: 'a'}, 'column "tags" received a string'],
    [{tags: [{}]}, 'Parameter "data[0].tags[0]" can not be stored as text'],
  ])('%j is refused', (data, message) => {
    expect(() => insert(data as Data)).toThrow(message);
  });
});

describe('updateText', () => {
  test('sets what it is given', () => {
    const {text, parameters} = updateText(people, {name: 'x', age: null}, {id: 3});
    expect(text()).toBe('update "public"."people" as "row" set "name" = $1, "age" = $2 where "row"."id" = $3');
    expect(parameters.values).toEqual(['x', null, '3']);
  });

  test('an empty change is refused', () => {
    expect(() => updateText(people, {}, {id: 3})).toThrow('Parameter "data" is empty');
  });
});

describe('conflictRule', () => {
  const rule = (data: Data | Data[], given: {conflict?: string[]; update?: string[]} = {}) =>
    onConflict(conflictRule(people, rowList(people, data), given));

  test('tells rows apart by the primary key, and overwrites the rest', () => {
    expect(rule({id: 1, name: 'x'})).toBe(' on conflict ("id") do update set "name" = excluded."name"');
    expect(rule({id: 1})).toBe(' on conflict ("id") do nothing');
    expect(rule({id: 1, name: 'x'}, {update: []})).toBe(' on conflict ("id") do nothing');
    expect(rule({id: 1, name: 'x', age: 1}, {conflict: ['age', 'name'], update: ['id']})).toBe(
      ' on conflict ("age", "name") do update set "id" = excluded."id"',
    );
  });

  test.each<[Data | Data[], {conflict?: string[]; update?: string[]}, string]>([
    [{name: 'x'}, {}, 'lacks the column "id"'],
    [[{id: 1, name: 'x'}, {id: 2}], {}, 'Parameter "data[1]" lacks the column "name"'],
    [{id: 1, name: 'x'}, {conflict: ['name']}, 'is no unique key of "people": ["name"]'],
    [{id: 1, name: 'x'}, {conflict: ['nam']}, 'Did you mean "name"'],
    [{id: 1, name: 'x'}, {update: ['age']}, 'names no column of data: "age"'],
  ])('%j %j is refused', (data, given, message) => {
    expect(() => rule(data, given)).toThrow(message);
  });
});

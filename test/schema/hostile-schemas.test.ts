import {describe, expect, test} from '@jest/globals';

import type {JsonSchema} from '../../src/contract/json.js';
import {compileSchema} from '../../src/schema/compile.js';
import {InputSchema} from '../../src/schema/input-schema.js';
import {normalizeSchema} from '../../src/schema/normalize.js';
import {jsonSchema} from '../../src/schema/spec.js';
import type {SchemaSpec} from '../../src/schema/spec.js';

const use = (spec: unknown, input: unknown = {}): unknown =>
  new InputSchema(normalizeSchema(spec as SchemaSpec, {direction: 'input'})).accept(input, {maxDepth: 64});

function nested(levels: number): unknown {
  let schema: unknown = {type: 'string'};
  for (let level = 0; level < levels; level++) schema = {type: 'object', properties: {a: schema}};
  return schema;
}

function circular(): Record<string, unknown> {
  const schema: Record<string, unknown> = {type: 'object', properties: {}};
  (schema['properties'] as Record<string, unknown>)['self'] = schema;
  return schema;
}

function doubling(): unknown {
  let schema: unknown = {type: 'string'};
  for (let level = 0; level < 50; level++) schema = {anyOf: [schema, schema]};
  return {type: 'object', properties: {a: schema}};
}

const wide = (count: number): unknown => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({length: count}, (_, index) => [`p${String(index)}`, {type: 'string'}])),
});

const pattern = (text: string): unknown => ({type: 'object', properties: {a: {type: 'string', pattern: text}}});

const hostile: readonly (readonly [name: string, make: () => unknown])[] = [
  ['1,500 levels deep', () => nested(1500)],
  ['circular', circular],
  ['that doubles at every level', doubling],
  ['with 20,000 properties', () => wide(20_000)],
  ['with the pattern ^(a+)+$', () => pattern('^(a+)+$')],
  ['with the pattern ^(a|a)*$', () => pattern('^(a|a)*$')],
  ['with the pattern ^(a|aa)+$', () => pattern('^(a|aa)+$')],
  ['with the pattern ^((a+)?)*$', () => pattern('^((a+)?)*$')],
  ['with the pattern (x+x+)+y', () => pattern('(x+x+)+y')],
  ['with the pattern ^([a-z]|\\w)*!$', () => pattern('^([a-z]|\\w)*!$')],
  ['with a pattern of 5,000 characters', () => pattern('a'.repeat(5000))],
  ['with a pattern that is none', () => pattern('(')],
  ['with a pattern for names', () => ({type: 'object', properties: {}, patternProperties: {'^(a+)+$': {}}})],
  ['that refers to another file', () => ({type: 'object', properties: {a: {$ref: 'http://127.0.0.1:9/x.json'}}})],
  ['that refers to nothing', () => ({type: 'object', properties: {a: {$ref: '#/$defs/none'}}})],
  ['of a type that is none', () => ({type: 'object', properties: {a: {type: 'file'}}})],
  ['with a bound that is no number', () => ({type: 'object', properties: {a: {minimum: 'x'}}})],
  [
    'with a __proto__ property',
    (): unknown => JSON.parse('{"type": "object", "properties": {"__proto__": {"type": "string"}}}'),
  ],
];

describe('a schema from outside', () => {
  test.each(hostile)('%s is refused as INVALID_CONFIG, at once', (_name, make) => {
    const started = Date.now();
    expect(() => use(make())).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
    expect(() => use(jsonSchema(make() as JsonSchema))).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
    expect(Date.now() - started).toBeLessThan(2000);
  });

  test('with a __proto__ parameter in shorthand is refused', () => {
    expect(() => use(JSON.parse('{"__proto__": "string"}'))).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
  });

  test.each([
    ['^[a-z]+$', 'abc', true],
    ['^(foo|bar)+$', 'foobar', true],
    ['^(?:[a-z]|-)+$', 'a-b', true],
    ['^\\d{4}-\\d{2}$', '2026-01', true],
    ['^[^/]+(/[^/]+)?$', 'a/b', true],
    ['^-?\\d+(\\.\\d+)?$', '-3.14', true],
    ['^(a|b)*$', 'abba', true],
    ['^(a|b)*$', 'abc', false],
  ])('with the harmless pattern %s is used', (text, value, valid) => {
    const answer = compileSchema(pattern(text) as JsonSchema)({a: value});
    expect(answer === undefined).toBe(valid);
  });

  test('of a large but sane size is used', () => {
    expect(use(wide(500), {p7: 'x'})).toEqual({p7: 'x'});
    expect(use(nested(20), {a: {a: {}}})).toEqual({a: {a: {}}});
  });

  test('can not switch validation off by being asynchronous', () => {
    for (const spec of [{$async: true, type: 'object', properties: {a: {type: 'string'}}}]) {
      expect(() => use(spec, {a: 1})).toThrow(expect.objectContaining({code: 'TYPE_MISMATCH'}));
      expect(() => use(jsonSchema(spec), {a: 1})).toThrow(expect.objectContaining({code: 'TYPE_MISMATCH'}));
    }
  });

  test('can not answer for another schema by taking its inner $id', () => {
    const withId = (type: string): JsonSchema => ({
      type: 'object',
      properties: {a: {$ref: 'https://example.com/inner'}},
      $defs: {inner: {$id: 'https://example.com/inner', type}},
    });
    const first = compileSchema(withId('string'));
    const second = compileSchema(withId('integer'));
    expect(first({a: 'x'})).toBeUndefined();
    expect(second({a: 1})).toBeUndefined();
    expect(second({a: 'x'})).toMatchObject([{code: 'TYPE_MISMATCH'}]);
    expect(() => compileSchema({type: 'object', properties: {a: {$ref: 'https://example.com/inner'}}})).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG'}),
    );
  });

  test('can not use $data to read its rules from the input', () => {
    const spec = {type: 'object', properties: {a: {type: 'string', pattern: {$data: '1/b'}}, b: {type: 'string'}}};
    expect(() => use(spec, {a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', b: '^(a+)+$'})).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG'}),
    );
  });
});

describe('an input to a sane schema', () => {
  test('with 100,000 wrong items is answered at once, with a few issues', () => {
    const started = Date.now();
    const list = Array.from({length: 100_000}, () => 1);
    expect(() => use({list: 'string[]'}, {list})).toThrow(
      expect.objectContaining({code: 'TYPE_MISMATCH', message: expect.stringContaining('(and 19 more)')}),
    );
    expect(Date.now() - started).toBeLessThan(2000);
  });
});

import {describe, expect, test} from '@jest/globals';

import type {JsonSchema} from '../../src/contract/json.js';
import {compileSchema} from '../../src/schema/compile.js';
import {InputSchema} from '../../src/schema/input-schema.js';
import {normalizeSchema} from '../../src/schema/normalize.js';
import {jsonSchema} from '../../src/schema/spec.js';
import type {SchemaSpec} from '../../src/schema/spec.js';
import {threadTime} from '../support/machine-time.js';

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

const wideNames = (count: number): string[] => Array.from({length: count}, (_, index) => `p${String(index)}`);

/** For the same property, in two ways. */
const twice0 = (): object => {
  const again = {properties: {a: {$ref: '#/$defs/d'}}};
  return {type: 'object', $defs: {d: {anyOf: [{type: 'integer'}, again, {allOf: [again], required: ['b']}]}}};
};

/** Each of the definitions is the same one twice, in one way or another. */
function twice(levels: number, way: (next: object) => object): unknown {
  const $defs: Record<string, object> = {[`d${String(levels)}`]: {type: 'string'}};
  for (let level = 0; level < levels; level++)
    $defs[`d${String(level)}`] = way({$ref: `#/$defs/d${String(level + 1)}`});
  return {type: 'object', properties: {a: {$ref: '#/$defs/d0'}}, $defs};
}

const hostile: readonly (readonly [name: string, make: () => unknown])[] = [
  ['1,500 levels deep', () => nested(1500)],
  ['circular', circular],
  ['that doubles at every level', doubling],
  ['of 40 definitions that refer to the next in anyOf, twice each', () => twice(40, (next) => ({anyOf: [next, next]}))],
  ['that does so with allOf and not', () => twice(40, (next) => ({allOf: [next], not: {not: next}}))],
  [
    'that does so for a property of the value',
    () => twice(40, (next) => ({properties: {b: next}, oneOf: [{additionalProperties: next}]})),
  ],
  ['that does so for items', () => twice(40, (next) => ({items: next, contains: next}))],
  ['that does so with conditions', () => twice(40, (next) => ({if: next, then: next}))],
  ['that is a chain of 2,000 references', () => twice(2000, (next) => next)],
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
    const started = threadTime();
    expect(() => use(make())).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
    expect(() => use(jsonSchema(make() as JsonSchema))).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
    expect(threadTime() - started).toBeLessThan(2000);
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

describe('a value that takes long to be checked', () => {
  const cpuOf = (run: () => void): number => {
    const before = threadTime();
    run();
    return threadTime() - before;
  };
  const limit = expect.objectContaining({code: 'LIMIT_EXCEEDED', message: expect.stringContaining('takes too long')});
  const deep = (levels: number): unknown => (levels === 0 ? 'x' : {a: deep(levels - 1)});
  const kind = (name: string): object => ({
    properties: {kind: {const: name}, children: {type: 'array', items: {$ref: '#/$defs/node'}}},
    required: ['kind'],
  });
  const tree = {
    type: 'object',
    properties: {root: {$ref: '#/$defs/node'}},
    $defs: {node: {oneOf: ['list', 'group', 'quote', 'column', 'table'].map(kind)}},
  };
  const nodes = (levels: number, last: string): unknown => ({
    kind: levels === 0 ? last : 'list',
    ...(levels > 0 && {children: [nodes(levels - 1, last)]}),
  });
  const lists = {type: 'object', properties: {a: {type: 'array', items: {required: wideNames(300)}}}};

  test.each<[string, unknown, unknown]>([
    ['that is twice inside of itself', {...twice0(), properties: {a: {$ref: '#/$defs/d'}}}, {a: deep(60)}],
    ['with a tree of many kinds, deep down', tree, {root: nodes(25, 'list')}],
    [
      'that refers to itself for the same value',
      {type: 'object', $defs: {d: {anyOf: [{$ref: '#/$defs/d'}]}}, properties: {a: {$ref: '#/$defs/d'}}},
      {a: 1},
    ],
    ['that requires much of many items', lists, {a: Array.from({length: 100_000}, () => ({}))}],
  ])('MC05: by a schema %s is refused, soon', (_name, schema, input) => {
    expect(cpuOf(() => expect(() => use(jsonSchema(schema as JsonSchema), input)).toThrow(limit))).toBeLessThan(2500);
  });

  test('MC05 twin: a tree of many kinds, and long lists of references, are checked', () => {
    const check = (schema: unknown, input: unknown): unknown => use(jsonSchema(schema as JsonSchema), input);
    expect(check(tree, {root: nodes(4, 'quote')})).toMatchObject({root: {kind: 'list'}});
    expect(() => check(tree, {root: nodes(4, 'other')})).toThrow(expect.objectContaining({code: 'INVALID_PARAMETER'}));
    const items = {$ref: '#/$defs/entry'};
    const entry = {
      type: 'object',
      properties: {a: {type: 'integer'}, b: {enum: ['x', 'y']}},
      required: ['a'],
      additionalProperties: false,
    };
    const list = Array.from({length: 40_000}, (_, a) => ({a, b: 'x'}));
    const long = {type: 'object', properties: {list: {type: 'array', items}}, $defs: {entry}};
    expect(check(long, {list})).toHaveProperty('list.length', 40_000);
  });

  test('MC05: uniqueItems takes as long as the list is', () => {
    const schema = {type: 'object', properties: {list: {type: 'array', uniqueItems: true}}};
    const list = Array.from({length: 20_000}, (_, a) => ({a}));
    expect(cpuOf(() => use(jsonSchema(schema), {list}))).toBeLessThan(2000);
    expect(() => use(jsonSchema(schema), {list: [...list, {a: 7}]})).toThrow('(items ## 7 and 20000 are identical)');
  });
});

describe('an input to a sane schema', () => {
  test('with 100,000 wrong items is answered at once, with a few issues', () => {
    const started = threadTime();
    const list = Array.from({length: 100_000}, () => 1);
    expect(() => use({list: 'string[]'}, {list})).toThrow(
      expect.objectContaining({code: 'TYPE_MISMATCH', message: expect.stringContaining('(and 19 more)')}),
    );
    expect(threadTime() - started).toBeLessThan(2000);
  });
});

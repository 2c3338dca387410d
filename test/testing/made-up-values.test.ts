import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type {JsonSchema} from 'haft';
import {AnswerMaker} from '../../src/testing/mock/made-up-answer.js';

const ajv = new Ajv2020({strict: false, allErrors: true});
addFormats.default(ajv);

const make = (schema: object, seed = 'seed'): unknown =>
  new AnswerMaker(schema as JsonSchema).make(seed, (type) => ({_handle: type}));

/** Fails with the value and what is wrong with it. */
function expectFit(schema: object, seed: string): void {
  const value = make(schema, seed);
  const fits = ajv.compile(schema);
  expect([value, fits(value) ? [] : fits.errors]).toEqual([value, []]);
}

const bounds = (low: string, high: string, most: number): fc.Arbitrary<object> =>
  fc.tuple(fc.option(fc.nat(most)), fc.option(fc.nat(most))).map(([from, more]) => ({
    ...(from !== null && {[low]: from}),
    ...(more !== null && {[high]: (from ?? 0) + more}),
  }));

const texts = fc.oneof(
  bounds('minLength', 'maxLength', 60).map((it) => ({type: 'string', ...it})),
  fc
    .constantFrom(...Object.keys((ajv as unknown as {formats: object}).formats))
    .filter((format) => !['password', 'binary', 'int32', 'int64', 'float', 'double'].includes(format))
    .map((format) => ({type: 'string', format})),
  fc
    .constantFrom(
      '^[a-f0-9]{40}$',
      '^v\\d+\\.\\d+(-(alpha|beta))?$',
      '^(?:/[\\w-]+)+$',
      '\\S',
      '^[^,\\s]{3,8}$',
      '^\\p{L}',
    )
    .filter((pattern) => !pattern.includes('\\p'))
    .map((pattern) => ({type: 'string', pattern})),
);
const numbers = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    fc.integer({min: -50, max: 50}),
    fc.integer({min: 2, max: 90}),
    fc.nat(4),
  )
  .map(([type, from, more, kind]) => {
    const all = [
      {},
      {minimum: from},
      {maximum: from},
      {exclusiveMinimum: from, exclusiveMaximum: from + more},
      {minimum: from, maximum: from + more, multipleOf: 2},
    ];
    return {type, ...all[kind]};
  });
const scalars = fc.oneof(
  texts,
  numbers,
  fc.constantFrom<object>({type: 'boolean'}, {type: 'null'}, {const: {a: 1}}, {enum: ['x', 2, null]}, {}),
  fc.constant({type: ['string', 'null'], maxLength: 4}),
);

const {schema} = fc.letrec<{schema: object}>((tie) => ({
  schema: fc.oneof(
    {depthSize: 'small', withCrossShrink: true},
    scalars,
    fc
      .tuple(tie('schema'), bounds('minItems', 'maxItems', 5), fc.boolean())
      .map(([items, it]) => ({type: 'array', items, ...it})),
    fc
      .tuple(tie('schema'), tie('schema'))
      .map((prefixItems) => ({type: 'array', prefixItems, items: false, minItems: 2})),
    fc
      .tuple(fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('schema'), {maxKeys: 4}), fc.boolean(), fc.nat(9))
      .map(([properties, open, split]) => {
        const required = Object.keys(properties).slice(split % 4);
        return {type: 'object', properties, required, additionalProperties: open};
      }),
    tie('schema').map((it) => ({type: 'object', additionalProperties: it, minProperties: 2})),
    fc.tuple(tie('schema'), tie('schema')).map((anyOf) => ({anyOf})),
    texts.map((it) => ({allOf: [it, {description: 'a text'}]})),
  ),
}));

describe('a made-up value', () => {
  test('fits its schema, whatever the schema is', () => {
    fc.assert(
      fc.property(schema, fc.string(), (it, seed) => expectFit(it, seed)),
      {numRuns: 400},
    );
  });

  test.each<[string, object]>([
    [
      'a tree that refers to itself',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            properties: {name: {type: 'string'}, children: {type: 'array', items: {$ref: '#/$defs/node'}}},
            required: ['name', 'children'],
          },
        },
      },
    ],
    ['no text at all', {type: 'string', maxLength: 0}],
    [
      'exactly one of two',
      {
        oneOf: [
          {type: 'object', properties: {a: {type: 'string'}}, required: ['a']},
          {type: 'object', properties: {b: {type: 'string'}}, required: ['b']},
        ],
      },
    ],
    [
      'a branch that narrows its base',
      {type: 'object', properties: {n: {type: 'integer'}}, anyOf: [{required: ['n']}]},
    ],
    ['a list without doubles', {type: 'array', items: {enum: [1, 2, 3, 4]}, uniqueItems: true, minItems: 4}],
    ['a list that contains', {type: 'array', contains: {const: 'needle'}, minItems: 2}],
    ['if, then, else', {type: 'object', if: {properties: {a: {const: 1}}, required: ['a']}, then: {required: ['b']}}],
    ['what is not', {type: 'integer', minimum: 1, maximum: 9, not: {multipleOf: 2}}],
    ['named by patterns', {type: 'object', patternProperties: {'^x': {type: 'integer'}}, required: ['xy', 'xz']}],
    ['a tenth', {type: 'number', multipleOf: 0.1, minimum: 0.3, maximum: 0.7}],
    [
      'of two',
      {
        allOf: [
          {type: 'object', properties: {a: {minimum: 5}}},
          {properties: {a: {type: 'integer', maximum: 6}}, required: ['a']},
        ],
      },
    ],
    ['between two whole numbers', {type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1}],
  ])('fits %s', (_what, it) => {
    for (let seed = 0; seed < 40; seed++) expectFit(it, String(seed));
  });

  test('of a draft-07 tuple fits as well', () => {
    const tuple = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'array',
      items: [{type: 'string'}, {type: 'integer'}],
    };

    expect(make({...tuple, additionalItems: false, minItems: 2})).toEqual([expect.any(String), expect.any(Number)]);
  });

  test('is the same for the same seed, and another for another', () => {
    const it = {type: 'object', properties: {id: {type: 'string', format: 'uuid'}}, required: ['id']};

    expect(make(it, 'a')).toEqual(make(it, 'a'));
    expect(make(it, 'a')).not.toEqual(make(it, 'b'));
    // Pinned: what a test was written against stays, from version to version.
    expect(make({type: 'integer', maximum: 1000}, 'pin')).toBe(51);
  });

  test('has handles made when the rest fits, and only then', () => {
    const made: string[] = [];
    const schema = {
      type: 'object',
      properties: {book: {type: ['object', 'string'], handle: 'book'}, page: {type: 'integer', not: {multipleOf: 2}}},
      required: ['book', 'page'],
    };
    new AnswerMaker(schema).make('seed', (type) => made.push(type));

    expect(made).toEqual(['book']);
  });

  test.each<[string, object]>([
    ['nothing fits', {type: 'string', not: {}}],
    [
      'it asks for itself without end',
      {$ref: '#/$defs/a', $defs: {a: {type: 'object', properties: {a: {$ref: '#/$defs/a'}}, required: ['a']}}},
    ],
    ['its pattern can not be read', {type: 'string', pattern: '^(?=a)b$'}],
  ])('is refused in words where %s', (_what, it) => {
    expect(() => make(it)).toThrow(
      expect.objectContaining({code: 'EXECUTION_ERROR', message: expect.stringMatching(/^No value was found/)}),
    );
  });
});

import {describe, expect, test} from '@jest/globals';
import {Ajv} from 'ajv';
import {Ajv2020} from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {FileSystemModuleDefinition, GitModuleDefinition} from '../../src/index.js';
import type {JsonSchema} from '../../src/contract/json.js';
import {assertCompiles, compileSchema} from '../../src/schema/compile.js';
import {fitsPlainSchema} from '../../src/schema/plain-fit.js';
import {isPlainSchema} from '../../src/schema/plain-schema.js';

type Schema = Readonly<Record<string, unknown>>;

const dialects = [new Ajv2020({strict: false, logger: false}), new Ajv({strict: false, logger: false})];

/** What may stand at a keyword: right at times, wrong at others. */
const value = fc.oneof(
  fc.constantFrom('string', 'integer', 'null', 'file', '^a+$', '(', 'a\\Z', ''),
  fc.integer({min: -2, max: 5}),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.constantFrom<unknown>('string', 'object', 'a', 'b', 1), {maxLength: 3}),
);
const keyword = fc.constantFrom(
  ...['type', 'required', 'enum', 'const', 'default', 'examples', 'minimum', 'maximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'title', 'description', 'handle', 'pattern', '$ref', '$id', 'format'],
  ...['exclusiveMinimum', 'exclusiveMaximum'],
);
const {schema} = fc.letrec<{schema: unknown}>((tie) => ({
  schema: fc.oneof(
    {maxDepth: 4},
    value,
    fc.dictionary(keyword, value, {maxKeys: 3}),
    fc.record(
      {
        type: fc.constantFrom('object', 'array'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'type'), tie('schema'), {maxKeys: 3}),
        items: tie('schema'),
        additionalProperties: tie('schema'),
        anyOf: fc.array(tie('schema'), {maxLength: 2}),
        required: fc.constantFrom(['a'], ['a', 'a'], 'a'),
      },
      {requiredKeys: []},
    ),
  ),
}));

/** A schema of which every keyword is right. */
const count = fc.integer({min: 0, max: 3});
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), {maxLength: 2});
const {sound} = fc.letrec<{sound: Schema | boolean}>((tie) => ({
  sound: fc.oneof(
    {maxDepth: 3},
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'object', 'array', ['object', 'string'], ['array', 'null']),
        ...{minimum: count, maximum: count, exclusiveMinimum: count, exclusiveMaximum: count},
        format: fc.constantFrom('date', 'int32', 'byte', 'regex', 'binary', 'nobody-knows'),
        ...{minLength: count, maxLength: count, minItems: count, maxItems: count},
        pattern: fc.constantFrom('^a', 'b$'),
        handle: fc.constant('git_repository'),
        uniqueItems: fc.boolean(),
        enum: fc.uniqueArray(fc.constantFrom('aa', 'b', 1, null), {minLength: 1}),
        const: fc.constantFrom('aa', 1, [1]),
        default: fc.constantFrom<unknown>('aa', 1, {a: 1}),
        required: names,
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'type'), tie('sound'), {maxKeys: 3}),
        ...{items: tie('sound'), additionalProperties: tie('sound')},
        anyOf: fc.array(tie('sound'), {minLength: 1, maxLength: 2}),
      },
      {requiredKeys: []},
    ),
  ),
})) as {sound: fc.Arbitrary<Schema | boolean>};
const data = fc.oneof(
  fc.jsonValue({maxDepth: 2}),
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'type'), fc.jsonValue({maxDepth: 2}), {maxKeys: 3}),
  fc.array(fc.constantFrom<unknown>('aa', 'b', 1, 1, {a: 1}), {maxLength: 4}),
);

describe('a plain schema', () => {
  test('is valid by the meta-schemas of both dialects', () => {
    let plain = 0;
    fc.assert(
      fc.property(schema, (candidate) => {
        if (!isPlainSchema(candidate)) return;
        plain++;
        for (const ajv of dialects) expect(ajv.validateSchema(candidate as object)).toBe(true);
      }),
      {numRuns: 5000},
    );
    expect(plain).toBeGreaterThan(200);
  });

  test('has the issues, and fills in the defaults, that it would have with all of ajv', () => {
    let issues = 0;
    fc.assert(
      fc.property(sound, fc.array(data, {minLength: 4, maxLength: 4}), (candidate, values) => {
        if (typeof candidate === 'boolean') return;
        expect(isPlainSchema(candidate)).toBe(true);
        const plain = compileSchema(candidate);
        // A comment is nothing that a plain schema has.
        const full = compileSchema({...candidate, $comment: ''});
        for (const one of values) {
          const [plainCopy, fullCopy] = [structuredClone(one), structuredClone(one)];
          const found = plain(plainCopy);
          expect(found).toEqual(full(fullCopy));
          expect(plainCopy).toEqual(fullCopy);
          issues += found?.length ?? 0;
        }
      }),
      {numRuns: 200},
    );
    expect(issues).toBeGreaterThan(200);
  });

  test('that a value is seen to fit takes it when it is compiled', () => {
    let fitting = 0;
    fc.assert(
      fc.property(sound, fc.nat(), fc.nat(), fc.array(data, {minLength: 6, maxLength: 6}), (whole, a, b, values) => {
        // A schema of all keywords at once takes next to nothing.
        const rules = Object.entries(whole);
        const candidate = Object.fromEntries([a, b].flatMap((at) => rules.slice(at % rules.length).slice(0, 1)));
        const check = compileSchema(candidate);
        for (const one of values.filter((value) => fitsPlainSchema(value, candidate))) {
          fitting++;
          expect(check(structuredClone(one))).toBeUndefined();
        }
      }),
      {numRuns: 200},
    );
    expect(fitting).toBeGreaterThan(100);
  });

  test.each([
    ['is no date', {format: 'date'}, '2026-02-30'],
    ['is too small', {exclusiveMinimum: 0}, 0],
    ['lacks what is required', {required: ['a']}, {}],
    ['has what is not known', {properties: {a: {}}, additionalProperties: false}, {b: 1}],
    ['is none of several', {anyOf: [{type: 'string'}, {enum: [1, 2]}]}, 3],
    ['has a wrong item', {items: {properties: {n: {type: 'integer'}}}}, [{n: 1}, {n: 1.5}]],
    ['does not match', {pattern: '^a+$'}, 'b'],
  ])('a value that %s is not seen to fit', (_what, candidate, value) => {
    expect(fitsPlainSchema(value, candidate)).toBe(false);
  });

  test('is refused without being compiled for what it would be refused for', () => {
    const refused = (candidate: JsonSchema, of: (schema: JsonSchema) => unknown): string => {
      try {
        of(candidate);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
    fc.assert(
      fc.property(schema, (candidate) => {
        if (!isPlainSchema(candidate)) return;
        const plain = candidate as JsonSchema;
        expect(refused(plain, assertCompiles)).toBe(refused(plain, compileSchema));
      }),
      {numRuns: 1000},
    );
    // What is not plain is compiled.
    for (const wrong of [{type: 'file'}, {$ref: '#/$defs/none'}, {handle: 5}] as unknown as JsonSchema[])
      expect(refused(wrong, assertCompiles)).not.toBe('taken');
    const pattern = {properties: {a: {items: {anyOf: [{type: 'null' as const}, {pattern: '^(a+)+$'}]}}}} as JsonSchema;
    expect(refused(pattern, assertCompiles)).toMatch(/exponential time/);
    expect(refused({type: 'object', additionalProperties: {pattern: '^(a+)+$'}}, assertCompiles)).toMatch(
      /exponential/,
    );
  });

  test.each([
    ['an unknown type', {type: 'file'}],
    ['no types', {type: []}],
    ['a type twice', {type: ['string', 'string']}],
    ['a name required twice', {required: ['a', 'a']}],
    ['a length below zero', {minLength: -1}],
    ['a bound that is no number', {properties: {a: {items: {minimum: 'x'}}}}],
    ['a bound that is not finite', {maximum: Infinity}],
    ['no alternatives', {anyOf: []}],
    ['a list for properties', {properties: []}],
    ['null for a schema', {properties: {a: null}}],
    ['a pattern that is none', {pattern: '('}],
    ['a pattern of another language', {pattern: 'a\\Z'}],
    ['a reference', {$ref: '#'}],
    ['a name of its own', {$id: 'x'}],
    ['a dialect', {$schema: 'http://json-schema.org/draft-07/schema#'}],
    ['a member of every object', {toString: 'x'}],
    ['a handle without a name', {handle: 5}],
    ['a format that is no word', {format: ['date']}],
    ['a bound of draft-04', {minimum: 0, exclusiveMinimum: true}],
  ])('is not one with %s', (_what, candidate) => {
    expect(isPlainSchema(candidate)).toBe(false);
  });

  test('is what every tool and config of the built-in modules has', () => {
    const others = [FileSystemModuleDefinition, GitModuleDefinition].flatMap((definition) => {
      const {name, configSchema, tools} = definition.getMetadata();
      const schemas: [string, unknown][] = [[`config of ${name}`, configSchema]];
      for (const tool of Object.values(tools)) {
        schemas.push([`input of ${tool.name}`, tool.inputSchema], [`output of ${tool.name}`, tool.outputSchema]);
      }
      return schemas.flatMap(([what, found]) => (isPlainSchema(found) ? [] : [what]));
    });
    expect(others).toEqual([]);
  });
});

test('uniqueItems means what it means to ajv, whatever the items are', () => {
  const schema = {type: 'array', uniqueItems: true};
  const ours = compileSchema(schema);
  const theirs = new Ajv2020().compile(schema);
  const {item} = fc.letrec<{item: unknown}>((tie) => ({
    item: fc.oneof(
      {maxDepth: 3},
      fc.constantFrom<unknown>(0, -0, 1, 1.5, 1e21, '', '1', '{}', '[]', 'null', '"a"', null, true, false),
      fc.array(tie('item'), {maxLength: 2}),
      fc.dictionary(fc.constantFrom('a', 'b', '1', 'a":1,"b'), tie('item'), {maxKeys: 2, noNullPrototype: true}),
    ),
  }));
  const seen = {true: 0, false: 0};
  fc.assert(
    fc.property(fc.array(item, {maxLength: 5}), (list) => {
      const isUnique = theirs(list);
      seen[`${isUnique}`]++;
      const [issue] = ours(list) ?? [];
      expect(issue === undefined).toBe(isUnique);
      const [one = -1, other = -1] = (issue?.message.match(/\d+/g) ?? []).map(Number);
      if (issue) expect(theirs([list[one], list[other]])).toBe(false);
    }),
    {numRuns: 2000},
  );
  expect(Math.min(seen.true, seen.false)).toBeGreaterThan(100);
});

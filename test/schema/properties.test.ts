import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import fc from 'fast-check';

import {cloneJson, deepFreeze} from '../../src/schema/clone-json.js';
import {InputSchema} from '../../src/schema/input-schema.js';
import {normalizeSchema} from '../../src/schema/normalize.js';

const limits = {maxDepth: 64};
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object and list inside a value, itself included. */
function parts(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(parts)];
}

const hasProto = (value: unknown): boolean => parts(value).some((part) => Object.hasOwn(part, '__proto__'));

/** JSON as it comes from a text, which has no -0. */
const json = fc
  .jsonValue({maxDepth: 6})
  .filter((value) => !hasProto(value))
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);

/** A parameter in long form, with a default of its own type where it has one. */
const parameter = fc.oneof(
  fc.record({type: fc.constant('string'), required: fc.boolean()}),
  fc.record({type: fc.constant('integer'), required: fc.boolean()}),
  fc.record({type: fc.constant('boolean'), default: fc.boolean()}),
  fc.record({type: fc.constant('string'), default: fc.string()}),
  fc.record({type: fc.constant('array'), items: fc.constant('number'), required: fc.boolean()}),
  fc.record({type: fc.constant('object'), default: fc.constant({a: [1]})}),
);
const parameters = fc.dictionary(name, parameter, {maxKeys: 6});
const candidate = fc.dictionary(
  name,
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.double({noNaN: true})), json),
);

describe('cloneJson', () => {
  test('gives an equal value that shares nothing with the original', () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy = cloneJson(value, limits);
        expect(copy).toStrictEqual(JSON.parse(JSON.stringify(value)));
        const original = new Set(parts(value));
        expect(parts(copy).some((part) => original.has(part))).toBe(false);
      }),
    );
  });

  test('gives what a JSON round trip gives, for anything that JSON takes', () => {
    const loose = fc.object({
      values: [fc.string(), fc.integer(), fc.constant(undefined), fc.date({noInvalidDate: true})],
      maxDepth: 4,
    });
    fc.assert(
      fc.property(loose, (value) => {
        fc.pre(!hasProto(value));
        expect(cloneJson(value, limits)).toStrictEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('freezing reaches everything', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(parts(deepFreeze(cloneJson(value, limits))).every((part) => Object.isFrozen(part))).toBe(true);
      }),
    );
  });
});

describe('an input schema', () => {
  test('accepts what ajv accepts, and answers it equal but for its defaults', () => {
    const ajv = new Ajv2020({strict: false});
    fc.assert(
      fc.property(parameters, candidate, (spec, input) => {
        const schema = new InputSchema(normalizeSchema(spec, {direction: 'input'}));
        const plain: unknown = JSON.parse(JSON.stringify(input));
        const valid = ajv.validate(schema.schema, plain);
        const before = JSON.stringify(input);
        if (!valid) {
          expect(() => schema.accept(input, limits)).toThrow();
          return;
        }
        const defaults = Object.entries(spec).flatMap(([key, it]) =>
          'default' in it ? [[key, it.default] as const] : [],
        );
        expect(schema.accept(input, limits)).toEqual({...Object.fromEntries(defaults), ...(plain as object)});
        expect(JSON.stringify(input)).toBe(before);
      }),
    );
  });

  test('never throws anything but an error of the table, whatever it is given', () => {
    const schema = new InputSchema(normalizeSchema({name: 'string', tags: 'string[]?'}, {direction: 'input'}));
    fc.assert(
      fc.property(
        fc.anything({withBigInt: true, withDate: true, withMap: true, withSparseArray: true, withNullPrototype: true}),
        (input) => {
          try {
            expect(isObject(schema.accept(input, limits))).toBe(true);
          } catch (error) {
            expect(['MISSING_PARAMETER', 'INVALID_PARAMETER', 'TYPE_MISMATCH', 'LIMIT_EXCEEDED']).toContain(
              (error as {code?: string}).code,
            );
          }
        },
      ),
    );
  });

  test('says the same as check', () => {
    fc.assert(
      fc.property(parameters, candidate, (spec, input) => {
        const schema = new InputSchema(normalizeSchema(spec, {direction: 'input'}));
        let refused = false;
        try {
          void schema.accept(input, limits);
        } catch {
          refused = true;
        }
        expect(schema.check(input, limits).length > 0).toBe(refused);
      }),
    );
  });
});

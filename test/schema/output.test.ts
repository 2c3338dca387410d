import {describe, expect, test} from '@jest/globals';

import {defineHandle} from '../../src/contract/handle.js';
import {normalizeSchema} from '../../src/schema/normalize.js';
import {jsonOf, OutputSchema} from '../../src/schema/output-schema.js';
import type {SchemaSpec} from '../../src/schema/spec.js';

const limits = {maxDepth: 64};
const door = defineHandle('door', {description: 'An open door'});
const accept = (spec: SchemaSpec, data: unknown): unknown =>
  new OutputSchema(normalizeSchema(spec, {direction: 'output'})).accept(data, limits);

describe('data of a tool', () => {
  test('that is what the schema says is the answer', () => {
    expect(accept({hash: 'string', files: 'string[]'}, {hash: 'a', files: []})).toEqual({hash: 'a', files: []});
  });

  test('that breaks the schema names property and rule', () => {
    expect(() => accept({size: 'integer'}, {size: 'big'})).toThrow(
      expect.objectContaining({
        code: 'INVALID_OUTPUT',
        message: expect.stringContaining('property "size" must be integer'),
        context: {issues: [expect.objectContaining({path: 'size'})]},
      }),
    );
    expect(() => accept({size: 'integer'}, undefined)).toThrow(expect.objectContaining({code: 'INVALID_OUTPUT'}));
    expect(() => accept({size: 'integer'}, {size: 1, more: 1})).toThrow(
      expect.objectContaining({code: 'INVALID_OUTPUT'}),
    );
  });

  test.each([
    ['a BigInt', {value: 10n}],
    ['a function', {value: () => 1}],
    ['NaN', {value: NaN}],
  ])('with %s in it is refused, whatever the schema', (_name, data) => {
    for (const spec of [{value: 'any'}, {value: 'number'}, 'object'] as const) {
      expect(() => accept(spec, data)).toThrow(expect.objectContaining({code: 'INVALID_OUTPUT'}));
    }
    expect(() => jsonOf(data, limits)).toThrow(expect.objectContaining({code: 'INVALID_OUTPUT', outcome: 'unknown'}));
  });

  test('that refers to itself is refused', () => {
    const data: Record<string, unknown> = {};
    data['self'] = data;
    expect(() => jsonOf(data, limits)).toThrow(expect.objectContaining({code: 'INVALID_OUTPUT'}));
  });

  test('survives a JSON round trip', () => {
    const data = {list: [undefined, 1], when: new Date(0), none: undefined, nested: {map: {a: null}}};
    const json = jsonOf(data, limits);
    expect(json).toStrictEqual({list: [null, 1], when: '1970-01-01T00:00:00.000Z', nested: {map: {a: null}}});
    expect(jsonOf(undefined, limits)).toBeNull();
  });

  test('that is no handle does not pass for one', () => {
    expect(() => accept({door: {handle: door, required: true}}, {door: {_id: 'x', size: 1n}})).toThrow(
      expect.objectContaining({code: 'INVALID_OUTPUT'}),
    );
  });
});

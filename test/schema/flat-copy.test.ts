import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {compileFlatCopy} from '../../src/schema/flat-copy.js';

describe('the copy of an input of scalars', () => {
  test('is the same object again where all names are expected, and nothing else', () => {
    const name = fc.oneof(
      fc.constantFrom('path', 'limit', '$a', '_b', 'class', 'constructor', '__proto__'),
      fc.string(),
    );
    const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(name), fc.dictionary(name, scalar), (names, input) => {
        const copy = compileFlatCopy(names)(input);
        if (copy === undefined) return;
        expect(copy).toEqual(input);
        expect(copy).not.toBe(input);
        for (const key of Object.keys(input)) expect(names).toContain(key);
      }),
    );
  });

  test('is made for plain words, in whatever order they come', () => {
    const copy = compileFlatCopy(['path', 'class', '$limit']);
    expect(copy({$limit: 1, path: 'a'})).toEqual({path: 'a', $limit: 1});
    expect(copy({})).toEqual({});
    expect(copy({path: 'a', other: 1})).toBeUndefined();
    expect(copy(Object.create({path: 'inherited'}) as object)).toBeUndefined();
  });

  test.each(['a-b', 'a b', "a'; globalThis.hit = true; '", '0', '', 'toString', '__proto__', 'ä', 'a\u2028'])(
    'is never written out for the name %j, which could be taken for something else',
    (name) => {
      expect(compileFlatCopy(['path', name])({path: 'a'})).toBeUndefined();
      expect(globalThis).not.toHaveProperty('hit');
    },
  );
});

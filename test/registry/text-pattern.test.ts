import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {textPattern} from '../../src/registry/search/text-pattern.js';

describe('a text pattern', () => {
  test.each([
    ['commit', 'git.COMMIT', true],
    ['^git\\.', 'git.commit', true],
    ['^git\\.', 'ungit.commit', false],
    ['read|write', 'fs.write', true],
    ['r.*e$', 'fs.write', true],
    ['[a-c]x', 'BX', true],
    ['[^a-c]x', 'bx', false],
    ['(ab)+c', 'zababc', true],
    ['(?:ab)?c$', 'c', true],
    ['\\d\\d', 'a1b22', true],
    ['a*?b', 'aab', true],
    ['', 'anything', true],
  ])('%s in %j is %p, as in a regular expression', (pattern, text, expected) => {
    expect(textPattern(pattern)(text)).toBe(expected);
    expect(new RegExp(pattern, 'i').test(text)).toBe(expected);
  });

  test.each([
    ['a(', 'about a(b)', true],
    ['[', 'list[0]', true],
    ['*', 'a * b', true],
    ['(?=x)', 'x', false],
    ['(?=x)', 'has (?=x) in it', true],
    ['a{2}', 'aa', false],
    ['\\1', 'a', false],
    ['\\', 'a\\b', true],
  ])('that can not be read is plain text: %s in %j is %p', (pattern, text, expected) => {
    expect(textPattern(pattern)(text)).toBe(expected);
  });

  test('finds what a regular expression finds', () => {
    const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '1');
    const {pattern} = fc.letrec<{pattern: string; piece: string}>((tie) => ({
      pattern: fc.array(tie('piece'), {minLength: 1, maxLength: 4}).map((pieces) => pieces.join('')),
      piece: fc.oneof(
        {depthSize: 'small', withCrossShrink: true},
        atom,
        fc.tuple(atom, fc.constantFrom('*', '+', '?')).map((parts) => parts.join('')),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?')).map(([a, repeat]) => `(?:${a})${repeat}`),
        fc.constantFrom('^', '$'),
      ),
    }));
    const text = fc.stringMatching(/^[abc1]{0,8}$/);
    fc.assert(
      fc.property(
        pattern.filter((source) => source.length < 60),
        text,
        (source, value) => textPattern(source)(value) === new RegExp(source, 'i').test(value),
      ),
      {numRuns: 1000},
    );
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({unit: 'binary', maxLength: 300}),
        fc.string(),
        (source, value) => typeof textPattern(source)(value) === 'boolean',
      ),
    );
  });
});

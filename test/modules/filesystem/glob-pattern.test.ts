import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import picomatch from 'picomatch';

import {GlobPattern} from '../../../modules/filesystem/tree/glob-pattern.js';

const matches = (pattern: string, path: string, dot = false): boolean =>
  new GlobPattern(pattern, {dot}).matches(path.split('/'));

describe('a glob pattern', () => {
  test.each([
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'a/b/c.ts', true],
    ['a/**/z', 'a/z', true],
    ['a/**', 'a/b/c', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[]]x', ']x', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['{a,b{c,d}}.js', 'bd.js', true],
    ['{src,test}/**', 'test/a/b', true],
    ['{a}', '{a}', true],
    ['./a', 'a', true],
    ['*', '.hidden', false],
    ['.*', '.hidden', true],
    ['**', '.git/config', false],
    ['*.😀', 'a.😀', true],
    ['?', '😀', true],
    ['a[', 'a[', true],
  ])('%s against %s is %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test('matches hidden names when asked to', () => {
    expect(matches('**', '.git/config', true)).toBe(true);
  });

  test('agrees with picomatch', () => {
    const piece = fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '{a,b}', '**/', '/', 'ab');
    const pattern = fc.array(piece, {minLength: 1, maxLength: 7}).map((pieces) => pieces.join(''));
    const path = fc
      .array(fc.stringMatching(/^[ab.]{1,3}$/), {minLength: 1, maxLength: 4})
      .filter((names) => !names.some((name) => /^\.+$/.test(name)));
    fc.assert(
      fc.property(pattern, path, fc.boolean(), (text, names, dot) => {
        // Spellings whose meaning differs from tool to tool: empty segments, dots as segments, ** within a name, a class or a ? before a dot.
        fc.pre(!/\/\/|^\/|\/$|\*\*(?!\/)|[^/]\*\*|(^|\/)\.+(\/|$)/.test(text));
        fc.pre(!/[\]?*}{]\.|\.[[?*{]|(^|\/)[[?{]/.test(text));
        expect({text, names, matches: new GlobPattern(text, {dot}).matches(names)}).toEqual({
          text,
          names,
          matches: picomatch(text, {dot})(names.join('/')),
        });
      }),
      {numRuns: 2000},
    );
  });

  test('reaches every folder on the way to a match', () => {
    const piece = fc.constantFrom('a', '*', '?b', '**', '[ab]', '{a,b}');
    const name = fc.stringMatching(/^[ab]{1,3}$/);
    fc.assert(
      fc.property(
        fc.array(piece, {minLength: 1, maxLength: 4}),
        fc.array(name, {minLength: 1, maxLength: 5}),
        (pieces, names) => {
          const pattern = new GlobPattern(pieces.join('/'));
          if (!pattern.matches(names)) return;
          for (let depth = 1; depth < names.length; depth += 1)
            expect(pattern.reaches(names.slice(0, depth))).toBe(true);
        },
      ),
    );
  });

  test('takes no time that grows faster than pattern and path', () => {
    const started = process.cpuUsage().user;
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(255))).toBe(false);
    expect(new GlobPattern(`${'**/a/'.repeat(100)}b`).matches(Array.from({length: 1000}, () => 'a'))).toBe(false);
    expect(process.cpuUsage(undefined).user - started).toBeLessThan(1_000_000);
  });

  test.each(['', 'a'.repeat(1001), '{a,b}'.repeat(9)])('refuses patterns without measure', (pattern) => {
    expect(() => new GlobPattern(pattern)).toThrow(expect.objectContaining({code: 'INVALID_PARAMETER'}));
  });
});

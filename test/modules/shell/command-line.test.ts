import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {splitCommandLine} from '../../../modules/shell/commands/command-line.js';
import {codeOf} from './code-of.js';

describe('a command line', () => {
  test.each<[string, string[]]>([
    ['npm run build', ['npm', 'run', 'build']],
    ['  a\t b  ', ['a', 'b']],
    ['', []],
    [`say 'it is' "two words"`, ['say', 'it is', 'two words']],
    [`a'b'"c"d`, ['abcd']],
    [`'' ""`, ['', '']],
    [String.raw`a\ b \; \\ \'`, ['a b', ';', '\\', "'"]],
    [String.raw`"a \" \\ \$ \x"`, [String.raw`a " \ $ \x`]],
    [`'$HOME \`x\` * | & ; \\'`, ['$HOME `x` * | & ; \\']],
    ['git show HEAD~1 stash@{0} a#b --since=1.week', ['git', 'show', 'HEAD~1', 'stash@{0}', 'a#b', '--since=1.week']],
    ['grep é☃ x=y', ['grep', 'é☃', 'x=y']],
    [`node -e 'a;\nb'`, ['node', '-e', 'a;\nb']],
  ])('%j is cut into %j', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  test.each([
    ['a | b', '"|" at character 3'],
    ['a && b', '"&" at character 3'],
    ['a; b', '";" at character 2'],
    ['a > b', '">" at character 3'],
    ['a < b', '"<" at character 3'],
    ['a (b)', '"(" at character 3'],
    ['a $HOME', '"$" at character 3'],
    ['a "$HOME"', '"$" at character 4'],
    ['a `b`', '"`" at character 3'],
    ['a "`b`"', '"`" at character 4'],
    ['a\nb', String.raw`"\n" at character 2`],
    ['a *', '"*" at character 3'],
    ['a b?', '"?" at character 4'],
    ['a [bc]', '"[" at character 3'],
    ['a ~', '"~" at character 3'],
    ['a ~/b', '"~" at character 3'],
    ['a # b', '"#" at character 3'],
    ["a 'b", "' at character 3 that is not closed"],
    ['a "b', '" at character 3 that is not closed'],
    ['a "b\\"', '" at character 3 that is not closed'],
    ['a \\', 'ends in a backslash'],
    ['a \\\nb', 'ends in a backslash'],
    ['A=b c', 'begins with A='],
  ])('SH01: %j is refused, and the message says why', (line, why) => {
    expect(codeOf(() => splitCommandLine(line))).toEqual(['INVALID_PARAMETER', expect.stringContaining(why)]);
  });

  test('SH01: any words that are quoted come out as they went in', () => {
    const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({unit: 'binary'})), (words) => {
        const line = ['x', ...words].map(quoted).join(' ');
        expect(splitCommandLine(line)).toEqual(['x', ...words]);
      }),
    );
  });
});

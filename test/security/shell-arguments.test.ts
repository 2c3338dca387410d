import {existsSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {node, script} from '../modules/shell/shell.js';
import {useShellSite} from './shell-site.js';

const createSite = useShellSite();
const show = 'console.log(JSON.stringify(process.argv.slice(1)))';

/** What a shell would read as something else than text; some of them from the list of naughty strings. */
const naughty = [
  '; touch M',
  '$(touch M)',
  '`touch M`',
  '| touch M',
  '&& touch M',
  '& touch M &',
  'a\ntouch M',
  '*',
  '~',
  '~root',
  '${HOME}',
  '$HOME',
  '<(touch M)',
  '> M',
  '"',
  "'",
  '\\',
  '!!',
  '$(touch M)\r\n',
  "'; touch M; '",
  '\u202e\u2066rtl',
  '́',
  'ﷺ',
  '%0atouch M',
  '{a,b}',
  '',
  ' ',
];

describe('SH01: what a shell would read', () => {
  test('arrives byte for byte in a list', async () => {
    const {shell} = await createSite({commands: {node: {...node.node, values: '[^]*'}}});
    const {stdout} = await shell.execute({command: script(show, ...naughty)});
    expect(JSON.parse(stdout)).toEqual(naughty);
    const args = (await shell.execute({command: ['node', '-e', show], args: naughty})).stdout;
    expect(JSON.parse(args)).toEqual(naughty);
  });

  test('arrives byte for byte, whatever it is', async () => {
    const {shell} = await createSite({});
    const text = fc.string({unit: 'grapheme'}).filter((value) => !value.includes('\0') && !value.startsWith('-'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, {maxLength: 20}), async (values) => {
        const {stdout} = await shell.execute({command: script(show, ...values)});
        expect(JSON.parse(stdout)).toEqual(values);
      }),
      {numRuns: 10},
    );
  });

  test.each([
    '; touch M',
    '$(touch M)',
    '`touch M`',
    '| touch M',
    '&& touch M',
    '\ntouch M',
    '*',
    '~',
    '${HOME}',
    '> M',
  ])('in a line, %j is refused before anything runs', async (text) => {
    const {refuses, base} = await createSite({commands: ['true', 'echo']});
    await refuses({command: `echo a ${text}`}, 'INVALID_PARAMETER');
    expect(existsSync(join(base, 'M'))).toBe(false);
  });

  test('with a NUL is refused', async () => {
    const {refuses} = await createSite({commands: ['echo']});
    await refuses({command: ['echo', 'a\0b']}, 'INVALID_PARAMETER');
    await refuses({command: 'echo', args: ['\0']}, 'INVALID_PARAMETER');
  });

  test('benign twin: quoted in a line, it is text', async () => {
    const {shell} = await createSite({commands: ['echo']});
    expect((await shell.execute({command: `echo '; touch M' "a|b" \\*`})).stdout).toBe('; touch M a|b *\n');
  });
});

describe('SH03: a value that would be an option', () => {
  test.each(['-o../M', '-oM', '--output=M', '-rf', '--', '-', '--files0-from=M', '-k1'])(
    '%s is refused, and sort writes nothing',
    async (value) => {
      const {refuses, base} = await createSite({commands: ['sort']});
      const error = await refuses({command: ['sort', value, 'inside/file']}, 'INVALID_PARAMETER');
      expect(error.suggestions?.join()).toContain('flags');
      await refuses({command: `sort inside/file ${value}`}, 'INVALID_PARAMETER');
      expect(existsSync(join(base, 'M'))).toBe(false);
    },
  );

  test('is refused where only another option is declared, or a shorter spelling of it', async () => {
    const {refuses} = await createSite({commands: {sort: {flags: ['-r', '--reverse', '-k <field>']}}});
    for (const value of ['-ro', '-oM', '--output=M', '--rev', '--reverse=M']) {
      await refuses({command: ['sort', value, 'inside/file']}, 'INVALID_PARAMETER');
    }
    await refuses({command: ['sort', '-k', '--output=M', 'inside/file']}, 'INVALID_PARAMETER');
  });

  test('goes behind -- where the program knows it, and is a value there', async () => {
    const {shell, fails} = await createSite({commands: {cat: {separator: true}}});
    const error = await fails({command: ['cat', '--', '-n']}, 'NONZERO_EXIT');
    expect(error.message).toMatch(/'?-n'?: No such file/);
    expect((await shell.execute({command: ['cat', 'inside/file']})).stdout).toBe('a');
  });

  test('benign twin: one that is declared is passed on', async () => {
    const {shell} = await createSite({commands: {sort: {flags: ['-r', '-k <field>'], clusters: true}}});
    expect((await shell.execute({command: ['sort', '-r', '-k', '1', 'inside/file']})).stdout).toBe('a\n');
    expect((await shell.execute({command: 'sort -k1 -r inside/file'})).stdout).toBe('a\n');
  });
});

import {chmod, symlink} from 'node:fs/promises';
import {delimiter, join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {findProgram} from '../../src/processes/find-program.js';
import {minimalEnvironment} from '../../src/processes/minimal-environment.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

describe('a program', () => {
  test('is found by its name in the first folder of the PATH that has it, or by its absolute path', async () => {
    const [one, two] = [await tempFolder({notes: ''}), await tempFolder({notes: '', 'sub/x': ''})];
    await chmod(join(two, 'notes'), 0o755);
    await symlink(join(two, 'notes'), join(two, 'link'));
    const path = [one, '', '.', two].join(delimiter);
    expect(await findProgram('notes', path)).toBe(join(two, 'notes'));
    expect(await findProgram('link', path)).toBe(join(two, 'link'));
    expect(await findProgram(join(two, 'notes'), '')).toBe(join(two, 'notes'));
  });

  test.each(['', './notes', '../notes', 'sub/notes', 'NOTES ', 'notes\0', 'none', '/none/at/all'])(
    '%j is none',
    async (name) => {
      const folder = await tempFolder({notes: '', 'sub/notes': ''});
      for (const file of ['notes', 'sub/notes']) await chmod(join(folder, file), 0o755);
      expect(await findProgram(name, folder)).toBeUndefined();
    },
  );

  test('that can not be run, or is a folder, is none', async () => {
    const folder = await tempFolder({notes: '', 'sub/x': ''});
    expect(await findProgram('notes', folder)).toBeUndefined();
    expect(await findProgram('sub', folder)).toBeUndefined();
  });
});

test('SH07: the minimal environment holds nothing that was not named', () => {
  process.env['HAFT_TEST_SECRET'] = 'canary';
  process.env['HAFT_TEST_NAMED'] = 'named';
  const environment = minimalEnvironment(['HAFT_TEST_NAMED', 'HAFT_TEST_NOT_SET']);
  for (const name of ['HAFT_TEST_SECRET', 'HAFT_TEST_NAMED']) Reflect.deleteProperty(process.env, name);
  expect(environment).toMatchObject({PATH: process.env['PATH'], HAFT_TEST_NAMED: 'named'});
  expect(Object.values(environment)).not.toContain('canary');
  expect(environment).not.toHaveProperty('HAFT_TEST_NOT_SET');
});

import {chmod, mkdir, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {afterEach, describe, expect, test} from '@jest/globals';

import {useShellSite} from './shell-site.js';

const createSite = useShellSite();
const {PATH} = process.env;

afterEach(() => {
  process.env['PATH'] = PATH;
});

/** A program in a folder, which tells who it is. */
async function program(folder: string, name: string, says: string): Promise<string> {
  await mkdir(folder, {recursive: true});
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\necho ${says}\n`);
  await chmod(file, 0o755);
  return file;
}

describe('SH02: a command that is not allowed', () => {
  test.each([
    'sh',
    '/bin/sh',
    '/bin/../bin/sh',
    '/bin/echo',
    './git',
    './echo',
    '../echo',
    'ECHO',
    'Echo',
    'echo ',
    ' echo',
    'echo\t',
    'echo\0',
    'echo.',
    'echо',
    'env',
    '__proto__',
    'constructor',
    'toString',
  ])('%j is denied, and nothing runs', async (command) => {
    const {refuses, base} = await createSite({commands: ['echo']});
    await program(base, 'echo', 'evil; touch M');
    await program(base, 'git', 'evil; touch M');
    for (const input of [
      {command},
      {command: [command]},
      {command, args: ['-c', 'touch M']},
      {command: [command, 'a']},
    ]) {
      const error = await refuses(input, 'PERMISSION_DENIED');
      expect(error.details.context).toMatchObject({reason: 'command_not_allowed', allowed: ['echo']});
    }
  });

  test.each(["''", '', ' ', '\t', [], ['']])('is none at all: %j', async (command) => {
    const {refuses} = await createSite({commands: ['echo']});
    for (const input of [{command}, {command, args: ['-c', 'touch M']}]) {
      const {message} = await refuses(input, 'INVALID_PARAMETER');
      expect(message).toBe('The command names no program');
    }
  });

  test('benign twin: one that is allowed runs, in every spelling', async () => {
    const {shell} = await createSite({commands: ['echo']});
    for (const input of [
      {command: 'echo hi'},
      {command: '  echo hi '},
      {command: ['echo', 'hi']},
      {command: 'echo', args: ['hi']},
    ]) {
      expect((await shell.execute(input)).stdout).toBe('hi\n');
    }
  });
});

describe('SH02: a program is the one that was found when the module was made', () => {
  test('whatever the PATH, the directory or a link says later', async () => {
    const {base, out} = await createSite({commands: ['true']});
    const [good, evil] = [join(base, 'good'), join(base, 'evil')];
    await program(good, 'tool', 'good');
    const bad = await program(evil, 'tool', 'evil');
    await symlink(join(good, 'tool'), join(base, 'link'));
    process.env['PATH'] = `${good}:${String(PATH)}`;
    const {shell} = await createSite({basePath: base, commands: {tool: {}, linked: {path: join(base, 'link')}}});
    // What comes first on the PATH from now on, also for the program itself.
    process.env['PATH'] = `${evil}:.:${String(PATH)}`;
    await rm(join(base, 'link'));
    await symlink(bad, join(base, 'link'));
    await program(base, 'tool', 'evil');
    expect((await shell.execute({command: 'tool'})).stdout).toBe('good\n');
    expect((await shell.execute({command: 'linked'})).stdout).toBe('good\n');
    expect((await shell.execute({command: 'tool', cwd: 'evil'})).stdout).toBe('good\n');
    expect(out).not.toBe(base);
  });

  test('and not one of a relative folder of the PATH', async () => {
    const {base} = await createSite({commands: ['true']});
    await program(base, 'haft-relative-tool', 'evil');
    const before = process.cwd();
    process.chdir(base);
    try {
      process.env['PATH'] = `.::${String(PATH)}`;
      const {refuses} = await createSite({basePath: base, commands: ['haft-relative-tool']});
      await refuses({command: 'haft-relative-tool'}, 'PROGRAM_NOT_FOUND');
    } finally {
      process.chdir(before);
    }
  });
});

describe('SH02: a directory outside of the base', () => {
  test('is denied, by its path and by links that lead there', async () => {
    const {refuses, base, out} = await createSite({commands: ['echo']});
    await symlink(out, join(base, 'link'));
    await symlink('link', join(base, 'chain'));
    await symlink(join(out, 'secret'), join(base, 'file'));
    for (const cwd of [out, '..', '../', '/', 'inside/../..', 'link', 'chain', './chain/.', 'file', `${base}_evil`]) {
      const error = await refuses({command: 'echo hi', cwd}, 'PERMISSION_DENIED');
      expect(error.details.context).toMatchObject({reason: 'outside_base'});
    }
  });

  test('is one that was inside before, after it was swapped for a link', async () => {
    const {refuses, shell, base, out} = await createSite({commands: ['pwd']});
    expect((await shell.execute({command: 'pwd', cwd: 'inside'})).stdout.trim()).toBe(join(base, 'inside'));
    await rename(join(base, 'inside'), join(base, 'moved'));
    await symlink(out, join(base, 'inside'));
    await refuses({command: 'pwd', cwd: 'inside'}, 'PERMISSION_DENIED');
  });

  test('benign twin: links that stay inside are followed', async () => {
    const {shell, base} = await createSite({commands: ['pwd']});
    await symlink('inside', join(base, 'link'));
    expect((await shell.execute({command: 'pwd', cwd: 'link'})).stdout.trim()).toBe(join(base, 'inside'));
  });
});

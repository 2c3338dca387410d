import {rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, realGit} from '../support/git-repository.js';
import {writeFiles} from '../support/temp-folder.js';
import {useSite} from './git-site.js';
import type {Site} from './git-site.js';

const createSite = useSite();

/** Strings that are read as options, as several arguments, or as something else than a name (BLNS among them). */
const smuggled = (out: string): string[] => [
  `--output=${out}/m`,
  '-h',
  '--exec=touch M',
  '--no-index',
  '-',
  '--',
  'a..b',
  'a\nb',
  '$(touch M)',
  '`touch M`',
  '',
  ' ',
  'HEAD:a.txt',
  ':/One',
  '^HEAD',
  'HEAD^{/One}',
  'a\0b',
  '\u202e',
];

/** Paths that lead out of the repository, or into what is git's own (GIT06). */
const leadingOut = (out: string): string[] => [
  `${out}/secret`,
  '../../out/secret',
  '..',
  'link/secret',
  'link',
  ':(top)../secret',
  ':(glob)../**',
  ':/',
  '.git/config',
  '.GIT/hooks/x',
];

describe('GIT01: a value that looks like an option or a command', () => {
  test('is refused as a revision by every tool, and nothing is written', async () => {
    const {repository, out, refuses, allows} = await createSite();
    for (const value of smuggled(out)) {
      for (const [tool, input] of [
        ['show', {ref: value}],
        ['blame', {file: 'a.txt', ref: value}],
        ['merge', {from: value}],
        ['rebase', {upstream: value}],
        ['rebase', {upstream: 'HEAD', onto: value}],
        ['cherryPick', {commits: [value]}],
        ['tag', {name: 'fine', ref: value}],
        ['reset', {to: value, mode: 'hard'}],
        ['restore', {files: ['a.txt'], source: value}],
      ] as const) {
        await refuses(tool, {repository, ...input}, 'INVALID_PARAMETER', 'RESOURCE_NOT_FOUND');
      }
    }
    await allows('show', {repository, ref: 'main~0'});
    await allows('reset', {repository, to: 'main', mode: 'hard'});
  }, 180_000);

  test('is refused as the name of a tag, a strategy, lines, an action or a number', async () => {
    const {repository, out, refuses, allows} = await createSite();
    const fine = ['$(touch M)', '`touch M`', '\u202e'];
    for (const value of smuggled(out)) {
      if (!fine.some((name) => name === value && !name.includes(' '))) {
        await refuses('tag', {repository, name: value}, 'INVALID_PARAMETER');
        await refuses('tag', {repository, name: value, delete: true}, 'INVALID_PARAMETER');
      }
      await refuses('merge', {repository, from: 'main', strategy: value}, 'INVALID_PARAMETER');
      await refuses('merge', {repository, from: 'main', favor: value}, 'INVALID_PARAMETER');
      await refuses('blame', {repository, file: 'a.txt', lines: value}, 'INVALID_PARAMETER');
      await refuses('stash', {repository, action: value}, 'INVALID_PARAMETER');
      await refuses('stash', {repository, action: 'drop', stash: value}, 'INVALID_PARAMETER', 'TYPE_MISMATCH');
      await refuses('reset', {repository, mode: value}, 'INVALID_PARAMETER');
    }
    for (const value of ['/x/,/y/', ':main', '1,2;touch M', '1,-5', '0,3', '1,99999999999']) {
      await refuses('blame', {repository, file: 'a.txt', lines: value}, 'INVALID_PARAMETER');
    }
    await allows('tag', {repository, name: 'v1.0.0'});
    await allows('blame', {repository, file: 'a.txt', lines: '1,1'});
  }, 180_000);

  test('is a name and nothing else as a path, and text and nothing else as a message', async () => {
    const {repository, folder, out, refuses, allows} = await createSite();
    for (const value of [`--output=${out}/m`, '-h', '--no-index', '--force']) {
      await refuses('show', {repository, path: value}, 'RESOURCE_NOT_FOUND');
      await refuses('blame', {repository, file: value}, 'RESOURCE_NOT_FOUND');
      await refuses('restore', {repository, files: [value]}, 'RESOURCE_NOT_FOUND');
      await refuses('rm', {repository, files: [value]}, 'RESOURCE_NOT_FOUND');
      await refuses('mv', {repository, from: value, to: 'b.txt'}, 'RESOURCE_NOT_FOUND');
    }
    await writeFiles(folder, {'--force': 'a file of that name\n'});
    await allows('add', {repository, files: ['--force']});
    await allows('mv', {repository, from: '--force', to: '-r'});
    await allows('commit', {repository, message: 'Odd names'});
    expect(await allows('show', {repository, path: '-r'})).toMatchObject({content: 'a file of that name\n'});
    await allows('blame', {repository, file: '-r'});
    await allows('rm', {repository, files: ['-r']});
    for (const [number, message] of ['--output=x', '-F/etc/passwd', '$(touch M)', '"; touch M; "'].entries()) {
      await allows('stash', {repository, message});
      await allows('stash', {repository, action: 'pop', staged: true});
      await allows('tag', {repository, name: `m${String(number)}`, message});
    }
    await allows('commit', {repository, message: 'Remove'});
    await realGit(folder, ['branch', 'side', 'HEAD~1']);
    await allows('checkout', {repository, branch: 'side'});
    await allows('commit', {repository, message: 'Side', allowEmpty: true});
    await allows('merge', {repository, from: 'main', message: `--output=${out}/m`});
    expect(await allows('show', {repository})).toMatchObject({message: `--output=${out}/m`});
  }, 180_000);
});

describe('GIT06: a path that leads out', () => {
  const everyTool = (value: string): (readonly [string, object])[] => [
    ['show', {path: value}],
    ['blame', {file: value}],
    ['restore', {files: [value]}],
    ['restore', {files: ['a.txt', value], source: 'HEAD', staged: true, worktree: true}],
    ['rm', {files: [value], recursive: true, force: true}],
    ['mv', {from: 'a.txt', to: value}],
    ['mv', {from: value, to: 'b.txt'}],
  ];

  const withLink = async (): Promise<Site> => {
    const site = await createSite();
    await symlink(site.out, join(site.folder, 'link'));
    return site;
  };

  test('is refused by every tool that takes one', async () => {
    const {repository, out, refuses, allows} = await withLink();
    for (const value of leadingOut(out)) {
      for (const [tool, input] of everyTool(value)) await refuses(tool, {repository, ...input}, 'PERMISSION_DENIED');
    }
    for (const value of ['', 'a\0b']) {
      for (const [tool, input] of everyTool(value)) await refuses(tool, {repository, ...input}, 'INVALID_PARAMETER');
    }
    await allows('mv', {repository, from: 'a.txt', to: 'b.txt'});
    await allows('rm', {repository, files: ['b.txt'], force: true});
  }, 180_000);

  test('by a directory that became a link does not lead reset, restore, stash or an undo out', async () => {
    const {folder, out, repository, git, allows} = await createSite();
    await addCommit(folder, {message: 'Two', files: {'dir/secret': 'inside\n', 'dir/b.txt': 'b\n'}}, 1);
    const swap = async (): Promise<void> => {
      await rm(join(folder, 'dir'), {recursive: true, force: true});
      await symlink(out, join(folder, 'dir'));
    };
    await swap();
    const stash = (input: object) => git.getTool('stash').execute({repository, ...input});
    expect(await stash({untracked: true})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(await stash({})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    await allows('reset', {repository, mode: 'hard'});
    await writeFiles(folder, {'dir/secret': 'put aside\n'});
    await allows('stash', {repository});
    await swap();
    expect(await stash({action: 'pop'})).toMatchObject({success: false});
    const reset = await git.getTool('reset').execute({repository, mode: 'hard'});
    if (!reset.success || reset.metadata.undo === undefined) throw new Error('It should have a way back');
    await swap();
    // The files are not as the call left them.
    const taken = await git.runtime.undo(reset.metadata.undo);
    expect(taken).toMatchObject({success: false, error: {code: 'UNDO_REFUSED'}});
    await allows('restore', {repository, files: ['.'], staged: true, worktree: true});
    // No object of the repository holds the secret.
    const hash = await realGit(folder, ['hash-object', join(out, 'secret')]);
    await expect(realGit(folder, ['cat-file', '-e', hash])).rejects.toThrow();
  }, 180_000);
});

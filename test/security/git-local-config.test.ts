import {chmod, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {addCommit, realGit} from '../support/git-repository.js';
import {writeFiles} from '../support/temp-folder.js';
import {useSite} from './git-site.js';
import type {Site} from './git-site.js';

const createSite = useSite();

const hooks = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'pre-merge-commit', 'post-merge'],
  ...['pre-rebase', 'post-rewrite', 'post-checkout', 'post-index-change', 'reference-transaction', 'applypatch-msg'],
];

async function plantProgram(path: string, marker: string): Promise<string> {
  await mkdir(join(path, '..'), {recursive: true});
  await writeFile(path, `#!/bin/sh\ntouch '${marker}'\ncat "$@" 2>/dev/null\nexit 0\n`);
  await chmod(path, 0o755);
  return path;
}

/** `side` and `quarrel` each have a commit of their own; `quarrel` and `main` change the same line. */
async function prepare({folder}: Site): Promise<void> {
  await realGit(folder, ['checkout', '-q', '-b', 'side']);
  await addCommit(folder, {message: 'Side', files: {'side.txt': 's\n'}}, 1);
  await realGit(folder, ['checkout', '-q', '-b', 'quarrel', 'main']);
  await addCommit(folder, {message: 'Quarrel', files: {'a.txt': 'q\n'}}, 2);
  await realGit(folder, ['checkout', '-q', 'main']);
  await addCommit(folder, {message: 'Main', files: {'a.txt': 'm\n'}}, 3);
}

/** Every tool of this half once, with the conflicts on the way, their ends, and the undos. */
async function doEverything(site: Site): Promise<void> {
  const {folder, git, repository, allows, refuses} = site;
  const back = async (tool: string, input: object): Promise<void> => {
    const result = await git.getTool(tool as 'merge').execute({repository, ...input});
    if (result.metadata.undo === undefined) throw new Error(`${tool}: ${JSON.stringify(result)}`);
    expect([tool, await git.runtime.undo(result.metadata.undo)]).toEqual([
      tool,
      expect.objectContaining({success: true}),
    ]);
  };
  const change = (): Promise<void> => writeFiles(folder, {'a.txt': 'changed\n', 'new.txt': 'n\n'});
  await allows('show', {repository});
  await allows('show', {repository, path: 'a.txt'});
  await allows('blame', {repository, file: 'a.txt'});
  await allows('tag', {repository, name: 'v1', message: 'One'});
  await back('merge', {from: 'side', noFastForward: true});
  await allows('merge', {repository, from: 'side', message: 'Take it'});
  for (const [tool, input] of [
    ['merge', {from: 'quarrel'}],
    ['cherryPick', {commits: ['quarrel']}],
    ['rebase', {upstream: 'quarrel'}],
  ] as const) {
    await allows('reset', {repository, to: 'v1', mode: 'hard'});
    await back(tool, input);
    await git.getTool(tool).execute({repository, ...input});
    await allows(tool, {repository, abort: true});
    await git.getTool(tool).execute({repository, ...input});
    await writeFiles(folder, {'a.txt': `resolved after ${tool}\n`});
    await allows('add', {repository});
    await allows(tool, {repository, continue: true});
  }
  await allows('blame', {repository, file: 'a.txt', ref: 'HEAD~1'});
  await allows('reset', {repository, to: 'v1', mode: 'hard'});
  await allows('cherryPick', {repository, commits: ['side']});
  await allows('rebase', {repository, upstream: 'side'});
  await change();
  await back('stash', {untracked: true});
  await allows('stash', {repository, untracked: true});
  await allows('stash', {repository, action: 'show'});
  await allows('stash', {repository, action: 'pop', staged: true});
  await back('restore', {files: ['.']});
  await back('reset', {mode: 'hard'});
  await allows('restore', {repository, files: ['.'], source: 'HEAD~1'});
  await back('rm', {files: ['a.txt'], force: true});
  await allows('reset', {repository, mode: 'hard'});
  await allows('rm', {repository, files: ['a.txt']});
  await allows('restore', {repository, files: ['a.txt'], staged: true, worktree: true});
  await allows('mv', {repository, from: 'a.txt', to: 'b.txt'});
  await allows('commit', {repository, message: 'Move'});
  await refuses('merge', {repository, continue: true}, 'INVALID_STATE');
}

describe('GIT07: a repository that wants to run something', () => {
  test('by its hooks does not, whatever is merged, replayed or put back', async () => {
    const site = await createSite();
    await prepare(site);
    for (const name of hooks) await plantProgram(join(site.folder, '.git/hooks', name), site.marker);
    await doEverything(site);
  }, 180_000);

  test('by a driver, a converter, an editor, a strategy or a signer of its configuration does not', async () => {
    const site = await createSite();
    await prepare(site);
    const program = await plantProgram(join(site.base, 'program.sh'), site.marker);
    // A strategy is a program named git-merge-<name>, looked for from where git runs as well.
    await plantProgram(join(site.folder, 'git-merge-evil'), site.marker);
    for (const key of [
      ...['core.fsmonitor', 'core.editor', 'sequence.editor', 'core.pager', 'core.hooksPath', 'core.askPass'],
      ...['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'merge.evil.driver', 'merge.tool'],
      ...['filter.evil.clean', 'filter.evil.smudge', 'gpg.program', 'gpg.ssh.program', 'gpg.x509.program'],
      ...['mergetool.evil.cmd', 'interactive.diffFilter', 'pager.show', 'pager.blame', 'pager.tag', 'pager.stash'],
      ...['trailer.x.cmd', 'trailer.x.command', 'alias.merge', 'stash.useBuiltin'],
    ]) {
      await realGit(site.folder, ['config', key, key.startsWith('alias') ? `!${program}` : program]);
    }
    for (const [key, value] of [
      ...[
        ['commit.gpgSign', 'true'],
        ['tag.gpgSign', 'true'],
        ['tag.forceSignAnnotated', 'true'],
      ],
      ...[
        ['merge.verifySignatures', 'true'],
        ['log.showSignature', 'true'],
        ['filter.evil.required', 'true'],
      ],
      ...[
        ['branch.main.mergeOptions', '--strategy=evil --edit'],
        ['pull.twohead', 'evil'],
        ['pull.octopus', 'evil'],
      ],
      ...[
        ['rerere.enabled', 'true'],
        ['rerere.autoUpdate', 'true'],
        ['rebase.autoStash', 'true'],
      ],
      ...[
        ['rebase.instructionFormat', `%s%nexec touch ${site.marker}`],
        ['merge.default', 'evil'],
      ],
      ...[
        ['blame.ignoreRevsFile', join(site.out, 'secret')],
        ['commit.template', join(site.out, 'secret')],
      ],
      ...[
        ['rebase.backend', 'apply'],
        ['merge.renormalize', 'true'],
        ['commit.verbose', 'true'],
      ],
    ] as [string, string][]) {
      await realGit(site.folder, ['config', key, value]);
    }
    await writeFiles(site.folder, {'.git/info/attributes': '* filter=evil diff=evil merge=evil\n'});
    await doEverything(site);
  }, 180_000);

  test('by a merge driver leaves the file in conflict instead, with the marker absent', async () => {
    const site = await createSite();
    await prepare(site);
    await realGit(site.folder, ['config', 'merge.evil.driver', `touch '${site.marker}'; false`]);
    await writeFiles(site.folder, {'.git/info/attributes': '*.txt merge=evil\n'});
    const merged = await site.git.getTool('merge').execute({repository: site.repository, from: 'quarrel'});
    expect(merged).toMatchObject({error: {code: 'MERGE_CONFLICT', details: {context: {conflicted: ['a.txt']}}}});
    expect(existsSync(site.marker)).toBe(false);
    // git by itself would run it.
    await realGit(site.folder, ['merge', '--abort']);
    const wanted = join(site.base, 'wanted');
    await realGit(site.folder, ['config', 'merge.evil.driver', `touch '${wanted}'; false`]);
    await expect(realGit(site.folder, ['merge', 'quarrel'])).rejects.toThrow();
    expect(existsSync(wanted)).toBe(true);
  });

  test('by textconv or an external diff does not, in show, blame and stash show', async () => {
    const site = await createSite();
    await prepare(site);
    const program = await plantProgram(join(site.base, 'program.sh'), site.marker);
    await realGit(site.folder, ['config', 'diff.evil.textconv', program]);
    await realGit(site.folder, ['config', 'diff.external', program]);
    await writeFiles(site.folder, {'.git/info/attributes': '*.txt diff=evil\n'});
    await writeFiles(site.folder, {'a.txt': 'changed\n'});
    await site.allows('blame', {repository: site.repository, file: 'a.txt'});
    await site.allows('stash', {repository: site.repository});
    await site.allows('stash', {repository: site.repository, action: 'show'});
    expect(await site.allows('show', {repository: site.repository})).toMatchObject({
      patch: expect.stringContaining('-a\n+m\n'),
    });
    // git by itself would run it.
    const wanted = join(site.base, 'wanted');
    await realGit(site.folder, [
      'config',
      'diff.evil.textconv',
      await plantProgram(join(site.base, 'other.sh'), wanted),
    ]);
    await realGit(site.folder, ['blame', 'a.txt']);
    expect(existsSync(wanted)).toBe(true);
  });

  test('by a rebase or a cherry-pick that it came with does not: it can only be taken back', async () => {
    const site = await createSite();
    await prepare(site);
    const {folder, repository, refuses, allows} = site;
    const stop = async (tool: 'rebase' | 'cherryPick', input: object): Promise<void> => {
      const result = await site.git.getTool(tool).execute({repository, ...input});
      expect(result).toMatchObject({success: false, error: {outcome: 'partial'}});
      await writeFiles(folder, {'a.txt': 'resolved\n'});
      await realGit(folder, ['add', 'a.txt']);
    };
    for (const line of [`exec touch ${site.marker}`, `  x touch ${site.marker}`, 'wat is this']) {
      await stop('rebase', {upstream: 'quarrel'});
      const todo = join(folder, '.git/rebase-merge/git-rebase-todo');
      await writeFile(todo, `${await readFile(todo, 'utf8')}${line}\n`);
      for (const step of ['continue', 'skip']) await refuses('rebase', {repository, [step]: true}, 'PERMISSION_DENIED');
      await allows('rebase', {repository, abort: true});
    }
    await stop('rebase', {upstream: 'quarrel'});
    await writeFile(join(folder, '.git/rebase-merge/strategy'), '../evil\n');
    await refuses('rebase', {repository, continue: true}, 'PERMISSION_DENIED');
    await allows('rebase', {repository, abort: true});
    await stop('rebase', {upstream: 'quarrel'});
    await rm(join(folder, '.git/rebase-merge/strategy'));
    await writeFile(join(folder, '.git/rebase-merge/git-rebase-todo'), 'pick side # Side\n');
    await realGit(folder, ['config', 'pull.twohead', 'evil']);
    await refuses('rebase', {repository, continue: true}, 'PERMISSION_DENIED');
    await realGit(folder, ['config', '--unset', 'pull.twohead']);
    await allows('rebase', {repository, continue: true});
    await allows('reset', {repository, to: 'ORIG_HEAD', mode: 'hard'});
    for (const options of ['[options]\n\tstrategy = ../evil\n', '[OPTIONS] Strategy="evil"\n']) {
      await stop('cherryPick', {commits: ['quarrel', 'side']});
      await writeFile(join(folder, '.git/sequencer/opts'), options);
      await refuses('cherryPick', {repository, continue: true}, 'PERMISSION_DENIED');
      await allows('cherryPick', {repository, abort: true});
    }
    await stop('cherryPick', {commits: ['quarrel', 'side']});
    await allows('cherryPick', {repository, continue: true});
  }, 180_000);

  test('does where the operator said hooks: true', async () => {
    const site = await createSite({hooks: true});
    await prepare(site);
    const wanted = join(site.base, 'wanted');
    await plantProgram(join(site.folder, '.git/hooks/post-merge'), wanted);
    await site.allows('merge', {repository: site.repository, from: 'side'});
    expect(existsSync(wanted)).toBe(true);
  });
});

import {execFileSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {useGit} from '../modules/git/git-fixture.js';
import {addCommit, makeRepository, realGit} from '../support/git-repository.js';
import {writeFiles} from '../support/temp-folder.js';
import {canary, useSite} from './git-site.js';
import type {Site} from './git-site.js';

const createSite = useSite();
const createGit = useGit();

async function plantProgram(path: string, marker: string): Promise<string> {
  await writeFile(path, `#!/bin/sh\ntouch '${marker}'\nexit 1\n`);
  await chmod(path, 0o755);
  return path;
}

/** `main` and `quarrel` change the same line; a rebase onto `quarrel` stops, and the conflict is resolved. */
async function stopRebase({folder, git, repository}: Site): Promise<void> {
  await realGit(folder, ['checkout', '-q', '-b', 'quarrel']);
  await addCommit(folder, {message: 'Quarrel', files: {'a.txt': 'q\n'}}, 1);
  await realGit(folder, ['checkout', '-q', 'main']);
  await addCommit(folder, {message: 'Main', files: {'a.txt': 'm\n'}}, 2);
  const result = await git.getTool('rebase').execute({repository, upstream: 'quarrel'});
  expect(result).toMatchObject({success: false, error: {outcome: 'partial'}});
  await writeFiles(folder, {'a.txt': 'resolved\n'});
  await realGit(folder, ['add', 'a.txt']);
}

describe('GIT07: a repository that wants to run something', () => {
  test('by a rebase that is to be signed does not, whatever the format of the signature', async () => {
    const site = await createSite();
    const {folder, git, repository, marker} = site;
    const program = await plantProgram(join(site.base, 'signer.sh'), marker);
    await stopRebase(site);
    for (const key of ['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program']) {
      await realGit(folder, ['config', key, program]);
    }
    await realGit(folder, ['config', 'gpg.ssh.defaultKeyCommand', program]);
    await writeFile(join(folder, '.git/rebase-merge/gpg_sign_opt'), '-S\n');
    for (const format of ['openpgp', 'x509', 'ssh']) {
      for (const key of ['', 'key::ssh-ed25519 AAAA']) {
        await realGit(folder, ['config', 'gpg.format', format]);
        await realGit(folder, ['config', 'user.signingKey', key]);
        if (key === '') await realGit(folder, ['config', '--unset', 'user.signingKey']);
        await git.getTool('rebase').execute({repository, continue: true});
        expect([format, key, existsSync(marker)]).toEqual([format, key, false]);
      }
    }
    await site.allows('rebase', {repository, abort: true});
  }, 60_000);

  test('by a missing object that it wants to fetch does not, also by a git that fetches whatever is missing', async () => {
    const site = await createSite();
    const {folder, base, marker} = site;
    const before = await realGit(folder, ['rev-parse', 'HEAD']);
    const after = await addCommit(folder, {message: 'Two', files: {'a.txt': 'b\n'}}, 1);
    const program = await plantProgram(join(base, 'remote.sh'), marker);
    const blob = await realGit(folder, ['rev-parse', 'HEAD~1:a.txt']);
    await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.url', `ext::${program}`],
      ['protocol.ext.allow', 'always'],
    ] as const) {
      await realGit(folder, ['config', key, value]);
    }
    // git before 2.45 does not know the variable.
    const gitPath = join(base, 'git.sh');
    await writeFile(gitPath, '#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec git "$@"\n');
    await chmod(gitPath, 0o755);
    const git = await createGit(base, {gitPath});
    const repository = await git.open({path: 'p'});
    expect(await git.getTool('diff').execute({repository, ref: 'HEAD~1', to: 'HEAD'})).toMatchObject({success: false});
    await git.getTool('checkout').execute({repository, branch: 'HEAD~1'});
    expect(existsSync(marker)).toBe(false);
    // git by itself would run it.
    const wanted = join(base, 'wanted');
    await plantProgram(program, wanted);
    await expect(realGit(folder, ['diff', before, after])).rejects.toThrow();
    expect(existsSync(wanted)).toBe(true);
  });
});

describe('GIT05: a directory of git that leads out', () => {
  test('by a link deep inside of it is refused, and nothing is written or read through the link', async () => {
    const {folder, out, repository, refuses, allows} = await createSite();
    await mkdir(join(folder, '.git/sequencer'), {recursive: true});
    for (const [path, target] of [
      ['logs/HEAD', join(out, 'secret')],
      ['logs/refs/heads/main', join(out, 'secret')],
      ['refs/tags', out],
      ['refs/heads/linked', join(out, 'secret')],
      ['sequencer/opts', join(out, 'secret')],
      ['info/exclude', join(out, 'secret')],
      ['objects/pack', join(out, 'repo/.git/objects/pack')],
    ] as const) {
      const link = join(folder, '.git', path);
      const isThere = existsSync(link);
      if (isThere) await rename(link, `${link}.away`);
      await symlink(target, link);
      for (const [tool, input] of [
        ['commit', {message: 'Injected', allowEmpty: true}],
        ['tag', {name: 'evil'}],
        ['reset', {mode: 'hard'}],
        ['status', {}],
      ] as const) {
        await refuses(tool, {repository, ...input}, 'PERMISSION_DENIED');
      }
      await rm(link);
      if (isThere) await rename(`${link}.away`, link);
    }
    await rm(join(folder, '.git/sequencer'), {recursive: true});
    // A link that stays inside is what it is.
    await symlink('../heads', join(folder, '.git/refs/tags/inner'));
    await allows('commit', {repository, message: 'Benign', allowEmpty: true});
  }, 60_000);

  test('by objects that are borrowed from one who borrows them is refused', async () => {
    const {folder, base, out, repository, refuses, allows} = await createSite();
    const hash = await realGit(join(out, 'repo'), ['rev-parse', 'HEAD']);
    await makeRepository(join(base, 'lender'), [{message: 'Lent', files: {'lent.txt': 'lent\n'}}]);
    const lent = await realGit(join(base, 'lender'), ['rev-parse', 'HEAD']);
    await writeFiles(folder, {'.git/objects/info/alternates': `${join(base, 'lender/.git/objects')}\n`});
    expect(await allows('show', {repository, ref: lent})).toMatchObject({hash: lent});
    await writeFiles(base, {'lender/.git/objects/info/alternates': `${join(out, 'repo/.git/objects')}\n`});
    await refuses('show', {repository, ref: hash}, 'PERMISSION_DENIED');
  });

  test('by the files of a rebase is refused without a word of what they lead to, and a FIFO is not waited for', async () => {
    const {folder, out, repository, refuses} = await createSite();
    const directory = join(folder, '.git/rebase-merge');
    for (const name of ['git-rebase-todo', 'strategy']) {
      await mkdir(directory);
      await symlink(join(out, 'secret'), join(directory, name));
      const {message} = await refuses('rebase', {repository, continue: true}, 'PERMISSION_DENIED');
      expect(message).not.toContain(canary);
      await rm(join(directory, name));
      execFileSync('mkfifo', [join(directory, name)]);
      await refuses('rebase', {repository, continue: true}, 'PERMISSION_DENIED');
      await rm(directory, {recursive: true});
    }
    const alternates = join(folder, '.git/objects/info/alternates');
    await mkdir(join(alternates, '..'), {recursive: true});
    execFileSync('mkfifo', [alternates]);
    await refuses('status', {repository}, 'PERMISSION_DENIED');
    await rm(alternates);
    await rm(join(folder, '.git/index'));
    execFileSync('mkfifo', [join(folder, '.git/index')]);
    await refuses('add', {repository}, 'INVALID_REPO');
  });
});

describe('GIT06: an undo', () => {
  test('of a call that put a link in the place of a directory removes the link, and nothing that it leads to', async () => {
    const {folder, out, git, repository} = await createSite();
    const names = ['repo', 'secret', 'third'];
    await addCommit(
      folder,
      {message: 'Files', files: Object.fromEntries(names.map((name) => [`dir/${name}`, 'x\n']))},
      1,
    );
    await realGit(folder, ['checkout', '-q', '-b', 'side']);
    await rm(join(folder, 'dir'), {recursive: true});
    await symlink(out, join(folder, 'dir'));
    await addCommit(folder, {message: 'Link'}, 2);
    await realGit(folder, ['checkout', '-q', 'main']);
    // What is not there before the call, its undo takes away.
    await rm(join(folder, 'dir/secret'));
    const before = await readdir(out);
    for (const [tool, input] of [
      ['reset', {to: 'side', mode: 'hard'}],
      ['restore', {files: ['dir'], source: 'side'}],
    ] as const) {
      const result = await git.getTool(tool as 'reset').execute({repository, ...input});
      if (!result.success || result.metadata.undo === undefined) throw new Error(`${tool} should have a way back`);
      expect(await readdir(join(folder, 'dir'))).toEqual(before);
      expect(await git.runtime.undo(result.metadata.undo)).toMatchObject({success: true});
      expect(await readFile(join(out, 'secret'), 'utf8')).toBe(canary);
      expect(await readdir(join(folder, 'dir'))).toEqual(['repo', 'third']);
    }
  });
});

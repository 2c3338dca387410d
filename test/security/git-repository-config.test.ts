import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

import {describe, expect, test} from '@jest/globals';

import {makeRepository, realGit} from '../support/git-repository.js';
import {useSite} from './git-site.js';
import type {Site} from './git-site.js';

const createSite = useSite();

const hooks = [
  'applypatch-msg',
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'post-checkout',
  'post-rewrite',
  'post-index-change',
  'pre-push',
  'reference-transaction',
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'push-to-checkout',
  'proc-receive',
  'pre-auto-gc',
  'fsmonitor-watchman',
];

/** Puts every hook into a repository, each of which makes the marker. */
async function plantHooks(gitDir: string, marker: string): Promise<void> {
  await mkdir(join(gitDir, 'hooks'), {recursive: true});
  for (const name of hooks) {
    await writeFile(join(gitDir, 'hooks', name), `#!/bin/sh\ntouch '${marker}'\n`);
    await chmod(join(gitDir, 'hooks', name), 0o755);
  }
}

/** Everything the tools do, once. */
async function doEverything({git, repository, folder, base, allows}: Site): Promise<void> {
  if (!existsSync(join(base, 'shared'))) await git.init({directory: 'shared', bare: true});
  await realGit(folder, ['config', 'remote.origin.url', join(base, 'shared')]);
  await writeFile(join(folder, 'a.txt'), `changed ${String(Math.random())}\n`);
  await writeFile(join(folder, 'new.txt'), 'new\n');
  await allows('status', {repository});
  await allows('diff', {repository});
  await allows('add', {repository});
  await allows('diff', {repository, cached: true, ref: 'HEAD'});
  await allows('commit', {repository, message: 'Two'});
  await allows('commit', {repository, message: 'Better', amend: true});
  await allows('log', {repository, stats: true});
  await allows('diff', {repository, ref: 'HEAD~1', to: 'HEAD'});
  await allows('checkout', {repository, branch: 'side', create: true, from: 'HEAD~1'});
  await allows('checkout', {repository, branch: 'main'});
  await allows('branch', {repository, name: 'more'});
  await allows('branch', {repository, name: 'more', delete: true});
  await allows('branch', {repository});
  await allows('push', {repository, branch: 'main'});
  await allows('clone', {url: './p', directory: 'copy'});
  await allows('open', {path: 'p'});
}

describe('GIT07: a repository that wants to run something', () => {
  test('by its hooks does not, neither here nor at the other side of a local push', async () => {
    const site = await createSite();
    await site.git.init({directory: 'shared', bare: true});
    await plantHooks(join(site.folder, '.git'), site.marker);
    await plantHooks(join(site.base, 'shared'), site.marker);
    await doEverything(site);
    expect(await realGit(join(site.base, 'shared'), ['log', '-1', '--format=%s', 'main'])).toBe('Better');
  });

  test('by core.hooksPath does not', async () => {
    const site = await createSite();
    await plantHooks(join(site.base, 'elsewhere'), site.marker);
    await realGit(site.folder, ['config', 'core.hooksPath', join(site.base, 'elsewhere/hooks')]);
    await doEverything(site);
  });

  test('by a value of its configuration that names a program does not', async () => {
    const site = await createSite();
    const program = join(site.base, 'program.sh');
    await writeFile(program, `#!/bin/sh\ntouch '${site.marker}'\ncat\n`);
    await chmod(program, 0o755);
    for (const key of [
      'core.fsmonitor',
      'core.sshCommand',
      'core.pager',
      'core.editor',
      'core.askPass',
      'core.gitProxy',
      'core.alternateRefsCommand',
      'sequence.editor',
      'credential.helper',
      'credential.https://github.com.helper',
      'diff.external',
      'diff.evil.command',
      'diff.evil.textconv',
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.ev.il=x.process',
      'merge.evil.driver',
      'gpg.program',
      'gpg.ssh.program',
      'uploadpack.packObjectsHook',
      'remote.origin.uploadpack',
      'remote.origin.receivepack',
      'pager.log',
      'pager.status',
      'interactive.diffFilter',
      'trailer.x.cmd',
      'submodule.x.update',
    ]) {
      await realGit(site.folder, ['config', key, program]);
    }
    for (const [key, value] of [
      ['alias.status', `!${program}`],
      ['commit.gpgSign', 'true'],
      ['push.gpgSign', 'if-asked'],
      ['log.showSignature', 'true'],
      ['filter.evil.required', 'true'],
      ['commit.verbose', 'true'],
      ['gc.auto', '1'],
      ['core.attributesFile', join(site.base, 'attributes')],
    ] as const) {
      await realGit(site.folder, ['config', key, value]);
    }
    await writeFile(join(site.base, 'attributes'), '* filter=ev.il=x diff=evil merge=evil\n');
    await writeFile(join(site.folder, '.gitattributes'), '* filter=evil diff=evil merge=evil\n*.txt filter=ev.il=x\n');
    await mkdir(join(site.folder, '.git/info'), {recursive: true});
    await writeFile(join(site.folder, '.git/info/attributes'), 'a.txt filter=evil diff=evil\n');
    await doEverything(site);
    await site.refuses('clone', {url: './p', directory: 'copy'}, 'INVALID_STATE');
  });

  test('by a value that it gets from another file, also one that is written later, does not', async () => {
    const site = await createSite();
    await writeFile(join(site.folder, '.gitattributes'), '* filter=late\n');
    await realGit(site.folder, ['config', 'include.path', join(site.base, 'more.config')]);
    await site.allows('status', {repository: site.repository});
    await writeFile(
      join(site.base, 'more.config'),
      `[filter "late"]\n\tclean = touch '${site.marker}'; cat\n[core]\n\tfsmonitor = touch '${site.marker}'\n`,
    );
    await writeFile(join(site.folder, 'a.txt'), 'now the included file says more\n');
    await site.allows('add', {repository: site.repository});
    await doEverything(site);
  });

  test('by a configuration that is changed after it was opened does not', async () => {
    const site = await createSite();
    await site.allows('status', {repository: site.repository});
    await writeFile(join(site.folder, '.gitattributes'), '* filter=late\n');
    await realGit(site.folder, ['config', 'filter.late.clean', `touch '${site.marker}'; cat`]);
    await doEverything(site);
  });

  test('by a repository inside of its working tree does not', async () => {
    const site = await createSite();
    const inner = join(site.folder, 'inner');
    await makeRepository(inner, [{message: 'Inner', files: {'f.txt': 'f\n'}}]);
    await plantHooks(join(inner, '.git'), site.marker);
    await realGit(site.folder, ['add', 'inner']);
    await realGit(site.folder, ['commit', '--quiet', '-m', 'Embed']);
    await writeFile(join(inner, '.gitattributes'), '* filter=evil\n');
    await realGit(inner, ['config', 'filter.evil.clean', `touch '${site.marker}'; cat`]);
    await realGit(inner, ['config', 'core.fsmonitor', `touch '${site.marker}'`]);
    // A time that the index does not know, so that git looks at the content again.
    await writeFile(join(inner, 'f.txt'), 'g\n');
    await doEverything(site);
    await writeFile(join(inner, 'f.txt'), 'h\n');
    await site.allows('commit', {repository: site.repository, message: 'All', all: true, allowEmpty: true});
    await site.refuses('commit', {repository: site.repository, message: 'None'}, 'NO_CHANGES');
  });

  test('by fetching what a partial clone lacks does not', async () => {
    const site = await createSite();
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'evil'],
      ['remote.evil.promisor', 'true'],
      ['remote.evil.url', site.out],
      ['remote.evil.uploadpack', `touch '${site.marker}'; false`],
    ] as const) {
      await realGit(site.folder, ['config', key, value]);
    }
    const missing = '0123456789012345678901234567890123456789';
    await site.refuses('log', {repository: site.repository, to: missing}, 'RESOURCE_NOT_FOUND');
    await site.refuses('checkout', {repository: site.repository, branch: missing}, 'RESOURCE_NOT_FOUND');
    await site.allows('log', {repository: site.repository});
  });

  test('does where the operator said hooks: true', async () => {
    const site = await createSite({hooks: true});
    const wanted = join(site.base, 'wanted');
    await plantHooks(join(site.folder, '.git'), wanted);
    await site.allows('commit', {repository: site.repository, message: 'Two', allowEmpty: true});
    expect(existsSync(wanted)).toBe(true);
  });
});

test('GIT07: the marker would appear if git ran as it does by default', async () => {
  const site = await createSite();
  const wanted = join(site.base, 'wanted');
  await realGit(site.folder, ['config', 'core.fsmonitor', `touch '${wanted}'; false`]);
  await realGit(site.folder, ['status']);
  expect(existsSync(wanted)).toBe(true);
});

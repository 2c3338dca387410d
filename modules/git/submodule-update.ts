import {existsSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {ToolError} from '../../src/sdk.js';
import {isVacant} from './checks/paths.js';
import type {Remote} from './checks/urls.js';
import {clearDirectory} from './clear-directory.js';
import type {Git} from './git.js';
import type {Repository} from './repository.js';
import {serviceOption} from './safety/remote-service.js';
import {allowedRemote, locationOf} from './safety/remotes.js';
import {submoduleDirectories, submoduleUrl} from './safety/submodules.js';
import type {SubmoduleEntry} from './safety/submodules.js';
import {findCommit, readHead} from './tools/shared.js';

/** A submodule, and the commit that the repository wants of it. */
export interface Submodule extends SubmoduleEntry {
  readonly wanted: string | undefined;
}

/** Brings one submodule to the commit that is wanted; answers whether anything was changed. */
export async function updateSubmodule(
  git: Git,
  repository: Repository,
  one: Submodule,
  signal: AbortSignal,
): Promise<boolean> {
  const {wanted} = one;
  if (wanted === undefined) return false;
  const {files, gitDir} = submoduleDirectories(repository, one);
  const [own] = await git.configValues(repository, 'remote.origin.url', signal);
  const remote = await allowedRemote(git, submoduleUrl(one.url, own, one.name), signal, repository.path);
  const isNew = !existsSync(join(files, '.git'));
  if (isNew) {
    if (!isVacant(files)) {
      throw new ToolError('INVALID_STATE', `The directory of the submodule '${one.name}' is not empty`, {
        outcome: 'not_executed',
        suggestions: [`Move away what is in '${one.path}'`],
      });
    }
    if (existsSync(gitDir)) await attach({files, gitDir});
    else await cloneInto(git, {files, gitDir}, remote, signal);
    await git.in(repository, ['config', '--local', `submodule.${one.name}.url`, locationOf(remote)], {signal});
  }
  // A link that came with the clone's own files would be found here.
  submoduleDirectories(repository, one);
  const inner = await git.discover(files, signal);
  if (inner.gitDir !== gitDir) {
    throw new ToolError('INVALID_STATE', `There is another repository in the directory of '${one.name}'`, {
      outcome: 'not_executed',
      suggestions: [`Move away what is in '${one.path}'`],
    });
  }
  if (!isNew && (await readHead(git, inner, signal)).hash === wanted) return false;
  if ((await findCommit(git, inner, wanted, 'wanted', signal)) === undefined) {
    // By its URL, as what the submodule's own configuration says of its remote was not checked.
    const args = ['fetch', '--quiet', '--no-recurse-submodules', '--no-auto-maintenance', '--no-write-fetch-head'];
    args.push(...serviceOption(git.settings, remote, 'upload-pack'), '--', locationOf(remote), wanted);
    await git.in(inner, args, {signal, remote});
  }
  // Where there was no file before, none can be lost.
  const args = ['checkout', '--quiet', '--no-recurse-submodules', ...(isNew ? ['--force'] : []), '--detach', wanted];
  await git.in(inner, [...args, '--'], {signal, failure: 'CHECKOUT_FAILED'});
  return true;
}

interface Places {
  /** In the working tree. */
  readonly files: string;
  /** In `.git/modules`. */
  readonly gitDir: string;
}

/** What git keeps of the submodule is there from before: only its files were taken away. */
async function attach({files, gitDir}: Places): Promise<void> {
  await mkdir(files, {recursive: true});
  await writeFile(join(files, '.git'), `gitdir: ${gitDir}\n`, {flag: 'wx'});
}

/** As `git submodule update` does: what git keeps goes to `.git/modules`, the files come with the checkout. */
async function cloneInto(git: Git, {files, gitDir}: Places, remote: Remote, signal: AbortSignal): Promise<void> {
  const existed = existsSync(files);
  await mkdir(dirname(gitDir), {recursive: true});
  const args = ['clone', '--quiet', '--no-local', '--no-checkout', '--no-recurse-submodules', '--origin=origin'];
  args.push(`--separate-git-dir=${gitDir}`, ...serviceOption(git.settings, remote, 'upload-pack'));
  args.push('--', locationOf(remote), files);
  try {
    const objects = join(gitDir, 'objects');
    await git.run(args, git.settings.basePath, {signal, remote, objects, failure: 'CLONE_FAILED'});
  } catch (error) {
    await clearDirectory(gitDir, false);
    await clearDirectory(files, existed);
    throw error;
  }
}

import {lstatSync} from 'node:fs';
import {join} from 'node:path';
import {ToolError} from '../../src/sdk.js';
import {identity} from './identity.js';
import type {Git} from './git.js';
import {parseStashes, stashFormat} from './parsers/stashes.js';
import type {Stash} from './parsers/stashes.js';
import type {Repository} from './repository.js';
import {nameOptions} from './tools/diff-options.js';
import {findCommit, listPaths} from './tools/shared.js';

/** What is put aside, the latest first. */
export async function listStashes(git: Git, repository: Repository, signal: AbortSignal): Promise<Stash[]> {
  if ((await findCommit(git, repository, 'refs/stash', 'stash', signal)) === undefined) return [];
  return parseStashes(await git.text(repository, ['stash', 'list', '-z', `--format=${stashFormat}`], {signal}));
}

/** Answers RESOURCE_NOT_FOUND. */
export async function chooseStash(
  git: Git,
  repository: Repository,
  index: number,
  signal: AbortSignal,
): Promise<Stash> {
  const stashes = await listStashes(git, repository, signal);
  const chosen = stashes[index];
  if (chosen !== undefined) return chosen;
  throw new ToolError('RESOURCE_NOT_FOUND', `There is no stash ${index}: ${stashes.length} are put aside`, {
    outcome: 'not_executed',
    suggestions: ["List them with action: 'list'"],
  });
}

/** Files whose changes putting aside takes away. */
export async function pathsToStash(
  git: Git,
  repository: Repository,
  untracked: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const commands = [
    ['diff', ...nameOptions, 'HEAD', '--'],
    ['diff', '--cached', ...nameOptions, 'HEAD', '--'],
    ...(untracked ? [['ls-files', '--others', '--exclude-standard', '-z', '--']] : []),
  ];
  return unique(git, repository, commands, signal);
}

/**
 * Files that are in a stash: a commit whose parents are HEAD of then, what was staged, and, if there were any, the files
 * that git did not know.
 */
export async function pathsOfStash(
  git: Git,
  repository: Repository,
  hash: string,
  signal: AbortSignal,
  which: 'all' | 'untracked' = 'all',
): Promise<string[]> {
  const extra = await findCommit(git, repository, `${hash}^3`, 'stash', signal);
  const known = [
    ['diff', ...nameOptions, `${hash}^1`, hash, '--'],
    ['diff', ...nameOptions, `${hash}^1`, `${hash}^2`, '--'],
  ];
  const commands = [
    ...(which === 'all' ? known : []),
    ...(extra === undefined ? [] : [['ls-tree', '-r', '-z', '--full-tree', '--name-only', extra]]),
  ];
  return unique(git, repository, commands, signal);
}

/** git would bring the changed files back before it sees that another one is in the way: WORKING_TREE_DIRTY. */
export async function requireRoom(git: Git, repository: Repository, hash: string, signal: AbortSignal): Promise<void> {
  const untracked = await pathsOfStash(git, repository, hash, signal, 'untracked');
  const there = untracked.filter((path) => lstatSync(join(repository.path, path), {throwIfNoEntry: false}));
  if (there.length === 0) return;
  throw new ToolError('WORKING_TREE_DIRTY', `There is a file at ${there.slice(0, 5).join(', ')} already`, {
    outcome: 'not_executed',
    context: {files: there.slice(0, 100)},
    suggestions: ['Move it away first, or commit it'],
  });
}

async function unique(
  git: Git,
  repository: Repository,
  commands: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<string[]> {
  const lists = await Promise.all(commands.map((args) => listPaths(git, repository, args, signal)));
  return [...new Set(lists.flat())].sort();
}

/** Brings one back; conflicts end it with an error, and it is kept. */
export async function applyStash(
  git: Git,
  repository: Repository,
  {index, pop, staged}: {readonly index: number; readonly pop: boolean; readonly staged: boolean},
  signal: AbortSignal,
): Promise<void> {
  const environment = await identity(git, repository, undefined, signal);
  const args = ['stash', pop ? 'pop' : 'apply', '--quiet', ...(staged ? ['--index'] : []), `stash@{${String(index)}}`];
  await git.in(repository, args, {signal, environment, nested: true});
}

export async function dropStash(git: Git, repository: Repository, index: number, signal: AbortSignal): Promise<void> {
  await git.in(repository, ['stash', 'drop', '--quiet', `stash@{${String(index)}}`], {signal});
}

/** Keeps one again that was dropped, as the latest; its commit is there until git clears up. */
export async function storeStash(
  git: Git,
  repository: Repository,
  {hash, message}: {readonly hash: string; readonly message: string},
  signal: AbortSignal,
): Promise<void> {
  const environment = await identity(git, repository, undefined, signal);
  await git.in(repository, ['stash', 'store', '--quiet', `--message=${message}`, hash], {signal, environment});
}

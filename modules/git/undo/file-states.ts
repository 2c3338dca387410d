import {lstat, mkdir, readdir, readlink, rename, rm, rmdir, symlink, writeFile} from 'node:fs/promises';
import type {Stats} from 'node:fs';
import {randomBytes} from 'node:crypto';
import {dirname, join} from 'node:path';
import {ToolError} from '../../../src/sdk.js';
import {parseObjects} from '../parsers/objects.js';
import type {Git} from '../git.js';
import type {Repository} from '../repository.js';

/** What is at one path of a working tree. The content of a file is an object of the repository, by its hash. */
type FileState =
  | {readonly kind: 'none' | 'directory'}
  | {readonly kind: 'file'; readonly mode: number; readonly size: number; readonly hash: string}
  | {readonly kind: 'link'; readonly target: string};

/** By path from the top of the working tree. */
export type FileStates = ReadonlyMap<string, FileState>;

/** More than this is not kept: looking at it would take longer than what it is kept for. */
const maxFiles = 20_000;
const maxBytes = 1_073_741_824;

const tooMuch = (what: string): ToolError =>
  new ToolError('LIMIT_EXCEEDED', `What would be changed is more than can be kept: ${what}`, {outcome: 'not_executed'});

type Found = FileState | {readonly kind: 'unread'; readonly mode: number; readonly size: number};

/**
 * What is at the paths now, byte for byte: files, links, and all that a directory holds which stands in the place of a
 * file. A link is never followed. With `keep` the contents go into the repository's objects, where git's own clearing up
 * leaves them for two weeks. Answers LIMIT_EXCEEDED.
 */
export async function readFileStates(
  git: Git,
  repository: Repository,
  paths: readonly string[],
  keep: boolean,
  signal: AbortSignal,
): Promise<FileStates> {
  const found = new Map<string, Found>();
  for (const path of paths) await look(repository.path, path, found);
  const unread = [...found].flatMap(([path, state]) => (state.kind === 'unread' ? [{path, state}] : []));
  if (unread.reduce((total, {state}) => total + state.size, 0) > maxBytes) throw tooMuch(`over ${maxBytes} bytes`);
  for (const batch of batches(unread, ({path}) => path.length + 8, 100_000)) {
    const args = ['hash-object', '--no-filters', ...(keep ? ['-w'] : []), '--', ...batch.map(({path}) => `./${path}`)];
    const hashes = (await git.text(repository, args, {signal})).split('\n');
    batch.forEach(({path, state}, index) => {
      found.set(path, {...state, kind: 'file', hash: hashes[index] ?? ''});
    });
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1))) as FileStates;
}

/** Adds what is at the path, and at its parents where one of them is no directory. */
async function look(top: string, path: string, found: Map<string, Found>): Promise<void> {
  if (found.has(path)) return;
  if (found.size >= maxFiles) throw tooMuch(`over ${maxFiles} files`);
  const parent = dirname(path);
  if (parent !== '.') {
    const stats = await statsOf(join(top, parent));
    if (!stats?.isDirectory()) {
      await look(top, parent, found);
      found.set(path, {kind: 'none'});
      return;
    }
    // A link further up would lead elsewhere.
    if (await hasLink(top, parent, found)) {
      found.set(path, {kind: 'none'});
      return;
    }
  }
  const stats = await statsOf(join(top, path));
  if (stats === undefined) found.set(path, {kind: 'none'});
  else if (stats.isFile()) found.set(path, {kind: 'unread', mode: stats.mode & 0o777, size: stats.size});
  else if (stats.isSymbolicLink()) found.set(path, {kind: 'link', target: await readlink(join(top, path))});
  else if (stats.isDirectory()) {
    found.set(path, {kind: 'directory'});
    for (const name of await readdir(join(top, path))) await look(top, `${path}/${name}`, found);
  } else throw tooMuch(`'${path}' is neither a file nor a link`);
}

async function hasLink(top: string, directory: string, found: Map<string, Found>): Promise<boolean> {
  for (let path = directory; path !== '.'; path = dirname(path)) {
    const stats = await statsOf(join(top, path));
    if (stats?.isSymbolicLink() !== true) continue;
    await look(top, path, found);
    return true;
  }
  return false;
}

async function leadsOverLink(top: string, path: string): Promise<boolean> {
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    if ((await statsOf(join(top, parent)))?.isSymbolicLink() === true) return true;
  }
  return false;
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

/** Puts everything back as it was. Who calls has made sure that nothing was changed meanwhile. */
export async function restoreFileStates(
  git: Git,
  repository: Repository,
  states: FileStates,
  signal: AbortSignal,
): Promise<void> {
  const top = repository.path;
  const deepestFirst = [...states].sort(([a], [b]) => (a < b ? 1 : -1));
  for (const [path, {kind}] of deepestFirst) {
    // Where a directory is a link by now, what it leads to is not what was there: only the link goes.
    if (await leadsOverLink(top, path)) continue;
    if (kind === 'none') await clear(join(top, path));
    else if (kind !== 'directory') await removeEmpty(join(top, path));
  }
  for (const [path, {kind}] of states) {
    if (kind !== 'directory') continue;
    const stats = await statsOf(join(top, path));
    if (stats !== undefined && !stats.isDirectory()) await rm(join(top, path));
    await mkdir(join(top, path), {recursive: true});
  }
  for (const [path, state] of states) {
    if (state.kind !== 'link') continue;
    await place(join(top, path), (temporary) => symlink(state.target, temporary));
  }
  const files = [...states].flatMap(([path, state]) => (state.kind === 'file' ? [{path, ...state}] : []));
  for (const batch of batches(files, ({size}) => size + 60, 33_554_432)) {
    const contents = await readObjects(git, repository, batch, signal);
    for (const [index, {path, mode}] of batch.entries()) {
      const content = contents[index] ?? Buffer.alloc(0);
      await place(join(top, path), (temporary) => writeFile(temporary, content, {flag: 'wx', mode}));
    }
  }
}

async function readObjects(
  git: Git,
  repository: Repository,
  files: readonly {readonly hash: string; readonly size: number}[],
  signal: AbortSignal,
): Promise<Buffer[]> {
  const input = files.map(({hash}) => `${hash}\n`).join('');
  const maxOutputBytes = files.reduce((total, {size}) => total + size + 200, 0);
  const {stdout} = await git.in(repository, ['cat-file', '--batch'], {signal, input, maxOutputBytes});
  return parseObjects(stdout);
}

/** By a new name and a rename, so that a file is never half there. */
async function place(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), {recursive: true});
  const temporary = join(dirname(path), `.haft-${randomBytes(8).toString('hex')}`);
  try {
    await make(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, {force: true});
    throw error;
  }
}

/** Removes a file or a link, and the directories that are empty without it. */
async function clear(path: string): Promise<void> {
  const stats = await statsOf(path);
  if (stats === undefined) return;
  if (!stats.isDirectory()) await rm(path);
  await removeEmpty(stats.isDirectory() ? path : dirname(path));
}

async function removeEmpty(path: string): Promise<void> {
  const stats = await statsOf(path);
  if (stats?.isDirectory() !== true) return;
  await rmdir(path).then(
    () => removeEmpty(dirname(path)),
    () => undefined,
  );
}

function* batches<T>(items: readonly T[], weigh: (item: T) => number, limit: number): Generator<T[]> {
  let batch: T[] = [];
  let weight = 0;
  for (const item of items) {
    if (batch.length > 0 && weight + weigh(item) > limit) {
      yield batch;
      [batch, weight] = [[], 0];
    }
    batch.push(item);
    weight += weigh(item);
  }
  if (batch.length > 0) yield batch;
}

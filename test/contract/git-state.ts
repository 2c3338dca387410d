import {execFile} from 'node:child_process';
import {readdir, readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {promisify} from 'node:util';
import {describeTree} from '../support/tree-hash.js';

const run = promisify(execFile);

async function gitFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {withFileTypes: true});
  const isRepository = ['HEAD', 'objects', 'refs'].every((name) => entries.some((entry) => entry.name === name));
  if (isRepository) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory());
  return (await Promise.all(folders.map(({name}) => gitFolders(join(folder, name))))).flat();
}

/**
 * What of a repository an undo has to bring back: HEAD, branches, tags, the stash and the index. Objects and reflogs may stay,
 * and so may what was learnt of a remote.
 */
async function repositoryState(gitFolder: string): Promise<readonly string[]> {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', [`--git-dir=${gitFolder}`, ...args])).stdout;
  return Promise.all([
    readFile(join(gitFolder, 'HEAD'), 'utf8'),
    git('for-each-ref', '--format=%(refname) %(objectname) %(upstream)', 'refs/heads', 'refs/tags', 'refs/stash'),
    git('ls-files', '--stage'),
  ]);
}

/** Everything under a folder that git tools change, comparable: the files, and what every repository says of itself. */
export async function gitState(folder: string): Promise<unknown> {
  const repositories = await gitFolders(folder);
  const states = await Promise.all(repositories.map(repositoryState));
  const names = repositories.map((gitFolder) => `${relative(folder, gitFolder)}/`);
  // Name, kind and bytes; times are nobody's to bring back.
  const files = (await describeTree(folder)).map((line) => line.split(' '));
  const outside = files.filter(([name = '']) => !names.some((gitFolder) => `${name}/`.startsWith(gitFolder)));
  return {
    files: outside.map(([name, mode, , hash]) => [name, mode, hash].join(' ')),
    repositories: states.map((state, index) => [names[index], ...state]),
  };
}

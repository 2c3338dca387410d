import {existsSync, readFileSync, realpathSync, statSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';

export interface FoundRepository {
  /** Real path of the working tree, or of a bare repository. */
  readonly path: string;
  /** Where git keeps what belongs to it: elsewhere for a linked working tree and a submodule. */
  readonly gitDirectory: string;
}

const isBare = (folder: string): boolean => existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));

/** The repository that a folder is, or lies in; undefined when there is none. */
export function findRepository(folder: string): FoundRepository | undefined {
  try {
    let path = realpathSync(folder);
    if (!statSync(path).isDirectory()) return undefined;
    if (isBare(path)) return {path, gitDirectory: path};
    while (!existsSync(join(path, '.git'))) {
      if (dirname(path) === path) return undefined;
      path = dirname(path);
    }
    return {path, gitDirectory: gitDirectoryOf(path)};
  } catch {
    return undefined;
  }
}

/** Follows a `.git` that is a file (gitrepository-layout: `gitdir: PATH`, and `commondir` in there). */
function gitDirectoryOf(path: string): string {
  const entry = join(path, '.git');
  if (statSync(entry).isDirectory()) return entry;
  const [, target = '.'] = /^gitdir: (.+)$/m.exec(readFileSync(entry, 'utf8')) ?? [];
  const own = resolve(path, target);
  const common = join(own, 'commondir');
  return realpathSync(existsSync(common) ? resolve(own, readFileSync(common, 'utf8').trim()) : own);
}

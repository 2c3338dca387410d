import {existsSync, realpathSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';

const isBare = (folder: string): boolean => existsSync(join(folder, 'HEAD')) && existsSync(join(folder, 'objects'));

/** The repository that a folder is, or lies in, by its real path; undefined when there is none. */
export function findRepository(folder: string): string | undefined {
  let candidate: string;
  try {
    candidate = realpathSync(folder);
    if (!statSync(candidate).isDirectory()) return undefined;
  } catch {
    return undefined;
  }
  if (isBare(candidate)) return candidate;
  while (!existsSync(join(candidate, '.git'))) {
    const parent = dirname(candidate);
    if (parent === candidate) return undefined;
    candidate = parent;
  }
  return candidate;
}

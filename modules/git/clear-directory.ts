import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';

/** Takes away what a command made in a directory, and the directory itself unless it was there before. */
export async function clearDirectory(path: string, existed: boolean): Promise<void> {
  if (!existed) return rm(path, {recursive: true, force: true});
  for (const name of await readdir(path).catch(() => [])) await rm(join(path, name), {recursive: true, force: true});
}

import {mkdtemp, realpath, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A fresh folder, and how to remove it. */
export async function tempFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'haft-bench-')));
  return {path, remove: () => rm(path, {recursive: true, force: true})};
}

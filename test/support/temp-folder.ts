import {mkdir, mkdtemp, realpath, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';

import {afterEach} from '@jest/globals';

const made: string[] = [];

/** A fresh, empty folder by its real path; the caller removes it. In tests `useTempFolders` does. */
export async function makeTempFolder(prefix = 'haft-test-'): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), prefix)));
}

/** Writes files under a folder, parents included: `{'a/b.txt': 'text'}`; a name that ends with `/` is a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    if (name.endsWith('/')) {
      await mkdir(path, {recursive: true});
      continue;
    }
    await mkdir(dirname(path), {recursive: true});
    await writeFile(path, content);
  }
}

/**
 * Gives a test file its temp folders: `const tempFolder = useTempFolders()`, then `await tempFolder({'a.txt': 'text'})`
 * in a test. All are removed after each test.
 */
export function useTempFolders(): (files?: Readonly<Record<string, string | Uint8Array>>) => Promise<string> {
  afterEach(async () => {
    for (const folder of made.splice(0)) await rm(folder, {recursive: true, force: true});
  });
  return async (files = {}) => {
    const folder = await makeTempFolder();
    made.push(folder);
    await writeFiles(folder, files);
    return folder;
  };
}

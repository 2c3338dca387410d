import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The folder of haft's own package.json: the nearest one above this file, which may be a source or be in dist. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function haftVersion(): string {
  const {version} = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {version: string};
  return version;
}

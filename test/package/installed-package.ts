import {execFile} from 'node:child_process';
import {rm, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll} from '@jest/globals';
import {makeTempFolder} from '../support/temp-folder.js';

const run = promisify(execFile);

/** An archive of a package, and the files in it. */
export interface Packed {
  readonly archive: string;
  readonly files: readonly {readonly path: string; readonly mode: number}[];
}

/** A project with nothing in it but haft, installed from its archive as a user does. */
export interface InstalledPackage {
  readonly folder: string;
  readonly packed: Packed;
}

/** Packs what `npm test` has built and installs it, once for a test file; what it answers is there when a test runs. */
export function useInstalledPackage(): InstalledPackage {
  const installed = {folder: '', packed: {archive: '', files: []} as Packed};
  beforeAll(async () => {
    installed.folder = await makeTempFolder('haft-package-');
    installed.packed = await pack(resolve('.'), installed.folder);
    await writeFile(join(installed.folder, 'package.json'), JSON.stringify({private: true}));
    await install(installed.packed, installed.folder);
  }, 300_000);
  afterAll(async () => {
    await rm(installed.folder, {recursive: true, force: true});
  });
  return installed;
}

/** Packs a package into a folder. */
export async function pack(from: string, folder: string): Promise<Packed> {
  // No scripts: what is built is there, and their output would stand in the middle of the JSON.
  const {stdout} = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {cwd: from});
  const [{filename, files}] = JSON.parse(stdout) as [{filename: string; files: Packed['files']}];
  return {archive: join(folder, filename), files};
}

/** Installs an archive into a project. */
export async function install({archive}: Packed, folder: string): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', archive], {cwd: folder});
}

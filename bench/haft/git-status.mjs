import {equal} from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {simpleGit} from 'simple-git';
import {GitModuleDefinition} from '../../dist/modules/git/index.js';
import {tempFolder} from '../lib/temp-folder.mjs';

/** The status of a small repository with three changed files, by simple-git alone or by the tool. */
export async function prepare(variant) {
  const folder = await tempFolder();
  const path = join(folder.path, 'repository');
  await mkdir(path);
  const own = simpleGit(path);
  await own.init();
  for (let i = 0; i < 3; i++) await writeFile(join(path, `file${i}.txt`), 'changed\n');
  const git = await GitModuleDefinition.create({basePath: folder.path});
  const {data: repository} = await git.getTool('open').execute({path});
  const status = git.getTool('status');
  const ways = {
    'simple-git': async () => (await own.status()).files.length,
    haft: async () => (await status.execute({repository})).data?.untracked.length,
  };
  const way = ways[variant];
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await way();
    },
    check: async () => equal(await way(), 3),
    async close() {
      await git.cleanup();
      await folder.remove();
    },
  };
}

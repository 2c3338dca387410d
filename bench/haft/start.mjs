import {execFile} from 'node:child_process';
import {equal} from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {tempFolder} from '../lib/temp-folder.mjs';

const run = promisify(execFile);
const built = (path) => JSON.stringify(new URL(`../../dist/${path}`, import.meta.url).href);

const read = (path) => `
    import {FileSystemModuleDefinition} from ${built(path)};
    const fs = await FileSystemModuleDefinition.create({basePath: process.cwd()});
    const {content} = await fs.read({path: 'file.txt'});
    process.stdout.write(content);`;
const scripts = {
  empty: ['-e', ''],
  haft: ['--input-type=module', '-e', read('src/index.js')],
  filesystem: ['--input-type=module', '-e', read('modules/filesystem/index.js')],
};
const output = {empty: '', haft: 'read\n', filesystem: 'read\n'};

/** A process of its own, from its start to its end. */
export async function prepare(variant) {
  const folder = await tempFolder();
  await writeFile(join(folder.path, 'file.txt'), 'read\n');
  const start = () => run(process.execPath, scripts[variant], {cwd: folder.path});
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await start();
    },
    check: async () => equal((await start()).stdout, output[variant]),
    close: folder.remove,
  };
}

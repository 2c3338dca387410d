import {execFile} from 'node:child_process';
import {equal} from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {tempFolder} from '../lib/temp-folder.mjs';

const run = promisify(execFile);
const filesystem = new URL('../../dist/modules/filesystem/index.js', import.meta.url).href;

const scripts = {
  empty: '',
  read: `
    import {FileSystemModuleDefinition} from ${JSON.stringify(filesystem)};
    const fs = await FileSystemModuleDefinition.create({basePath: process.cwd()});
    const {content} = await fs.read({path: 'file.txt'});
    process.stdout.write(content);`,
};
const output = {empty: '', read: 'read\n'};

/** A process of its own, from its start to its end. */
export async function prepare(variant) {
  const folder = await tempFolder();
  await writeFile(join(folder.path, 'file.txt'), 'read\n');
  const start = () => run(process.execPath, ['--input-type=module', '-e', scripts[variant]], {cwd: folder.path});
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await start();
    },
    check: async () => equal((await start()).stdout, output[variant]),
    close: folder.remove,
  };
}

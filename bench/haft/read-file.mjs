import {equal} from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {FileSystemModuleDefinition} from '../../dist/modules/filesystem/index.js';
import {tempFolder} from '../lib/temp-folder.mjs';

const content = 'a line of text\n'.repeat(273).padEnd(4096, '.');

/** Reads a file of 4 KB as text, by Node alone or by the tool with its confinement. */
export async function prepare(variant) {
  const folder = await tempFolder();
  const path = join(folder.path, 'file.txt');
  await writeFile(path, content);
  const fs = await FileSystemModuleDefinition.create({basePath: folder.path});
  const read = fs.getTool('read');
  const ways = {
    node: () => readFile(path, 'utf8'),
    haft: async () => (await read.execute({path: 'file.txt'})).data?.content,
  };
  const way = ways[variant];
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await way();
    },
    check: async () => equal(await way(), content),
    async close() {
      await fs.cleanup();
      await folder.remove();
    },
  };
}

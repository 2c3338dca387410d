import {equal} from 'node:assert/strict';
import {execa} from 'execa';
import {ShellModuleDefinition} from '../../dist/modules/shell/index.js';
import {tempFolder} from '../lib/temp-folder.mjs';

/** A program that says a word and ends, by execa alone or by the tool. */
export async function prepare(variant) {
  const folder = await tempFolder();
  const shell = await ShellModuleDefinition.create({basePath: folder.path, commands: ['echo']});
  const execute = shell.getTool('execute');
  const options = {
    cwd: folder.path,
    extendEnv: false,
    env: {PATH: process.env.PATH},
    stdin: 'ignore',
    timeout: 30_000,
    maxBuffer: 1_048_576,
    reject: false,
  };
  const ways = {
    execa: async () => (await execa('echo', ['hello'], options)).stdout,
    haft: async () => (await execute.execute({command: ['echo', 'hello']})).data?.stdout.trimEnd(),
  };
  const way = ways[variant];
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await way();
    },
    check: async () => equal(await way(), 'hello'),
    async close() {
      await shell.cleanup();
      await folder.remove();
    },
  };
}

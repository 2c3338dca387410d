import {afterEach} from '@jest/globals';

import {ShellModuleDefinition} from '../../../modules/shell/index.js';
import {Runtime} from '../../../src/sdk.js';
import {makeTempFolder} from '../../support/temp-folder.js';
import {rm} from 'node:fs/promises';

export type ShellInstance = Awaited<ReturnType<typeof ShellModuleDefinition.create>>;
export type ShellInput = NonNullable<Parameters<typeof ShellModuleDefinition.create>[0]>;

/** Node under its name, with scripts as arguments. */
export const node = {node: {path: process.execPath, flags: ['-e <script>']}} as const;

/** An argv of node that runs a script. */
export const script = (text: string, ...args: string[]): string[] => ['node', '-e', text, ...args];

/**
 * Gives a test file its shells: `const createShell = useShell()`, then `await createShell({commands: ['true']})` in a test.
 * Left out, `commands` is node, and `basePath` a fresh folder. All are cleaned up after each test.
 */
export function useShell(): (config?: ShellInput, runtime?: Runtime) => Promise<ShellInstance> {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return async (config = {}, runtime = new Runtime()) => {
    const folder = await makeTempFolder();
    ends.push(() => rm(folder, {recursive: true, force: true}));
    const shell = await ShellModuleDefinition.create({commands: node, basePath: folder, ...config}, runtime);
    ends.push(() => shell.cleanup());
    return shell;
  };
}

import {realpathSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {WrapSetup} from '../../../../src/sdk.js';
import {workingDirectory} from '../../commands/working-directory.js';
import {textOf} from './argv/argument.js';
import type {Reading, Values} from './reading.js';

/** Where a module runs its program: `cwd` of the config, which is its author's word, else `basePath`. Throws INVALID_CONFIG. */
export async function moduleDirectory(setup: WrapSetup): Promise<string> {
  const {cwd} = setup.config;
  const given = cwd === undefined ? setup.values['basePath'] : setup.template(cwd).fill({});
  const directory = resolve(typeof given === 'string' ? given : '.');
  const facts = await stat(directory).catch(() => undefined);
  if (facts?.isDirectory()) return directory;
  const next = 'Create it, or name another with cwd or basePath';
  throw setup.problem('cwd', `The directory ${directory} can not be used`, next);
}

/** Where one call runs it: in the directory of the module, or in one below it that the input names, by its real path. */
export function readDirectory(
  cwd: unknown,
  {template}: Pick<Reading, 'template'>,
): (directory: string, values: Values) => string {
  if (cwd === undefined) return (directory) => directory;
  const {fill} = template(cwd);
  return (directory, values) => {
    const value = fill(values);
    return value === undefined || value === null ? directory : workingDirectory(realpathSync(directory), textOf(value));
  };
}

import {readFile, stat} from 'node:fs/promises';
import {dirname, extname, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {nativeCode} from '../../contract/native-errors.js';
import {parseConfig} from '../../factory/index.js';
import {configError} from '../usage-error.js';

/** A config as it stands in a file; not checked yet. */
export interface ConfigFile {
  /** As people are told about it: relative to where the command runs. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Absolute; what the config names is relative to it. */
  readonly folder: string;
  readonly value: unknown;
}

/** bytes; a config is written by people */
const maxBytes = 1_048_576;

/** Reads a .json, .js or .mjs config. Throws INVALID_CONFIG. */
export async function readConfigFile(file: string, cwd: string): Promise<ConfigFile> {
  const path = resolve(cwd, file);
  const name = relative(cwd, path) || file;
  await assertFile(path, name);
  const value = ['.js', '.mjs'].includes(extname(path)) ? await importConfig(path, name) : await parseFile(path, name);
  return {name, path, folder: dirname(path), value};
}

async function assertFile(path: string, name: string): Promise<void> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw configError(`The config ${name} is not a file`, 'Name a .json, .js or .mjs file');
    if (facts.size > maxBytes)
      throw configError(
        `The config ${name} has ${facts.size} bytes, more than ${maxBytes}`,
        'Move wrap configs into files of their own',
      );
  } catch (error) {
    const code = nativeCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw configError(`There is no config ${name}`, `Check the path: ${path}`);
    }
    if (code === 'EACCES') throw configError(`The config ${name} can not be read`, 'Check its permissions');
    throw error;
  }
}

async function parseFile(path: string, name: string): Promise<unknown> {
  // Editors of some systems begin a file with a byte order mark.
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  return parseConfig(text, name);
}

/** The default export, or the export `config`. */
async function importConfig(path: string, name: string): Promise<unknown> {
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw configError(`The config ${name} can not be loaded: ${why}`, `Try it by itself: node ${name}`);
  }
  const value = exports['default'] ?? exports['config'];
  if (value === undefined)
    throw configError(`The config ${name} exports nothing`, 'Write: export default {modules: {…}}');
  return value;
}

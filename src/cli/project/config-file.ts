import {basename, dirname, extname, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {ConfigSource, SourceProblem} from '../../factory/source/config-source.js';
import {shippedFolder} from '../../shipped/shipped-config.js';
import {loadBases, nearestFile, showFrom} from '../../factory/source/load-config.js';
import type {LoadedConfig, ShowFile} from '../../factory/source/load-config.js';
import {maxConfigBytes, readSource, whyUnreadable} from '../../factory/source/read-source.js';
import {fromSource} from '../error-report.js';
import {configError} from '../usage-error.js';
import {refusedConfig} from './refused-config.js';

/** A config as it stands in a file; not checked yet. */
export interface ConfigFile {
  /** As people are told about it: relative to where the command runs. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** Absolute; what the config names is relative to it. */
  readonly folder: string;
  readonly value: unknown;
  /** Its text as well, where it is JSON, so that problems have a line. */
  readonly source: ConfigSource;
  /** How people are told about other files. */
  readonly show: ShowFile;
}

/** A config that is in no file yet, or in none at all. */
export function configWithoutFile(
  value: unknown,
  {name = 'haft', path = '', cwd}: {name?: string; path?: string; cwd: string},
): ConfigFile {
  const source = {
    file: name,
    path: path === '' ? resolve(cwd, 'haft.config.json') : path,
    at: '',
    text: undefined,
    value,
  };
  return {name, path, folder: path === '' ? cwd : dirname(path), value, source, show: showFrom(cwd)};
}

/** A config that was read, and what is wrong with its text: where it is no JSON, `value` is undefined. */
export interface ReadConfig {
  readonly file: ConfigFile;
  readonly problems: readonly SourceProblem[];
}

/** Reads a .json, .js or .mjs config. Throws INVALID_CONFIG, with all mistakes of its text. */
export async function readConfigFile(file: string, cwd: string): Promise<ConfigFile> {
  const read = await openConfigFile(file, cwd);
  if (read.problems.length > 0) throw refusedConfig(read.file.name, read.problems.map(fromSource));
  return read.file;
}

/** The same; mistakes of the text are answered, beside what can be read. Throws INVALID_CONFIG for what is no config file. */
export async function openConfigFile(file: string, cwd: string, show: ShowFile = showFrom(cwd)): Promise<ReadConfig> {
  const path = resolve(cwd, file);
  const name = show(path);
  await assertFile(path, name);
  const {source, problems} = ['.js', '.mjs'].includes(extname(path))
    ? {source: {file: name, path, at: '', text: undefined, value: await importConfig(path, name)}, problems: []}
    : await readSource(path, name);
  return {file: {name, path, folder: dirname(path), value: source.value, source, show}, problems};
}

/** A wrap config with the configs that it extends merged in. */
export const withBases = ({source, show}: ConfigFile): Promise<LoadedConfig> => loadBases(source, show);

async function assertFile(path: string, name: string): Promise<void> {
  const why = await whyUnreadable(path);
  if (why === 'missing') {
    const isShipped = dirname(path) === shippedFolder();
    const near = await nearestFile(path, isShipped ? `haft/configs/${basename(path)}` : name);
    // What only resembles a config that comes with haft was most likely meant for a file of one's own.
    const isMeant = near !== undefined && (isShipped || !near.startsWith('haft/') || basename(near) === basename(path));
    const remedy = isMeant ? `Did you mean ${near}?` : `Check the path: ${path}`;
    throw configError(`There is no config ${isShipped ? `haft/configs/${basename(path)}` : name}`, remedy);
  }
  if (why === 'closed') throw configError(`The config ${name} can not be read`, 'Check its permissions');
  if (why === 'no file') throw configError(`The config ${name} is not a file`, 'Name a .json, .js or .mjs file');
  if (why === 'too large')
    throw configError(
      `The config ${name} has more than ${maxConfigBytes} bytes`,
      'Move wrap configs into files of their own',
    );
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

import {readdir, realpath} from 'node:fs/promises';
import {basename, dirname, extname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {shippedFolder, shippedName, shippedPath} from '../../shipped/shipped-config.js';
import type {FoundProblem} from '../config-problem.js';
import {configError, invalidConfig, placeProblem} from '../config-problem.js';
import {basesOf, maxExtends, mergeConfigs} from '../extends.js';
import {isPlainObject} from '../snapshot-config.js';
import type {WrapConfig} from '../wrap-config.js';
import {placeProblems} from './config-source.js';
import type {ConfigSource, SourceProblem} from './config-source.js';
import {rememberSources} from './loaded-configs.js';
import {resolveFiles} from './own-files.js';
import {readSource, whyUnreadable} from './read-source.js';

/** Files that one config may be made of, each counted as often as it is extended. */
const maxFiles = 100;

/** A config with its bases merged in. */
export interface LoadedConfig {
  readonly value: unknown;
  /** The files it is made of, the strongest first: its own, then its bases from the last to the first. */
  readonly sources: readonly ConfigSource[];
  readonly problems: readonly SourceProblem[];
  /** Whether some of it could not be read: what is left would have problems that nobody made. */
  readonly isPartial: boolean;
}

/** How people are told about a file by its absolute path. */
export type ShowFile = (path: string) => string;

/** Relative to a folder, where that is shorter. */
export const showFrom =
  (folder: string): ShowFile =>
  (path) => {
    const near = relative(folder, path);
    return near !== '' && near.length < path.length ? near : path;
  };

/**
 * Merges the configs in that a config extends, which are files in its folder and below, configs that come with haft, or configs
 * that stand in it. Nothing else is read, and nothing is run. Never throws for what a config says.
 */
export async function loadBases(own: ConfigSource, show: ShowFile): Promise<LoadedConfig> {
  if (!isRecord(own.value)) return {value: own.value, sources: [own], problems: [], isPartial: false};
  const reader = new BaseReader(show, dirname(resolve(own.path)));
  const layers = await reader.layersOf(own, [own.path]);
  const sources = [...layers].reverse();
  const misplaced: FoundProblem[] = [];
  const values = layers.map(({value, path}) => resolveFiles(value as Record<string, unknown>, dirname(path)));
  const value =
    own.value['extends'] === undefined ? values.at(-1) : mergeConfigs(values, (problem) => misplaced.push(problem));
  const problems = [...reader.problems, ...(await placeProblems(sources, misplaced))];
  return {value, sources, problems, isPartial: reader.problems.length > 0};
}

class BaseReader {
  readonly problems: SourceProblem[] = [];
  readonly #show: ShowFile;
  /** The folder of the first file: whoever runs a config has not named what lies elsewhere. */
  readonly #folder: string;
  #files = 0;

  constructor(show: ShowFile, folder: string) {
    this.#show = show;
    this.#folder = folder;
  }

  /** The config and all it stands on, the weakest first. */
  async layersOf(source: ConfigSource, chain: readonly string[]): Promise<ConfigSource[]> {
    const layers: ConfigSource[] = [];
    const value = source.value as Record<string, unknown>;
    for (const [index, base] of basesOf(value).entries()) {
      const path = Array.isArray(value['extends']) ? `extends[${String(index)}]` : 'extends';
      const found = await this.#baseOf(base, path, source, chain);
      if ('source' in found) layers.push(...(await this.layersOf(found.source, found.chain)));
      else this.problems.push(...(await placeProblems([source], [{path, ...found}])));
    }
    return [...layers, source];
  }

  async #baseOf(base: unknown, path: string, source: ConfigSource, chain: readonly string[]): Promise<Found> {
    this.#files += 1;
    if (chain.length > maxExtends || this.#files > maxFiles) {
      const message = `More than ${String(this.#files > maxFiles ? maxFiles : maxExtends)} configs stand on each other`;
      return {message, remedy: 'Merge some of them into one file'};
    }
    if (isPlainObject(base)) {
      const at = [source.at, path].filter((part) => part !== '').join('.');
      return {source: {...source, at, value: base}, chain: [...chain, source.path]};
    }
    if (typeof base !== 'string') {
      return {message: 'It must be the path of a config, or a config', remedy: 'Write "extends": "./base.json"'};
    }
    const file = baseFile(base, dirname(source.path));
    if (typeof file !== 'string') return file;
    if (chain.includes(file)) {
      const names = [...chain.slice(chain.indexOf(file)), file].map(this.#show);
      const circle = names.filter((name, index) => name !== names[index - 1] || names.length === 2).join(' → ');
      return {message: `The config extends itself: ${circle}`, remedy: 'Take one of them out of the circle'};
    }
    const refused = (await this.#outside(file, base)) ?? (await unreadable(file, base));
    if (refused) return refused;
    const read = await readSource(file, this.#show(file));
    this.problems.push(...read.problems);
    if (isRecord(read.source.value)) return {source: read.source, chain: [...chain, file]};
    if (read.problems.length > 0) return {message: `${base} can not be read`, remedy: `Correct ${read.source.file}`};
    return {message: `${base} holds no config`, remedy: 'A config is an object: {"type": …}'};
  }

  /** What is not in the folder of the first file is refused, by its real path too, and nothing of it is told. */
  async #outside(file: string, name: string): Promise<Omit<FoundProblem, 'path'> | undefined> {
    if (isBelow(file, shippedFolder())) return undefined;
    const isNear = isBelow(file, this.#folder);
    // What is not there has no real path, which is said later.
    const real = isNear ? await realpath(file).catch(() => undefined) : undefined;
    if (isNear && (real === undefined || isBelow(real, await realpath(this.#folder)))) return undefined;
    return {
      message: `It lies outside of ${this.#show(this.#folder)}, the folder of the config`,
      received: JSON.stringify(name),
      remedy: 'Save it there or below',
    };
  }
}

type Found = {readonly source: ConfigSource; readonly chain: readonly string[]} | Omit<FoundProblem, 'path'>;

/** Whether a path is in a folder or below. */
function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The file that `extends` names. Data reaches what is beside it and what comes with haft, and runs no code. */
function baseFile(name: string, folder: string): string | Omit<FoundProblem, 'path'> {
  const received = JSON.stringify(name);
  const shipped = shippedName(name);
  if (shipped !== undefined) return shippedPath(shipped);
  if (/^[a-z][a-z0-9+.-]+:/i.test(name) || name.startsWith('//')) {
    return {message: 'A config is not read from the network', received, remedy: 'Save it beside this file'};
  }
  if (isAbsolute(name) || name.includes('\0')) {
    return {message: 'It must be a path relative to this file', received, remedy: 'Write "./base.json"'};
  }
  if (extname(name) !== '.json') {
    return {message: 'Only a file of JSON can be extended', received, remedy: 'Name a .json file'};
  }
  return resolve(folder, name);
}

async function unreadable(path: string, name: string): Promise<Omit<FoundProblem, 'path'> | undefined> {
  const why = await whyUnreadable(path);
  const received = JSON.stringify(name);
  if (why === undefined) return undefined;
  if (why === 'missing') {
    const near = await nearestFile(path, name);
    const remedy = near === undefined ? `Check the path: ${path}` : `Did you mean "${near}"?`;
    return {message: 'There is no such config', received, remedy};
  }
  if (why === 'closed') return {message: 'It can not be read', received, remedy: 'Check its permissions'};
  if (why === 'no file') return {message: 'It is not a file', received, remedy: 'Name a .json file'};
  return {message: 'It is larger than a config may be', received, remedy: 'Name a config of at most 1 MB'};
}

/** The name that was most likely meant, of the files there and of those that come with haft. */
export async function nearestFile(path: string, name: string): Promise<string | undefined> {
  const filesIn = async (folder: string): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json'));
  const near = nearest(basename(path), await filesIn(dirname(path)));
  if (near !== undefined) return `${name.slice(0, -basename(name).length)}${near}`;
  const shipped = nearest(basename(path), await filesIn(shippedFolder()));
  return shipped === undefined ? undefined : `haft/configs/${shipped}`;
}

/**
 * Reads a wrap config from a file of JSON, with the configs that it extends merged in, for `createFromConfig`. Takes a path, a
 * `file:` URL, or the name of a config that comes with haft (`haft/configs/marked.json`). Throws INVALID_CONFIG with every
 * problem in `context.problems`, each with its file, line and column. What the config says is checked where a module is made of it.
 */
export async function loadConfig(file: string | URL): Promise<WrapConfig> {
  const path = pathOf(file);
  const name = basename(path, extname(path));
  const show = showFrom(process.cwd());
  const refused = await unreadable(path, String(file));
  if (refused) throw configError(name, {path: '', ...refused});
  const read = await readSource(path, show(path));
  const loaded =
    read.problems.length > 0 ? {...read, sources: [], value: undefined} : await loadBases(read.source, show);
  if (loaded.problems.length > 0) {
    throw invalidConfig(
      name,
      loaded.problems.map((problem) => placeProblem(name, problem)),
    );
  }
  const config = loaded.value as WrapConfig;
  rememberSources(config, loaded.sources);
  return config;
}

function pathOf(file: string | URL): string {
  const name = String(file);
  const shipped = shippedName(name);
  if (shipped !== undefined) return shippedPath(shipped);
  const isUrl = file instanceof URL || /^[a-z][a-z0-9+.-]+:\/\//i.test(name);
  if (isUrl && !name.startsWith('file:')) {
    const remedy = 'Save it as a file, or read it yourself and give its text to parseConfig';
    throw configError('config', {path: '', message: `${name} is no file`, remedy});
  }
  const path = isUrl ? fileURLToPath(name) : resolve(name);
  if (extname(path) === '.json') return path;
  const remedy = 'Import a config in JavaScript: its default export is the config';
  throw configError('config', {path: '', message: `${join(name)} is no .json file`, remedy});
}

import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {ToolError} from '../../contract/errors.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import {builtinProviders} from '../../builtin.js';
import type {Problem} from '../error-report.js';
import type {LoadedConfig} from '../../factory/source/load-config.js';
import {loadBases} from '../../factory/source/load-config.js';
import {openConfigFile, withBases} from './config-file.js';
import type {ConfigFile} from './config-file.js';
import {moduleNamePattern} from './config-schema.js';
import {configPath} from './shipped-configs.js';
import {wrapFactory, wrapProblems} from './wrap-problems.js';
import type {AllowedBy} from './wrap-problems.js';

export type Definition = DefinitionClass<Readonly<Record<string, unknown>>>;

/** A module as the config names it, and what is wrong with it so far; nothing of it is loaded. */
export interface DefinedModule {
  readonly name: string;
  /** Where it stands in the config: `modules.repo`. */
  readonly path: string;
  /** What is given to the module: directives are not filled in yet. */
  readonly config: unknown;
  /** Name of the built-in provider. */
  readonly provider?: string;
  /** The wrap config, with those that it extends, and the files that they are in. */
  readonly loaded?: LoadedConfig;
  readonly wrap?: unknown;
  /** Absolute paths of the files that the wrap config is in, beside the project config. */
  readonly files: readonly string[];
  /** undefined when it can not be made. */
  readonly definition: Definition | undefined;
  readonly problems: readonly Problem[];
}

/** Loaders of the built-in modules. */
export const providers: Readonly<Record<string, () => Promise<Definition>>> = builtinProviders;

interface DefineOptions {
  readonly isWhole?: boolean;
  readonly allowedBy?: AllowedBy | undefined;
}

/**
 * Reads the modules of a project config; what is no object is left to the check of the config's shape. `isWhole`: also what
 * the kinds of wrap configs find.
 */
export async function defineModules(
  file: ConfigFile,
  {isWhole = false, allowedBy = 'config'}: DefineOptions = {},
): Promise<DefinedModule[]> {
  const {value} = file;
  const entries = isRecord(value) && isRecord(value['modules']) ? Object.entries(value['modules']) : [];
  const given = isRecord(value) && Array.isArray(value['allow']) ? (value['allow'] as unknown[]) : [];
  const allow = given.filter((name) => typeof name === 'string');
  const modules: DefinedModule[] = [];
  for (const [name, entry] of entries) {
    if (isRecord(entry)) modules.push(await defineModule(name, entry, {file, allow, isWhole, allowedBy}));
  }
  return modules;
}

interface Place {
  /** The project config. */
  readonly file: ConfigFile;
  readonly allow: readonly string[];
  readonly isWhole: boolean;
  readonly allowedBy: AllowedBy;
}

async function defineModule(
  name: string,
  {provider, wrap, config = {}}: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<DefinedModule> {
  const problems: Problem[] = [];
  const path = `modules.${name}`;
  const report = (problem: Problem): void => void problems.push({config: place.file.name, ...problem});
  if (!new RegExp(moduleNamePattern).test(name)) {
    report({
      path,
      message: 'A module can not have this name',
      remedy: 'Use letters, digits, _ and -, a letter first, at most 64',
    });
  }
  const base = {name, path, config, problems, files: []};
  if ((provider === undefined) === (wrap === undefined)) {
    const message =
      provider === undefined ? 'Neither "provider" nor "wrap" is given' : 'Both "provider" and "wrap" are given';
    report({path, message, remedy: 'Give one: "provider" for a built-in module, "wrap" for a wrap config'});
    return {...base, definition: undefined};
  }
  // What is of the wrong type is told by the check of the config's shape.
  if (typeof provider === 'string') {
    return {...base, provider, definition: await builtinDefinition(provider, path, report)};
  }
  if (typeof wrap === 'string' || isRecord(wrap))
    return {...base, ...(await wrapDefinition(name, wrap, path, place, report))};
  return {...base, definition: undefined};
}

async function builtinDefinition(
  provider: string,
  path: string,
  report: (problem: Problem) => void,
): Promise<Definition | undefined> {
  const load = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (load) return load();
  const names = Object.keys(providers);
  const near = nearest(provider, names);
  const remedy = near === undefined ? `Providers are ${names.join(', ')}` : `Did you mean "${near}"?`;
  report({path: `${path}.provider`, message: 'There is no such provider', received: JSON.stringify(provider), remedy});
  return undefined;
}

async function wrapDefinition(
  name: string,
  wrap: string | Readonly<Record<string, unknown>>,
  path: string,
  {file, allow, isWhole, allowedBy}: Place,
  report: (problem: Problem) => void,
): Promise<Pick<DefinedModule, 'definition' | 'files' | 'wrap' | 'loaded'>> {
  let loaded: LoadedConfig;
  try {
    loaded = await loadWrap(wrap, path, file);
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    const {message, suggestions = []} = error;
    report({path: `${path}.wrap`, message, ...(suggestions[0] !== undefined && {remedy: suggestions[0]})});
    return {definition: undefined, files: []};
  }
  const isUsableName = new RegExp(moduleNamePattern).test(name);
  const problems = await wrapProblems(loaded, {name: isUsableName ? name : 'config', allow, isWhole, allowedBy});
  problems.forEach(report);
  const isUsable = problems.length === 0 && isUsableName;
  const definition = isUsable ? define(name, loaded.value, allow, (problem) => report({path, ...problem})) : undefined;
  const files = loaded.sources.map((source) => source.path).filter((read) => read !== file.path);
  return {definition, loaded, wrap: loaded.value, files};
}

/** A definition of a wrap config without problems; one that is refused all the same is a problem of its own module only. */
function define(
  name: string,
  config: unknown,
  allow: readonly string[],
  report: (problem: Omit<Problem, 'path'>) => void,
): Definition | undefined {
  try {
    return wrapFactory().defineFromConfig(name, config as object, {allow});
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    const {message, suggestions = []} = error;
    report({message, ...(suggestions[0] !== undefined && {remedy: suggestions[0]})});
    return undefined;
  }
}

/** The wrap config of a file, or one that stands in the project config. */
async function loadWrap(
  wrap: string | Readonly<Record<string, unknown>>,
  path: string,
  {folder, source, show}: ConfigFile,
): Promise<LoadedConfig> {
  if (typeof wrap !== 'string') return loadBases({...source, at: `${path}.wrap`, value: wrap}, show);
  const read = await openConfigFile(configPath(wrap), folder, show);
  const loaded = await withBases(read.file);
  return {
    ...loaded,
    problems: [...read.problems, ...loaded.problems],
    isPartial: loaded.isPartial || read.file.value === undefined,
  };
}

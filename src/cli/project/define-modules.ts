import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {ToolError} from '../../contract/errors.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import {builtinProviders} from '../../builtin.js';
import type {Problem} from '../error-report.js';
import {readConfigFile} from './config-file.js';
import type {ConfigFile} from './config-file.js';
import {moduleNamePattern} from './config-schema.js';
import {isShippedConfig, shippedConfigPath} from './shipped-configs.js';
import {wrapFactory, wrapProblems} from './wrap-problems.js';

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
  /** The wrap config. */
  readonly wrap?: unknown;
  /** Absolute path of the file that the wrap config is in, when it is in one of its own. */
  readonly file?: string;
  /** undefined when it can not be made. */
  readonly definition: Definition | undefined;
  readonly problems: readonly Problem[];
}

/** Loaders of the built-in modules. */
export const providers: Readonly<Record<string, () => Promise<Definition>>> = builtinProviders;

/** Reads the modules of a project config; what is no object is left to the check of the config's shape. */
export async function defineModules({name: config, folder, value}: ConfigFile): Promise<DefinedModule[]> {
  const entries = isRecord(value) && isRecord(value['modules']) ? Object.entries(value['modules']) : [];
  const given = isRecord(value) && Array.isArray(value['allow']) ? (value['allow'] as unknown[]) : [];
  const allow = given.filter((name) => typeof name === 'string');
  const modules: DefinedModule[] = [];
  for (const [name, entry] of entries) {
    if (isRecord(entry)) modules.push(await defineModule(name, entry, {config, folder, allow}));
  }
  return modules;
}

interface Place {
  /** As people are told about the project config. */
  readonly config: string;
  readonly folder: string;
  readonly allow: readonly string[];
}

async function defineModule(
  name: string,
  {provider, wrap, config = {}}: Readonly<Record<string, unknown>>,
  place: Place,
): Promise<DefinedModule> {
  const problems: Problem[] = [];
  const path = `modules.${name}`;
  const report = (problem: Problem): void => void problems.push({config: place.config, ...problem});
  if (!new RegExp(moduleNamePattern).test(name)) {
    report({
      path,
      message: 'A module can not have this name',
      remedy: 'Use letters, digits, _ and -, a letter first, at most 64',
    });
  }
  const base = {name, path, config, problems};
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
  {config, folder, allow}: Place,
  report: (problem: Problem) => void,
): Promise<Pick<DefinedModule, 'definition' | 'file' | 'wrap'>> {
  let value: unknown = wrap;
  let file: string | undefined;
  if (typeof wrap === 'string') {
    try {
      ({path: file, value} = await readConfigFile(isShippedConfig(wrap) ? shippedConfigPath(wrap) : wrap, folder));
    } catch (error) {
      if (!ToolError.isToolError(error)) throw error;
      const {message, suggestions = []} = error;
      report({path: `${path}.wrap`, message, ...(suggestions[0] !== undefined && {remedy: suggestions[0]})});
      return {definition: undefined};
    }
  }
  const [source, prefix] = typeof wrap === 'string' ? [wrap, ''] : [config, `${path}.wrap.`];
  const isUsableName = new RegExp(moduleNamePattern).test(name);
  const problems = wrapProblems(value, {name: isUsableName ? name : 'config', allow});
  for (const problem of problems) report({...problem, config: source, path: `${prefix}${problem.path}`});
  const isUsable = problems.length === 0 && isUsableName;
  const definition = isUsable ? wrapFactory().defineFromConfig(name, value as object, {allow}) : undefined;
  return {definition, wrap: value, ...(file !== undefined && {file})};
}

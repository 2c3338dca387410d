import {isRecord} from '../../contract/json.js';
import type {JsonSchema} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {ToolError} from '../../contract/errors.js';
import type {DefinitionClass} from '../../core/module-definition.js';
import {builtinKinds, builtinProviders} from '../../builtin.js';
import {ModuleFactory} from '../../factory/index.js';
import {compileSchema} from '../../schema/compile.js';
import type {Issue} from '../../schema/issue.js';
import {problemsOf} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {auditProblem} from './check-audit.js';
import {readConfigFile} from './config-file.js';
import type {ConfigFile} from './config-file.js';
import {resolveFolders} from './config-paths.js';
import {moduleNamePattern, projectSchema} from './config-schema.js';
import type {ModuleEntry, ProjectConfig} from './config-schema.js';
import {fillValues} from './config-values.js';
import type {ValueSources} from './config-values.js';

type Definition = DefinitionClass<Readonly<Record<string, unknown>>>;

/** A module that the config names; nothing of it is started yet. */
export interface ModulePlan {
  readonly name: string;
  readonly definition: Definition;
  readonly config: Readonly<Record<string, unknown>>;
}

/** A config that was read: the modules that can be made, and everything that is wrong with it. */
export interface ProjectPlan {
  readonly config: ProjectConfig;
  readonly modules: readonly ModulePlan[];
  readonly problems: readonly Problem[];
}

type Report = (problem: Problem) => void;

const withoutReceived = (message: string, received: string | undefined): string =>
  received !== undefined && message.endsWith(`received ${received}`)
    ? message.slice(0, -`received ${received}`.length).replace(/[,;] $/, '')
    : message;

/** An issue of the validator in the words of a config. */
const toProblem = ({path, message, received, suggestion}: Issue, prefix = ''): Problem => ({
  path: [prefix, path].filter((part) => part !== '').join('.'),
  // What was received is told behind the message.
  message: withoutReceived(message, received)
    .replace(/^Input/, 'The config')
    .replace(/[Pp]arameter/, 'property'),
  ...(received !== undefined && {received}),
  ...(suggestion !== undefined && {remedy: suggestion}),
});

/** Defaults that the schema would fill in go to a copy, live objects of a .js config stay what they are. */
const check = (schema: JsonSchema, value: unknown, prefix = ''): Problem[] =>
  (compileSchema(schema)(isRecord(value) ? {...value} : value) ?? []).map((issue) => toProblem(issue, prefix));

/**
 * Reads a whole project config and lists every problem of it, of the wrap configs it names, and of what it gives to its
 * modules. Nothing that is wrapped is loaded. `cwd` is the folder of modules whose config names none.
 */
export async function planModules(file: ConfigFile, sources: ValueSources, cwd: string): Promise<ProjectPlan> {
  const problems: Problem[] = check(projectSchema, file.value).map((problem) => ({config: file.name, ...problem}));
  const entries = isRecord(file.value) && isRecord(file.value['modules']) ? Object.entries(file.value['modules']) : [];
  const allow = isRecord(file.value) && Array.isArray(file.value['allow']) ? (file.value['allow'] as string[]) : [];
  const modules: ModulePlan[] = [];
  for (const [name, entry] of entries) {
    const path = `modules.${name}`;
    const found: Problem[] = [];
    const report: Report = (problem) => found.push({config: file.name, ...problem});
    if (!new RegExp(moduleNamePattern).test(name)) {
      const remedy = 'Use letters, digits, _ and -, a letter first, at most 64';
      report({path, message: 'A module can not have this name', remedy});
    }
    // What is of the wrong type is in the list already.
    if (isRecord(entry) && problems.every((problem) => problem.path !== path && !problem.path.startsWith(`${path}.`))) {
      const definition = await defineModule(name, entry, {file, path, allow, report});
      const config = configOf(entry, {file, path, sources, report});
      if (definition && config) {
        const complete = withBasePath(definition, config, cwd);
        check(definition.getMetadata().configSchema, complete, `${path}.config`).forEach(report);
        if (found.length === 0) modules.push({name, definition, config: complete});
      }
    }
    problems.push(...found);
  }
  const audit = await auditProblem(isRecord(file.value) ? file.value['audit'] : undefined, file.folder);
  if (audit) problems.push({config: file.name, ...audit});
  return {config: file.value as ProjectConfig, modules, problems};
}

const providers: Readonly<Record<string, () => Promise<Definition>>> = builtinProviders;

interface Place {
  readonly file: ConfigFile;
  readonly path: string;
  readonly report: Report;
}

async function defineModule(
  name: string,
  {provider, wrap}: ModuleEntry,
  place: Place & {readonly allow: readonly string[]},
): Promise<Definition | undefined> {
  const {path, report} = place;
  if ((provider === undefined) === (wrap === undefined)) {
    const message =
      provider === undefined ? 'Neither "provider" nor "wrap" is given' : 'Both "provider" and "wrap" are given';
    report({path, message, remedy: 'Give one: "provider" for a built-in module, "wrap" for a wrap config'});
    return undefined;
  }
  if (provider !== undefined) return builtinDefinition(provider, place);
  return wrap === undefined ? undefined : wrapDefinition(name, wrap, place);
}

async function builtinDefinition(provider: string, {path, report}: Place): Promise<Definition | undefined> {
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
  wrap: NonNullable<ModuleEntry['wrap']>,
  {file, path, allow, report}: Place & {readonly allow: readonly string[]},
): Promise<Definition | undefined> {
  let wrapFile: Pick<ConfigFile, 'name' | 'value'> = {name: file.name, value: wrap};
  if (typeof wrap === 'string') {
    try {
      const read = await readConfigFile(wrap, file.folder);
      wrapFile = {name: wrap, value: read.value};
    } catch (error) {
      if (!ToolError.isToolError(error)) throw error;
      const {message, suggestions = []} = error;
      report({path: `${path}.wrap`, message, ...(suggestions[0] !== undefined && {remedy: suggestions[0]})});
      return undefined;
    }
  }
  const prefix = typeof wrap === 'string' ? '' : `${path}.wrap.`;
  const problems = wrapProblems(wrapFile.value, {name, allow}).map((problem) => ({
    ...problem,
    config: wrapFile.name,
    path: `${prefix}${problem.path}`,
  }));
  problems.forEach(report);
  return problems.length > 0 ? undefined : factory().defineFromConfig(name, wrapFile.value as object, {allow});
}

const factory = (): ModuleFactory => new ModuleFactory({kinds: builtinKinds});

/** Everything that is wrong with a wrap config, with remedies for people who write config files. */
export function wrapProblems(value: unknown, options: {name: string; allow?: readonly string[]}): Problem[] {
  return factory()
    .validate(value, options)
    .map(({path, message, received, remedy}) => {
      // The factory speaks to callers of createFromConfig.
      const named = /^The config is not allowed to (?:load|run) "(.+)"$/.exec(message)?.[1];
      const advice = named === undefined ? remedy : `If you trust it, add "${named}" to "allow" of haft.config.json`;
      return {path, message, ...(received !== undefined && {received}), ...(advice !== undefined && {remedy: advice})};
    });
}

function configOf(
  {config = {}}: ModuleEntry,
  {file, path, sources, report}: Place & {readonly sources: ValueSources},
): Readonly<Record<string, unknown>> | undefined {
  const before: Problem[] = [];
  const filled = fillValues(config, `${path}.config`, sources, (problem) => before.push(problem));
  before.forEach(report);
  return before.length > 0 ? undefined : resolveFolders(filled as Record<string, unknown>, file.folder);
}

/** A module that is confined to a folder is confined to the current one by default. */
function withBasePath(
  definition: Definition,
  config: Readonly<Record<string, unknown>>,
  cwd: string,
): Readonly<Record<string, unknown>> {
  const {properties = {}} = definition.getMetadata().configSchema;
  return Object.hasOwn(properties, 'basePath') && config['basePath'] === undefined
    ? {...config, basePath: cwd}
    : config;
}

/** The problems of an INVALID_CONFIG that was thrown while reading a file. */
export function problemsOfError(error: ToolError, config: string): Problem[] {
  const problems = problemsOf(error);
  if (problems.length > 0) return problems.map((problem) => ({...problem, config}));
  const [remedy] = error.suggestions ?? [];
  return [{config, path: '', message: error.message, ...(remedy !== undefined && {remedy})}];
}

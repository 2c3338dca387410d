import {isRecord} from '../../contract/json.js';
import type {JsonSchema} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {moduleReferences} from '../../registry/module-references.js';
import {compileSchema} from '../../schema/compile.js';
import type {Issue} from '../../schema/issue.js';
import {runtimeNames} from '../../factory/runtime-names.js';
import {namesFiles} from '../../factory/source/own-files.js';
import {placeProblems} from '../../factory/source/config-source.js';
import type {LoadedConfig} from '../../factory/source/load-config.js';
import {fromSource} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {auditProblem} from './check-audit.js';
import {folderProblem} from './check-folder.js';
import type {ConfigFile} from './config-file.js';
import {resolveFolders} from './config-paths.js';
import {projectSchema} from './config-schema.js';
import type {ProjectConfig} from './config-schema.js';
import {environmentPaths, fillValues} from './config-values.js';
import type {ValueSources} from './config-values.js';
import {defineModules} from './define-modules.js';
import type {DefinedModule, Definition} from './define-modules.js';
import type {AllowedBy} from './wrap-problems.js';

/** A module that the config names; nothing of it is started yet. */
export interface ModulePlan {
  readonly name: string;
  readonly definition: Definition;
  readonly config: Readonly<Record<string, unknown>>;
  /** Name of the built-in provider, or else the wrap config. */
  readonly provider?: string | undefined;
  readonly wrap?: unknown;
  /** The wrap config with the files that it is in. */
  readonly loaded?: LoadedConfig | undefined;
}

/** A module that can not be made. */
interface RefusedModule {
  readonly name: string;
  readonly problems: readonly Problem[];
}

/** A config that was read: the modules that can be made, and everything that is wrong with it. */
export interface ProjectPlan {
  readonly config: ProjectConfig;
  readonly modules: readonly ModulePlan[];
  /** All there are, those of modules among them. */
  readonly problems: readonly Problem[];
  /** Modules whose own configs have problems: they stop nothing else. */
  readonly refused: readonly RefusedModule[];
}

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

const isWithin = (path: string, place: string): boolean =>
  path === place || (/^[.[]/.test(path.slice(place.length)) && path.startsWith(place));

export interface PlanOptions {
  /** The folder of modules whose config names none. */
  readonly cwd: string;
  /** Whether the kinds of wrap configs are asked as well; making a module asks them anyway. */
  readonly isWhole?: boolean;
  /** How a person allows what wrap configs load and run. */
  readonly allowedBy?: AllowedBy;
}

/**
 * Reads a whole project config and lists every problem of it, of the wrap configs it names, and of what it gives to its
 * modules: all of them at once. Nothing that is wrapped is loaded.
 */
export async function planModules(
  file: ConfigFile,
  sources: ValueSources,
  {cwd, isWhole = false, allowedBy}: PlanOptions,
): Promise<ProjectPlan> {
  const shape = check(projectSchema, file.value).map((problem) => ({config: file.name, ...problem}));
  const problems: Problem[] = [...shape];
  const modules: ModulePlan[] = [];
  const refused: RefusedModule[] = [];
  for (const module of await defineModules(file, {isWhole, allowedBy})) {
    const misshapen = shape.filter(({path}) => isWithin(path, module.path));
    // Who misspelt "provider" has given no provider: one problem, not two.
    const found =
      misshapen.length > 0 ? module.problems.filter(({path}) => path !== module.path) : [...module.problems];
    const {config, problems: wrong} = await checkModule(module, file, sources, cwd);
    const unknown = unknownModules(module, file.value);
    found.push(...[...wrong, ...unknown].map((problem) => ({config: file.name, ...problem})));
    const told = await placed(found, file);
    problems.push(...told);
    if (told.length > 0) refused.push({name: module.name, problems: told});
    if (module.definition && config && misshapen.length + found.length === 0) {
      const {name, definition, provider, wrap, loaded} = module;
      modules.push({name, definition, config, provider, wrap, loaded});
    }
  }
  const audit = await auditProblem(isRecord(file.value) ? file.value['audit'] : undefined, file.folder);
  if (audit) problems.push({config: file.name, ...audit});
  return {config: file.value as ProjectConfig, modules, problems: await placed(problems, file), refused};
}

/** What is wrong in the project config itself has a line and a column, where it is JSON. */
export async function placed(problems: readonly Problem[], {name, source}: ConfigFile): Promise<Problem[]> {
  const own = problems.filter(({config, line}) => (config ?? name) === name && line === undefined);
  const found = await placeProblems([source], own);
  const places = new Map(own.map((problem, index) => [problem, found[index]]));
  return problems.map((problem) => {
    const place = places.get(problem);
    return place ? fromSource(place) : problem;
  });
}

/** Modules that a config names and the file does not have. */
function unknownModules({path, config}: DefinedModule, project: unknown): Problem[] {
  const names = Object.keys(isRecord(project) && isRecord(project['modules']) ? project['modules'] : {});
  return moduleReferences(config)
    .filter(({name}) => !names.includes(name))
    .map(({key, name}) => {
      const near = nearest(name, names);
      return {
        path: `${path}.config.${key}.$module`,
        message: `There is no module "${name}"`,
        remedy:
          near === undefined ? `Add it to modules, or name one of ${names.join(', ')}` : `Did you mean "${near}"?`,
      };
    });
}

interface CheckedConfig {
  /** As the module gets it. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/** Fills in what the config takes from elsewhere, and holds the rest against the schema even when a value is missing. */
async function checkModule(
  {path, definition, config, wrap}: DefinedModule,
  {folder}: ConfigFile,
  sources: ValueSources,
  cwd: string,
): Promise<CheckedConfig> {
  if (!isRecord(config)) return {problems: []};
  const place = `${path}.config`;
  const missing: Problem[] = [];
  const schema = definition?.getMetadata().configSchema;
  const filled = fillValues(config, {path: place, schema}, sources, (problem) => missing.push(problem));
  const resolved = resolveFolders(isRecord(filled) ? filled : {}, folder);
  if (!definition) return {problems: missing};
  const complete = withBasePath(definition, resolved, namesFiles(wrap) ? folder : cwd, namesFiles(wrap));
  const holes = missing.map((problem) => problem.path.replace(/\.\$\w+$/, ''));
  const secret = environmentPaths(config, place);
  const wrong = check(definition.getMetadata().configSchema, complete, place)
    .filter((problem) => !holes.some((hole) => isWithin(problem.path, hole)))
    .map(({received, ...problem}) =>
      received === undefined || secret.some((from) => isWithin(from, problem.path) || isWithin(problem.path, from))
        ? problem
        : {...problem, received},
    );
  const base = await folderProblem(complete['basePath'], config['basePath'], `${place}.basePath`);
  const stray = strayValues(wrap, config, place);
  return {config: complete, problems: [...missing, ...wrong, ...stray, ...(base ? [base] : [])]};
}

/** Values that a wrap config takes nowhere, where it does not declare which it takes. */
function strayValues(wrap: unknown, config: Readonly<Record<string, unknown>>, place: string): Problem[] {
  const names = isRecord(wrap) && wrap['config'] === undefined ? runtimeNames(wrap) : undefined;
  if (!names) return [];
  const stray = Object.keys(config).filter((name) => !names.has(name));
  return stray.map((name) => {
    const near = nearest(name, names);
    const remedy = near === undefined ? `It takes ${[...names].join(', ')}` : `Did you mean "${near}"?`;
    return {path: `${place}.${name}`, message: `Nothing in the wrap config takes "${name}"`, remedy};
  });
}

/**
 * A module that is confined to a folder is confined to the current one by default; one whose config names files (a description,
 * a database), to that of the project.
 */
function withBasePath(
  definition: Definition,
  config: Readonly<Record<string, unknown>>,
  folder: string,
  isNeeded: boolean,
): Readonly<Record<string, unknown>> {
  const {properties = {}} = definition.getMetadata().configSchema;
  const isConfined = isNeeded || Object.hasOwn(properties, 'basePath');
  return isConfined && config['basePath'] === undefined ? {...config, basePath: folder} : config;
}

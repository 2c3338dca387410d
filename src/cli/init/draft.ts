import {isBuiltin} from 'node:module';
import {basename, extname, isAbsolute, relative, resolve} from 'node:path';
import type {JsonSchema} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {parametersOf, readAnswer} from '../answers/read-answer.js';
import {readConfigFile, withBases} from '../project/config-file.js';
import type {ModuleEntry, ProjectConfig} from '../project/config-schema.js';
import {moduleNamePattern} from '../project/config-schema.js';
import {providers} from '../project/define-modules.js';
import type {Definition} from '../project/define-modules.js';
import {shippedName} from '../../shipped/shipped-config.js';
import {configPath, shippedConfigs} from '../project/shipped-configs.js';
import type {ShippedConfig} from '../project/shipped-configs.js';
import {wrapFactory} from '../project/wrap-problems.js';
import {usageError} from '../usage-error.js';

interface DraftModule {
  readonly entry: Omit<ModuleEntry, 'config'>;
  readonly config: Record<string, unknown>;
  /** undefined where the wrap config has problems, which the check will tell. */
  readonly definition: Definition | undefined;
}

/** A project config in the making. */
export class Draft {
  readonly #modules = new Map<string, DraftModule>();
  readonly #allow = new Set<string>();
  readonly #cwd: string;
  readonly #folder: string;
  #audit: string | undefined;

  /** `cwd` is where paths are typed, `folder` where the config will be, which paths in it are relative to. */
  constructor(cwd: string, folder: string) {
    this.#cwd = cwd;
    this.#folder = folder;
  }

  get modules(): ReadonlyMap<string, DraftModule> {
    return this.#modules;
  }

  /** `fs`, or `notes=fs`. */
  async addProvider(spec: string): Promise<void> {
    const [name, provider] = named(spec, spec);
    const load = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
    if (!load) throw unknown('provider', provider, Object.keys(providers));
    this.#add(name, {entry: {provider}, config: {}, definition: await load()});
  }

  /** A package by its name or by that of the wrap config for it; adding it allows it. */
  addPackage(wanted: string): void {
    const configs = packageConfigs();
    const found = configs.find(({name, value}) => [name, value['module']].includes(wanted));
    const other = shippedConfigs().find(({name, wrap}) => [name, wrap].includes(wanted));
    if (!found && other) {
      throw usageError(`${other.name} wraps no package`, `Give --wrap ${other.wrap}, and --allow what it runs`);
    }
    if (!found) {
      throw usageError(
        `haft has no wrap config for the package '${wanted}'; it has some for ${configs.map(packageOf).join(', ')}`,
        'Write a wrap config for it, and give it by --wrap FILE --allow PACKAGE',
      );
    }
    this.allow(packageOf(found));
    const definition = this.#define(found.name, found.value, [packageOf(found)]);
    this.#add(found.name, {entry: {wrap: found.wrap}, config: {}, definition});
  }

  /** A wrap config of the user's: `render.json`, or `md=render.json`. */
  async addWrap(spec: string, allow: readonly string[]): Promise<void> {
    const file = named(spec, spec)[1];
    const name = named(spec, basename(file, extname(file)))[0];
    const isShipped = shippedName(file) !== undefined;
    const {value} = await withBases(await readConfigFile(configPath(file), this.#cwd));
    const definition = this.#define(name, value, allow);
    this.#add(name, {entry: {wrap: isShipped ? file : this.#path(file)}, config: {}, definition});
  }

  allow(name: string): void {
    this.#allow.add(name);
  }

  /** The folder of the audit log. */
  audit(folder: string): void {
    this.#audit = this.#path(folder);
  }

  /** A path as the config has it. One that begins with a dot is never taken for one that comes with haft. */
  #path(typed: string): string {
    if (isAbsolute(typed)) return typed;
    const path = relative(this.#folder, resolve(this.#cwd, typed));
    return path === '' ? '.' : path.startsWith('.') ? path : `./${path}`;
  }

  /** What makes a module work. A folder was typed where the command runs. */
  give(name: string, {embedded, ...config}: Readonly<Record<string, unknown>>): void {
    const isFolder = typeof embedded === 'string' && embedded !== 'memory';
    Object.assign(this.#modules.get(name)?.config ?? {}, config, {
      ...(embedded !== undefined && {embedded: isFolder ? this.#path(embedded) : embedded}),
    });
  }

  /** A setting of every built-in module that has it and was not told otherwise. */
  setDefault(key: string, value: unknown): void {
    for (const {entry, definition, config} of this.#modules.values()) {
      if (entry.provider !== undefined && hasSetting(definition, key) && !Object.hasOwn(config, key))
        config[key] = value;
    }
  }

  /** A setting of every module that has it. Throws where none has. */
  setAll(key: string, text: string, option: string): void {
    const owners = [...this.#modules].filter(([, {definition}]) => hasSetting(definition, key));
    if (owners.length === 0) throw usageError(`${option} is of use to none of the modules`, 'Add --module fs');
    for (const [name] of owners) this.set(name, key, text);
  }

  /** A setting of one module, read as the module's config schema wants it. */
  set(name: string, key: string, text: string): void {
    const module = this.#modules.get(name);
    if (!module) throw unknown('module', name, [...this.#modules.keys()]);
    const configSchema: JsonSchema = module.definition?.getMetadata().configSchema ?? {};
    const known = parametersOf(configSchema);
    const parameter = known.find((candidate) => candidate.name === key);
    if (!parameter && configSchema.additionalProperties === false) {
      throw unknown(
        `setting of ${name}`,
        key,
        known.map((candidate) => candidate.name),
      );
    }
    const answer = readAnswer(text, parameter ?? {name: key, schema: {}, root: configSchema});
    if ('problem' in answer) throw usageError(`${name}.${key}: ${answer.problem}`, 'haft help init shows how');
    module.config[key] = key === 'basePath' ? this.#path(text) : answer.value;
  }

  /** As it is written to the file. */
  get value(): ProjectConfig {
    const modules = [...this.#modules].map(([name, {entry, config}]) => [
      name,
      {...entry, ...(Object.keys(config).length > 0 && {config})},
    ]);
    return {
      modules: Object.fromEntries(modules) as ProjectConfig['modules'],
      ...(this.#allow.size > 0 && {allow: [...this.#allow]}),
      ...(this.#audit !== undefined && {audit: this.#audit}),
    };
  }

  #define(name: string, config: unknown, allow: readonly string[]): Definition | undefined {
    const factory = wrapFactory();
    const hasProblems = factory.validate(config, {name, allow}).length > 0;
    return hasProblems ? undefined : factory.defineFromConfig(name, config as object, {allow});
  }

  #add(name: string, module: DraftModule): void {
    if (!new RegExp(moduleNamePattern).test(name)) {
      throw usageError(`A module can not be named '${name}'`, 'Use letters, digits, _ and -, a letter first');
    }
    if (this.#modules.has(name)) {
      throw usageError(`There are two modules '${name}'`, 'Give one of them another name: NAME=PROVIDER');
    }
    this.#modules.set(name, module);
  }
}

/** The shipped wrap configs that need a package. */
export const packageConfigs = (): ShippedConfig[] =>
  shippedConfigs().filter(({value}) => typeof value['module'] === 'string' && !isBuiltin(value['module']));

export const packageOf = ({value}: ShippedConfig): string => String(value['module']);

const hasSetting = (definition: Definition | undefined, key: string): boolean =>
  definition !== undefined && Object.hasOwn(definition.getMetadata().configSchema.properties ?? {}, key);

/** `NAME=VALUE`, or a value with its usual name. */
function named(spec: string, usual: string): [string, string] {
  const end = spec.indexOf('=');
  return end < 1 ? [usual, spec] : [spec.slice(0, end), spec.slice(end + 1)];
}

function unknown(what: string, name: string, known: readonly string[]): Error {
  const near = nearest(name, known);
  return usageError(
    `There is no ${what} '${name}'`,
    near === undefined ? `There is ${known.join(', ')}` : `Did you mean '${near}'?`,
  );
}

/** What a config holds where nobody says what it should: modules that work without being told anything. */
export const defaultProviders: readonly string[] = ['fs', 'git'];

/** What most people will want to change stands in the file, with its safe value. */
export function withDefaults(draft: Draft): Draft {
  draft.setDefault('basePath', '.');
  draft.setDefault('permissions', 'read');
  return draft;
}

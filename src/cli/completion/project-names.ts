import {extname, resolve} from 'node:path';
import type {JsonSchema} from '../../contract/json.js';
import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {findConfig} from '../project/find-config.js';
import type {ProjectNames, ToolNames} from './names.js';
import {NamesCache} from './names-cache.js';

const none: ProjectNames = {modules: [], tools: [], settings: [], handles: [], tags: [], packages: [], providers: []};

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The names of the project that a command line is typed in. They are kept between two keys, for as long as config, wrap
 * configs and haft stay the same. A config in JavaScript has none: pressing a key runs no code. Never throws.
 */
export async function readProjectNames(config: string | undefined, {cwd, env}: Surroundings): Promise<ProjectNames> {
  try {
    const path = config === undefined ? findConfig(cwd) : resolve(cwd, config);
    if (path !== undefined && extname(path) !== '.json') return none;
    const cache = new NamesCache(path ?? 'default', env);
    const kept = cache.read();
    if (kept) return kept;
    const {names, files} = await namesOfProject(path, cwd);
    cache.write(names, files);
    return names;
  } catch {
    // Nobody reads an error in the middle of a line; the command tells it.
    return none;
  }
}

interface NamesAndFiles {
  readonly names: ProjectNames;
  /** Absolute paths of what they were read from. */
  readonly files: readonly string[];
}

/** Loaded only now: what was kept needs none of it. */
async function namesOfProject(path: string | undefined, cwd: string): Promise<NamesAndFiles> {
  const {configWithoutFile, readConfigFile} = await import('../project/config-file.js');
  const {defineModules, providers} = await import('../project/define-modules.js');
  const {defaultConfig} = await import('../project/session.js');
  const {settingNames} = await import('../project/config-values.js');
  const {packageConfigs, packageOf} = await import('../init/draft.js');
  const file = path === undefined ? configWithoutFile(defaultConfig, {cwd}) : await readConfigFile(path, cwd);
  const modules = await defineModules(file);
  const records = modules.flatMap(({name, definition}) =>
    Object.values(definition?.getMetadata().tools ?? {}).map((record) => ({module: name, record})),
  );
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
  const names: ProjectNames = {
    modules: modules.map(({name}) => name),
    tools: records.map(({module, record}) => toolNames(module, record)),
    settings: unique(modules.flatMap(({config}) => [...settingNames(config)])),
    handles: unique(records.flatMap(({record: {planning}}) => [...planning.produces, ...planning.consumes])),
    tags: unique(records.flatMap(({record}) => record.tags)),
    packages: packageConfigs().map(packageOf),
    providers: Object.keys(providers),
  };
  const files = [path, ...modules.flatMap((module) => module.files)].filter((name) => name !== undefined);
  return {names, files};
}

function toolNames(module: string, {tool, description, aliases, inputSchema}: ToolMetadata): ToolNames {
  const required = new Set(inputSchema.required ?? []);
  const parameters = Object.entries(inputSchema.properties ?? {})
    .sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
    .map(([name, schema]) => ({name, description: schema.description, values: valuesOf(schema)}));
  return {
    name: `${module}.${tool}`,
    description,
    aliases: [tool, ...aliases.flatMap((alias) => [alias, `${module}.${alias}`])],
    parameters,
  };
}

const valuesOf = (schema: JsonSchema): readonly string[] | undefined =>
  isRecord(schema) && schema.enum ? schema.enum.map(String) : schema.type === 'boolean' ? ['true', 'false'] : undefined;

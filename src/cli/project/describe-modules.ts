import {isRecord} from '../../contract/json.js';
import type {Problem} from '../error-report.js';
import type {Io} from '../io.js';
import type {ConfigFile} from './config-file.js';
import {defineModules, providers} from './define-modules.js';
import type {DefinedModule, Definition} from './define-modules.js';
import {needsOfProvider, needsOfWrap} from './needs.js';
import type {Need} from './needs.js';
import {discovers} from './read-wrap-config.js';
import {shippedConfigs} from './shipped-configs.js';

/** A module of the config, or something that comes with haft to make one of. */
export interface ModuleSummary {
  readonly name: string;
  /** What it is made by: `provider fs`, `wrap npm_library`. */
  readonly kind: string;
  readonly description: string;
  /** Names in the module. */
  readonly tools: readonly string[];
  /** Whether it has more of them once it lives: those of a server, or of a description. */
  readonly discovers?: boolean;
  /** What its author says that it needs. */
  readonly requirements: readonly string[];
  /** Packages and programs, with whether they are there. */
  readonly needs: readonly Need[];
  /** Why it can not be made from its config. */
  readonly problems?: readonly Problem[];
}

export async function configuredModules(file: ConfigFile, env: Io['env']): Promise<ModuleSummary[]> {
  return Promise.all((await defineModules(file)).map((module) => summaryOf(module, env)));
}

async function summaryOf(module: DefinedModule, env: Io['env']): Promise<ModuleSummary> {
  const {name, provider, wrap, definition, problems} = module;
  const kind = provider === undefined ? `wrap ${typeOf(wrap)}` : `provider ${provider}`;
  const config = isRecord(module.config) ? module.config : {};
  const needs = provider === undefined ? await needsOfWrap(wrap, env) : await needsOfProvider(provider, env, config);
  return {name, kind, ...factsOf(definition), needs, ...(problems.length > 0 && {problems})};
}

/** The providers, then the wrap configs that come with haft. */
export async function shippedModules(env: Io['env']): Promise<ModuleSummary[]> {
  const ofProviders: ModuleSummary[] = [];
  // One after the other: they share most of what they load.
  for (const [name, load] of Object.entries(providers)) {
    ofProviders.push({
      name,
      kind: 'provider',
      ...factsOf(await load()),
      needs: await needsOfProvider(name, env),
    });
  }
  const ofConfigs = shippedConfigs().map(async ({wrap, value}) => ({
    name: wrap,
    kind: `wrap ${typeOf(value)}`,
    description: text(value['description']),
    tools: isRecord(value['tools']) ? Object.keys(value['tools']) : [],
    ...(discovers(value) && {discovers: true}),
    requirements: Array.isArray(value['requirements']) ? value['requirements'].map(text) : [],
    needs: await needsOfWrap(value, env),
  }));
  return [...ofProviders, ...(await Promise.all(ofConfigs))];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A config that names no type wraps a library. */
const typeOf = (wrap: unknown): string =>
  isRecord(wrap) && typeof wrap['type'] === 'string' ? wrap['type'] : 'npm_library';

function factsOf(
  definition: Definition | undefined,
): Pick<ModuleSummary, 'description' | 'tools' | 'requirements' | 'discovers'> {
  if (!definition) return {description: '', tools: [], requirements: []};
  const {description, tools, requirements, discovers: isDiscovering} = definition.getMetadata();
  return {description, tools: Object.keys(tools), requirements, ...(isDiscovering === true && {discovers: true})};
}

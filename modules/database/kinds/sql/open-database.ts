import {existsSync, realpathSync} from 'node:fs';
import {dirname, resolve, sep} from 'node:path';
import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {connectDatabase} from '../../connect.js';
import type {Database} from '../../database.js';
import {databaseConfig} from '../../options.js';
import type {DatabaseConfig} from '../../options.js';

/** What the module takes where nothing is said, from its own options. */
const defaults = Object.fromEntries(
  Object.entries(databaseConfig).flatMap(([key, option]) => ('default' in option ? [[key, option.default]] : [])),
);

/** Keys of the config that mean the same in the config of the module. */
const shared = ['schemas', 'maxRows', 'maxConnections', 'statementTimeout'] as const;

/** The database of a config. Nothing is opened before it is needed. Throws INVALID_CONFIG. */
export function openDatabase(setup: WrapSetup): {readonly database: Database; readonly inMemory: boolean} {
  const {config, runtime} = setup;
  const where = placeOf(setup);
  const settings = {
    ...defaults,
    ...Object.fromEntries(shared.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]]))),
    ...where,
    readOnly: config['readOnly'] !== false,
  } as unknown as DatabaseConfig;
  try {
    return {database: connectDatabase(settings, runtime), inMemory: where['embedded'] === 'memory'};
  } catch (error) {
    if (!ToolError.isToolError(error) || error.code !== 'INVALID_CONFIG') throw error;
    throw setup.problem('database', error.message, error.suggestions?.join('; ') ?? 'Name one database', error);
  }
}

/** Where the database is, with templates filled; what a runtime value leaves empty is left out. */
function placeOf(setup: WrapSetup): Record<string, unknown> {
  const given = isRecord(setup.config['database']) ? setup.config['database'] : {};
  const where: Record<string, unknown> = {};
  for (const key of ['embedded', 'url'] as const) {
    const value = given[key] === undefined ? undefined : setup.template(given[key]).fill({});
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw setup.problem(`database.${key}`, 'It must be a text', 'Give a text');
    where[key] = value;
  }
  for (const key of ['pool', 'client'] as const) if (given[key] !== undefined) where[key] = given[key];
  if (given['env'] === true) where['env'] = true;
  if (typeof given['embedded'] === 'string' && typeof where['embedded'] === 'string')
    where['embedded'] = confined(where['embedded'], setup);
  return where;
}

/** A directory that the config itself names lies under `basePath`; one that a runtime value names is the caller's word. */
function confined(directory: string, setup: WrapSetup): string {
  if (directory === 'memory') return directory;
  const base = baseOf(setup);
  const path = resolve(base, directory);
  let there = path;
  while (!existsSync(there)) there = dirname(there);
  const real = realpathSync(there);
  if (isInside(base, path) && isInside(base, real)) return path;
  throw setup.problem(
    'database.embedded',
    `The directory ${JSON.stringify(directory)} is outside of basePath`,
    'Name one under basePath, or give it as a runtime value: {"$config": "directory"}',
  );
}

function baseOf(setup: WrapSetup): string {
  const {basePath} = setup.values;
  const given = typeof basePath === 'string' ? basePath : '.';
  try {
    return realpathSync(resolve(given));
  } catch (error) {
    throw setup.problem('basePath', `The folder ${given} can not be used`, 'Create it, or name another', error);
  }
}

const isInside = (base: string, path: string): boolean =>
  path === base || path.startsWith(base.endsWith(sep) ? base : base + sep);

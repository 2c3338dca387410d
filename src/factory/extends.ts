import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {isPlainObject} from './snapshot-config.js';

type Config = Readonly<Record<string, unknown>>;

/** Bases of bases of bases; what is deeper is a mistake. */
export const maxExtends = 10;

/** Keys whose entries are put together by name. */
const mergedKeys: ReadonlySet<string> = new Set(['tools', 'overrides']);

/** What `extends` names: one base, or a list of them. */
export const basesOf = (config: Config): readonly unknown[] => {
  const bases = config['extends'];
  return Array.isArray(bases) ? (bases as unknown[]) : bases === undefined ? [] : [bases];
};

/**
 * Configs as one, the weakest first: keys of a later one win, tools and overrides are put together by name and key by key,
 * `null` takes away what a base has.
 */
export function mergeConfigs(configs: readonly Config[], report: Report): Config {
  const merged = configs.reduce((base, config) => {
    const {extends: _extends, $schema: _schema, ...own} = config;
    const maps = Object.entries(own).filter(([key, value]) => mergedKeys.has(key) && isRecord(value));
    const put = maps.map(([key, value]) => [key, mergeEntries(base[key], value as Config, key, report)] as const);
    return overlay(base, {...own, ...Object.fromEntries(put)});
  }, {});
  return Object.freeze(merged);
}

/** The tools of a base with those of a config over them. */
function mergeEntries(base: unknown, own: Config, path: string, report: Report): Config {
  const known = isRecord(base) ? base : {};
  const entries = Object.entries(own).filter(([name, entry]) => {
    if (entry !== null || Object.hasOwn(known, name)) return true;
    const near = nearest(name, Object.keys(known));
    report({
      path: joinPath(path, name),
      message: `There is no "${name}" in what this config extends, to be taken away`,
      remedy: near === undefined ? 'Remove this line' : `Did you mean "${near}"?`,
    });
    return false;
  });
  const merged = entries.map(([name, entry]): [string, unknown] => {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    return [name, isPlainObject(before) && isPlainObject(entry) ? overlay(before, entry) : entry];
  });
  return overlay(known, Object.fromEntries(merged));
}

/** Entries of `own` over those of `base`; `null` removes one that is there. Names such as `__proto__` stay what they are. */
function overlay(base: Config, own: Config): Config {
  const entries = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(own)) {
    if (value === null && entries.has(key)) entries.delete(key);
    else entries.set(key, value);
  }
  return Object.freeze(Object.fromEntries(entries));
}

/**
 * A config in code with the bases that stand in its `extends` merged in. Names of files are refused: only `loadConfig` and
 * the command line read them. `lacking` is told that a base is not there, so that the config is half of one.
 */
export function applyExtends(config: Config, report: Report, lacking: () => void = () => undefined): Config {
  if (config['extends'] === undefined) return config;
  const layers = layersOf(config, '', 0, (problem) => {
    lacking();
    report(problem);
  });
  return mergeConfigs(layers, report);
}

function layersOf(config: Config, path: string, depth: number, report: Report): readonly Config[] {
  const layers = basesOf(config).flatMap((base, index) => {
    const place = joinPath(path, Array.isArray(config['extends']) ? `extends[${String(index)}]` : 'extends');
    if (typeof base === 'string') {
      const message = `"${base}" is the name of a file, which only \`loadConfig\` and the command line read`;
      report({
        path: place,
        message,
        remedy: 'Give `await loadConfig(file)` as the config, or the base itself instead of its name',
      });
    } else if (!isPlainObject(base)) {
      report({path: place, message: 'It must be a config', remedy: 'Give the base as an object'});
    } else if (depth >= maxExtends) {
      report({
        path: place,
        message: `More than ${String(maxExtends)} configs stand on each other`,
        remedy: 'Merge some of them',
      });
    } else return layersOf(base, place, depth + 1, report);
    return [];
  });
  return [...layers, config];
}

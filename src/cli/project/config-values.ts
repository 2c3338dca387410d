import {isRecord} from '../../contract/json.js';
import type {JsonSchema} from '../../contract/json.js';
import type {Io} from '../io.js';
import {runtimeNames} from '../../factory/runtime-names.js';
import {nearest} from '../../contract/nearest.js';
import type {Problem} from '../error-report.js';
import {usageError} from '../usage-error.js';
import type {ConfigFile} from './config-file.js';
import {schemaAt, typedText} from './typed-text.js';

/** What `{"$config": NAME}` and `{"$env": NAME}` stand for. */
export interface ValueSources {
  readonly values: Readonly<Record<string, string>>;
  readonly env: Io['env'];
  /** Is told of every text of the environment, which counts as a secret (DESIGN 9). */
  readonly secret: (value: string) => void;
}

/** Reads `--set NAME=VALUE`. */
export function readSettings(settings: readonly string[]): Readonly<Record<string, string>> {
  const pairs = settings.map((setting): [string, string] => {
    const end = setting.indexOf('=');
    if (end < 1) throw usageError(`Option --set must be NAME=VALUE, received '${setting}'`, 'Write --set name=value');
    return [setting.slice(0, end), setting.slice(end + 1)];
  });
  return Object.fromEntries(pairs);
}

/** Names that `{"$config": NAME}` stands for anywhere in a config. */
export function settingNames(config: unknown): Set<string> {
  if (Array.isArray(config)) return new Set(config.flatMap((item) => [...settingNames(item)]));
  if (!isPlain(config)) return new Set();
  const directive = readDirective(config);
  if (directive) return new Set(directive.word === '$config' ? [String(directive.name)] : []);
  return new Set(Object.values(config).flatMap((value) => [...settingNames(value)]));
}

/** Places of a config that hold a value of the environment. */
export function environmentPaths(config: unknown, path: string): string[] {
  if (Array.isArray(config))
    return config.flatMap((item, index) => environmentPaths(item, `${path}[${String(index)}]`));
  if (!isPlain(config)) return [];
  const directive = readDirective(config);
  if (directive) return directive.word === '$env' ? [path] : [];
  return Object.entries(config).flatMap(([key, value]) => environmentPaths(value, `${path}.${key}`));
}

/** A module of the config with its wrap config, if it has one. */
interface SetModule {
  readonly name: string;
  readonly wrap?: unknown;
}

/** A line for every value of `--set` that the config has no place for: it was most likely meant for another one. */
export function unusedSettings(
  values: Readonly<Record<string, string>>,
  {name: file, value}: ConfigFile,
  modules: readonly SetModule[] = [],
): string[] {
  const entries = isRecord(value) && isRecord(value['modules']) ? Object.values(value['modules']) : [];
  const known = settingNames(entries.map((entry) => (isRecord(entry) ? entry['config'] : undefined)));
  return Object.keys(values)
    .filter((setting) => !known.has(setting))
    .map((setting) => {
      const near = nearest(setting, known);
      const taker = modules.find(({wrap}) => wrap !== undefined && runtimeNames(wrap)?.has(setting) === true)?.name;
      // A wrap config gets its values from the project, which may take them from --set.
      const given =
        taker === undefined ? '' : `; write modules.${taker}.config: {"${setting}": {"$config": "${setting}"}}`;
      const hint = near === undefined ? given : `; did you mean --set ${near}=…?`;
      return `--set ${setting} is used nowhere: ${file} has no {"$config": "${setting}"}${hint}`;
    });
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** Where a directive stands: its path, and what the module takes there. */
interface Place {
  readonly path: string;
  readonly schema: JsonSchema | undefined;
}

/** The config of a module with values in place of directives, each as its place wants it; what has none is reported. */
export function fillValues(
  given: unknown,
  {path, schema}: Place,
  sources: ValueSources,
  report: (problem: Problem) => void,
): unknown {
  const fill = (item: unknown, key: string | number): unknown => {
    const step = typeof key === 'number' ? `[${String(key)}]` : `.${key}`;
    return fillValues(item, {path: `${path}${step}`, schema: schemaAt(schema, key)}, sources, report);
  };
  if (Array.isArray(given)) return given.map(fill);
  if (!isPlain(given)) return given;
  const directive = readDirective(given);
  if (directive) return fillDirective(directive, {path, schema}, sources, report);
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fill(value, key)]));
}

interface Directive {
  readonly word: '$config' | '$env';
  readonly name: unknown;
  readonly fallback: unknown;
}

function readDirective(value: Readonly<Record<string, unknown>>): Directive | undefined {
  const words = (['$config', '$env'] as const).filter((word) => Object.hasOwn(value, word));
  const [word] = words;
  if (word === undefined || words.length > 1) return undefined;
  return {word, name: value[word], fallback: value['default']};
}

function fillDirective(
  {word, name, fallback}: Directive,
  {path, schema}: Place,
  {values, env, secret}: ValueSources,
  report: (problem: Problem) => void,
): unknown {
  const source = word === '$env' ? env : values;
  const shown = typeof name === 'string' ? name : 'NAME';
  const value = typeof name === 'string' && Object.hasOwn(source, name) ? source[name] : undefined;
  if (value !== undefined) {
    const typed = typedText(value, schema);
    // A number or a boolean is no secret: taken out of all that is shown, it would only hide something else.
    if (word === '$env' && (!('value' in typed) || typed.value === value)) secret(value);
    if ('value' in typed) return typed.value;
    report({path: `${path}.${word}`, ...misfit(word, shown, value, typed.wanted)});
    return undefined;
  }
  if (fallback !== undefined) return fallback;
  const remedy =
    word === '$env' ? `Set the variable ${shown}, or add a "default"` : `Give --set ${shown}=VALUE, or add a "default"`;
  report({path: `${path}.${word}`, message: `There is no value for "${shown}"`, remedy});
  return undefined;
}

/** A value that its place can not take. What stands in the environment is a secret and is not shown. */
function misfit(word: Directive['word'], name: string, value: string, wanted: string): Omit<Problem, 'path'> {
  if (word === '$env') {
    return {
      message: `The variable ${name} holds no ${wanted}`,
      remedy: `Give ${name} a value of the type ${wanted}, or write it into the config`,
    };
  }
  return {
    message: `The value of --set ${name} is no ${wanted}`,
    received: JSON.stringify(value),
    remedy: `Give a value of the type ${wanted}, or write it into the config`,
  };
}

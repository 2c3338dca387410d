import {isRecord} from '../../contract/json.js';
import type {Io} from '../io.js';
import {nearest} from '../../contract/nearest.js';
import type {Problem} from '../error-report.js';
import {usageError} from '../usage-error.js';
import type {ConfigFile} from './config-file.js';

/** What `{"$config": NAME}` and `{"$env": NAME}` stand for. */
export interface ValueSources {
  readonly values: Readonly<Record<string, string>>;
  readonly env: Io['env'];
  /** Is told of every value of the environment, which counts as a secret (DESIGN 9). */
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

/** A line for every value of `--set` that the config has no place for: it was most likely meant for another one. */
export function unusedSettings(values: Readonly<Record<string, string>>, {name: file, value}: ConfigFile): string[] {
  const entries = isRecord(value) && isRecord(value['modules']) ? Object.values(value['modules']) : [];
  const known = settingNames(entries.map((entry) => (isRecord(entry) ? entry['config'] : undefined)));
  return Object.keys(values)
    .filter((setting) => !known.has(setting))
    .map((setting) => {
      const near = nearest(setting, known);
      const hint = near === undefined ? '' : `; did you mean --set ${near}=…?`;
      return `--set ${setting} is used nowhere: ${file} has no {"$config": "${setting}"}${hint}`;
    });
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

/** The config of a module with values in place of directives; what has none is reported. */
export function fillValues(
  given: unknown,
  path: string,
  sources: ValueSources,
  report: (problem: Problem) => void,
): unknown {
  if (Array.isArray(given)) return given.map((item, index) => fillValues(item, `${path}[${index}]`, sources, report));
  if (!isPlain(given)) return given;
  const directive = readDirective(given);
  if (directive) return fillDirective(directive, path, sources, report);
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, fillValues(value, `${path}.${key}`, sources, report)]),
  );
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
  path: string,
  {values, env, secret}: ValueSources,
  report: (problem: Problem) => void,
): unknown {
  const source = word === '$env' ? env : values;
  const value = typeof name === 'string' && Object.hasOwn(source, name) ? source[name] : undefined;
  if (value !== undefined) {
    if (word === '$env') secret(value);
    return value;
  }
  if (fallback !== undefined) return fallback;
  const shown = typeof name === 'string' ? name : 'NAME';
  const remedy =
    word === '$env' ? `Set the variable ${shown}, or add a "default"` : `Give --set ${shown}=VALUE, or add a "default"`;
  report({path: `${path}.${word}`, message: `There is no value for "${shown}"`, remedy});
  return undefined;
}

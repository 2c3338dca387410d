import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import {closedNames} from '../schema/normalize.js';
import type {NormalizedSchema} from '../schema/normalize.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {isPlainObject} from './snapshot-config.js';
import {compileTransform} from './transform.js';
import type {Transform} from './transform.js';

type Config = Readonly<Record<string, unknown>>;

/** The tool that takes a call back, and how its input is made. */
export interface UndoBinding {
  readonly tool: string;
  readonly input: Transform | undefined;
}

/** A tool of a config, as far as an `undo` that calls it is concerned. */
interface UndoneTool {
  readonly name: string;
  readonly config: Config;
  /** What it takes; undefined where that could not be read, which is reported. */
  readonly schema: NormalizedSchema | undefined;
}

interface UndoCheck {
  readonly tool: Config;
  readonly module: Config;
  readonly language: WrapLanguage;
  readonly path: string;
  /** Names of the inputs of the tool, where it takes no others. */
  readonly inputs: readonly string[] | undefined;
  readonly report: Report;
}

/** Reads `undo`: the tool that it names is one of the config, where the config lists them. */
export function prepareUndo({tool, module, language, path, inputs, report}: UndoCheck): UndoBinding | undefined {
  const {undo} = tool;
  if (!isRecord(undo) || typeof undo['tool'] !== 'string') return undefined;
  const known = Object.keys(isRecord(module['tools']) ? module['tools'] : {});
  if (!language.discovers && !known.includes(undo['tool'])) {
    const near = nearest(undo['tool'], known);
    report({
      path: joinPath(path, 'tool'),
      message: `There is no tool "${undo['tool']}"`,
      remedy: near === undefined ? `Tools are ${known.join(', ')}` : `Did you mean "${near}"?`,
    });
  }
  return {tool: undo['tool'], input: compileTransform(undo['input'], joinPath(path, 'input'), report, inputs)};
}

/** Holds the keys of every `undo.input` against what the tool takes that it is for. What a value becomes is not known yet. */
export function checkUndoInputs(tools: readonly UndoneTool[], report: Report): void {
  for (const {name, config} of tools) {
    const {undo} = config;
    if (!isRecord(undo)) continue;
    const target = tools.find((one) => one.name === undo['tool']);
    const given = undo['input'] === undefined ? {} : undo['input'];
    if (target?.schema === undefined || !isPlainObject(given)) continue;
    checkKeys(Object.keys(given), target.name, target.schema, `tools.${name}.undo.input`, report);
  }
}

function checkKeys(
  given: readonly string[],
  tool: string,
  takes: NormalizedSchema,
  path: string,
  report: Report,
): void {
  const {schema, aliases} = takes;
  const names = closedNames(takes);
  const misspelt = new Set<string | undefined>();
  for (const key of names ? given : []) {
    if (names?.includes(key) || Object.hasOwn(aliases, key)) continue;
    const near = nearest(key, names ?? []);
    misspelt.add(near);
    const known = names?.length === 0 ? `"${tool}" takes no input` : `"${tool}" takes ${names?.join(', ') ?? ''}`;
    report({
      path: joinPath(path, key),
      message: `The tool "${tool}" has no input "${key}"`,
      remedy: near === undefined ? known : `Did you mean "${near}"?`,
    });
  }
  const named = new Set(given.map((key) => (Object.hasOwn(aliases, key) ? aliases[key] : key)));
  for (const name of schema.required ?? []) {
    if (named.has(name) || misspelt.has(name)) continue;
    report({
      path: joinPath(path, name),
      message: `The tool "${tool}" needs the input "${name}"`,
      remedy: `Add "${name}": an expression such as "$input.${name}"`,
    });
  }
}

import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';

type Tool = Readonly<Record<string, unknown>>;

/** What a tool of a config declares as its input. */
export interface DeclaredInputs {
  /** Where they stand: `input`, or `inputSchema.properties`. */
  readonly key: string;
  readonly names: readonly string[];
}

/** Names of the inputs that a tool of a config declares; undefined where it takes others too, or says it in code. */
export function declaredInputs(tool: Tool): DeclaredInputs | undefined {
  const key = tool['input'] === undefined ? 'inputSchema' : 'input';
  const input = tool[key];
  const isForeign = isRecord(input) && (Object.getOwnPropertySymbols(input).length > 0 || '~standard' in input);
  if (!isRecord(input) || isForeign) return undefined;
  if (input['type'] !== 'object' || !isRecord(input['properties'])) return {key, names: Object.keys(input)};
  const closed = input['additionalProperties'] === false;
  return closed ? {key: `${key}.properties`, names: Object.keys(input['properties'])} : undefined;
}

const placeholder = /\{[+#./;]?([A-Za-z_$][\w$-]*)(?:\.[\w$-]+)*\*?\}/g;

/**
 * Declared inputs that no template of these parts of a tool names, as problems at their places: an agent would believe in
 * them. A transform of the input uses them all, one of the output or the input of `undo` those that it names.
 */
export function unusedInputs(tool: Tool, parts: readonly string[]): readonly {path: string; name: string}[] {
  const declared = declaredInputs(tool);
  const expressions = expressionsOf(tool);
  if (!declared || !expressions) return [];
  const named = new Set<string>();
  for (const text of parts.flatMap((part) => textsIn(tool[part])))
    for (const [, name = ''] of text.matchAll(placeholder)) named.add(name);
  // A misspelt placeholder is told at its own place.
  const meant = new Set([...named].filter((name) => !declared.names.includes(name)));
  const handle = handleInput(tool['on']);
  return declared.names
    .filter((name) => !named.has(name) && name !== handle && !expressions.some((text) => mentions(text, name)))
    .filter((name) => ![...meant].some((misspelt) => nearest(misspelt, declared.names) === name))
    .map((name) => ({path: `${declared.key}.${name}`, name}));
}

/** Expressions that see the input; undefined where one is code, or takes the input as a whole. */
function expressionsOf(tool: Tool): readonly string[] | undefined {
  const {transform, undo, outputTransform} = tool;
  const {input, output} = isRecord(transform) ? transform : {};
  const all = [output, outputTransform, isRecord(undo) ? undo['input'] : undefined];
  if (input !== undefined || all.some((one) => typeof one === 'function')) return undefined;
  const texts = all.flatMap(textsIn);
  return texts.some((text) => /\$input(?!\s*\.|\w)/.test(text)) ? undefined : texts;
}

const mentions = (text: string, name: string): boolean => text.includes('$input') && text.includes(name);

/** All texts of a value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The input that the handle of `on` is. */
function handleInput(on: unknown): unknown {
  return isRecord(on) ? (on['as'] ?? on['handle']) : on;
}

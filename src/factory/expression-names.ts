import {isRecord} from '../contract/json.js';

/** What an expression takes from outside of itself. */
export interface ExpressionNames {
  /** Variables that are only read, without their `$`. */
  readonly variables: ReadonlySet<string>;
  /** Functions that are called, without their `$`. */
  readonly functions: ReadonlySet<string>;
  /** Fields of `$input` that it names. */
  readonly inputs: ReadonlySet<string>;
}

/** Functions of JSONata. `$eval` is none of them: an expression may not read another one from a text. */
export const expressionFunctions: readonly string[] = [
  ...['sum', 'count', 'max', 'min', 'average', 'string', 'substring', 'substringBefore', 'substringAfter'],
  ...['lowercase', 'uppercase', 'length', 'trim', 'pad', 'match', 'contains', 'replace', 'split', 'join'],
  ...['formatNumber', 'formatBase', 'formatInteger', 'parseInteger', 'number', 'floor', 'ceil', 'round', 'abs'],
  ...['sqrt', 'power', 'random', 'boolean', 'not', 'map', 'zip', 'filter', 'single', 'reduce', 'sift', 'keys'],
  ...['lookup', 'append', 'exists', 'spread', 'merge', 'reverse', 'each', 'error', 'assert', 'type', 'sort'],
  ...['shuffle', 'distinct', 'base64encode', 'base64decode', 'encodeUrlComponent', 'encodeUrl'],
  ...['decodeUrlComponent', 'decodeUrl', 'toMillis', 'fromMillis', 'clone', 'now', 'millis'],
];

/**
 * The names of an expression, from the tree that jsonata reads it into. A name that the expression binds anywhere (`:=`, a
 * parameter, `@$x`, `#$i`) counts as bound everywhere: rather one unknown name too few than a wrong word about a good one.
 */
export function namesOf(tree: unknown): ExpressionNames {
  const variables = new Set<string>();
  const functions = new Set<string>();
  const inputs = new Set<string>();
  // `$` and `$$`
  const bound = new Set<unknown>(['', '$']);
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (Array.isArray(node)) {
      open.push(...(node as unknown[]).filter(isObject));
      continue;
    }
    if (!isRecord(node)) continue;
    const {type, focus, index, lhs, arguments: parameters, procedure, steps} = node;
    if (typeof focus === 'string') bound.add(focus);
    if (typeof index === 'string') bound.add(index);
    if (type === 'bind') bound.add(variableOf(lhs));
    if (type === 'lambda' && Array.isArray(parameters)) parameters.forEach((one) => bound.add(variableOf(one)));
    if (type === 'variable') variables.add(String(node['value']));
    if (type === 'path' && Array.isArray(steps) && variableOf(steps[0]) === 'input') inputs.add(fieldOf(steps[1]));
    const called = type === 'function' || type === 'partial' ? variableOf(procedure) : undefined;
    if (called !== undefined) functions.add(called);
    for (const [key, child] of Object.entries(node)) {
      if (isObject(child) && !(key === 'procedure' && called !== undefined)) open.push(child);
    }
  }
  const free = (names: ReadonlySet<string>): Set<string> => new Set([...names].filter((name) => !bound.has(name)));
  inputs.delete('');
  return {
    variables: free(variables),
    functions: free(functions),
    inputs: bound.has('input') ? new Set<string>() : inputs,
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const variableOf = (node: unknown): string | undefined =>
  isRecord(node) && node['type'] === 'variable' ? String(node['value']) : undefined;

/** The field that a step takes; empty where it takes none by its name. */
const fieldOf = (step: unknown): string => (isRecord(step) && step['type'] === 'name' ? String(step['value']) : '');

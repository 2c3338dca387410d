import {nearest} from '../contract/nearest.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import type {ExpressionNames} from './expression-names.js';
import {expressionFunctions} from './expression-names.js';
import {compileExpression} from './expression.js';
import type {Expression} from './expression.js';
import {isPlainObject} from './snapshot-config.js';
import {toPlainJson} from './plain-json.js';
import {unknownInput} from './unknown-input.js';

/** What a transform sees: the value, and beside it `$input` and `$config`. */
export interface TransformScope {
  /** The input as it was validated; for data, handles in place of their resources. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly publicInput: () => unknown;
  /** Runtime values without secrets. */
  readonly config: Readonly<Record<string, unknown>>;
}

export type Transform = (value: unknown, scope: TransformScope) => unknown;

type Node = Expression | {readonly [key: string]: Node};

/** What expressions are bound to, beside the functions of JSONata. */
const bindings: readonly string[] = ['input', 'config'];
const known: ReadonlySet<string> = new Set([...bindings, ...expressionFunctions]);

/**
 * Reads a transform: a function of code is called with the value as it is and the input; JSONata gets plain JSON.
 * undefined when there is none. What can not be read is reported, and names that are nothing; `inputs` are those of the tool,
 * where it takes no others.
 */
export function compileTransform(
  spec: unknown,
  path: string,
  report: Report,
  inputs?: readonly string[],
): Transform | undefined {
  if (spec === undefined) return undefined;
  if (typeof spec === 'function')
    return (value, {input}) => (spec as (value: unknown, input: unknown) => unknown)(value, input);
  const node = compileNode(spec, path, report, inputs);
  if (!node) return undefined;
  return async (value, {input, publicInput, config}) => {
    const plain = toPlainJson(value === input ? publicInput() : value);
    return evaluateNode(node, plain, {input: publicInput(), config});
  };
}

function compileNode(spec: unknown, path: string, report: Report, inputs?: readonly string[]): Node | undefined {
  if (typeof spec === 'string') {
    try {
      const expression = compileExpression(spec);
      checkNames(expression.names, path, report, inputs);
      return expression;
    } catch (error) {
      report({
        path,
        message: error instanceof Error ? error.message : String(error),
        received: spec.length > 80 ? `${spec.slice(0, 77)}...` : spec,
        remedy:
          'Write JSONata (docs.jsonata.org), with $ for the value, $input and $config; functions are for configs in code',
      });
      return undefined;
    }
  }
  // The shape of the value was checked and reported before.
  if (!isPlainObject(spec)) return undefined;
  const nodes: Record<string, Node> = {};
  for (const [key, value] of Object.entries(spec)) {
    const node = compileNode(value, joinPath(path, key), report, inputs);
    if (node) nodes[key] = node;
  }
  return nodes;
}

/** Reports what an expression names and nobody has bound: it would be nothing, or fail, at every call. */
function checkNames(
  {variables, functions, inputs}: ExpressionNames,
  path: string,
  report: Report,
  taken: readonly string[] | undefined,
): void {
  for (const [what, names] of [
    ['variable', variables],
    ['function', functions],
  ] as const) {
    for (const name of names) {
      if (known.has(name)) continue;
      const near = nearest(name, what === 'variable' ? [...known] : expressionFunctions);
      report({
        path,
        message: `Unknown ${what} "$${name}"`,
        remedy:
          near === undefined
            ? 'Known are $, $$, $input, $config and the functions of JSONata'
            : `Did you mean "$${near}"?`,
      });
    }
  }
  for (const name of taken ? inputs : [])
    if (!taken?.includes(name)) report({path, ...unknownInput(name, taken ?? [])});
}

const isExpression = (node: Node): node is Expression => typeof node.evaluate === 'function';

async function evaluateNode(node: Node, value: unknown, bindings: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (isExpression(node)) return node.evaluate(value, bindings);
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(node)) {
    const data = await evaluateNode(child, value, bindings);
    if (data !== undefined) result[key] = data;
  }
  return result;
}

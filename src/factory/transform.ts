import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {compileExpression} from './expression.js';
import type {Expression} from './expression.js';
import {isPlainObject} from './snapshot-config.js';
import {toPlainJson} from './plain-json.js';

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

/**
 * Reads a transform: a function of code is called with the value as it is and the input; JSONata gets plain JSON.
 * undefined when there is none. What can not be read is reported.
 */
export function compileTransform(spec: unknown, path: string, report: Report): Transform | undefined {
  if (spec === undefined) return undefined;
  if (typeof spec === 'function')
    return (value, {input}) => (spec as (value: unknown, input: unknown) => unknown)(value, input);
  const node = compileNode(spec, path, report);
  if (!node) return undefined;
  return async (value, {input, publicInput, config}) => {
    const plain = toPlainJson(value === input ? publicInput() : value);
    return evaluateNode(node, plain, {input: publicInput(), config});
  };
}

function compileNode(spec: unknown, path: string, report: Report): Node | undefined {
  if (typeof spec === 'string') {
    try {
      return compileExpression(spec);
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
    const node = compileNode(value, joinPath(path, key), report);
    if (node) nodes[key] = node;
  }
  return nodes;
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

import {createRequire} from 'node:module';
import {setImmediate} from 'node:timers/promises';
import type jsonataModule from 'jsonata';
import {ToolError} from '../contract/errors.js';
import {safeRead} from '../contract/native-errors.js';
import {boundedRegExp} from '../schema/bounds.js';

/** The only import of jsonata; loaded when the first config with an expression is read. */
const load = (): typeof jsonataModule =>
  (jsonata ??= createRequire(import.meta.url)('jsonata') as typeof jsonataModule);
let jsonata: typeof jsonataModule | undefined;

/** An expression is data: it may not take the process with it (SECURITY 4). ms, levels, items, characters. */
const expressionBounds = Object.freeze({
  timeout: 1000,
  depth: 1000,
  sequence: 1_000_000,
  length: 20_000,
  pad: 1_000_000,
});

/** ms after which an expression lets others run. */
const slice = 10;

export interface Expression {
  evaluate(value: unknown, bindings: Readonly<Record<string, unknown>>): Promise<unknown>;
}

// jsonata makes its regular expressions with `new`, which a function that returns an object takes as well.
const BoundedRegExp = function (this: unknown, given: RegExp): RegExp {
  return boundedRegExp(given.source, given.flags);
} as unknown as RegExpConstructor;

function boundedPad(text: string | undefined, width: number, char = ' '): string | undefined {
  if (text === undefined) return undefined;
  if (Math.abs(width) > expressionBounds.pad)
    throw new Error(`$pad is bounded to ${String(expressionBounds.pad)} characters`);
  return width < 0 ? text.padStart(-width, char) : text.padEnd(width, char);
}

/** What an expression may not do: read another one from a text, or make a text of any length at once. */
const guards = {eval: undefined, pad: boundedPad};

/** Reads a JSONata expression; throws an Error that says what is wrong with it and where. */
export function compileExpression(source: string): Expression {
  if (source.length > expressionBounds.length) {
    throw new Error(`The expression is longer than ${String(expressionBounds.length)} characters`);
  }
  const expression = parse(source);
  let lastPause = 0;
  expression.assign(Symbol.for('jsonata.__evaluate_entry') as unknown as string, () => {
    const now = Date.now();
    if (now - lastPause < slice) return undefined;
    lastPause = now;
    return setImmediate();
  });
  return {
    async evaluate(value, bindings) {
      lastPause = Date.now();
      try {
        return (await expression.evaluate(value, {...bindings, ...guards})) as unknown;
      } catch (error) {
        throw evaluationError(source, error);
      }
    },
  };
}

function parse(source: string): jsonataModule.Expression {
  const {timeout, depth, sequence} = expressionBounds;
  try {
    return load()(source, {timeout, stack: depth, sequence, RegexEngine: BoundedRegExp});
  } catch (error) {
    const position = safeRead(error, 'position');
    const where = typeof position === 'number' ? ` (at character ${String(position)})` : '';
    throw new Error(`It is no JSONata expression: ${messageOf(error)}${where}`, {cause: error});
  }
}

const messageOf = (error: unknown): string => {
  const message = safeRead(error, 'message');
  return typeof message === 'string' ? message : String(error);
};

const overBounds: ReadonlySet<unknown> = new Set(['D1011', 'D1012', 'D2014', 'D2015']);

function evaluationError(source: string, error: unknown): ToolError {
  const shortened = source.length > 120 ? `${source.slice(0, 117)}...` : source;
  const code = overBounds.has(safeRead(error, 'code')) ? 'LIMIT_EXCEEDED' : 'OPERATION_FAILED';
  return new ToolError(code, `The transform ${shortened} failed: ${messageOf(error)}`, {
    cause: error,
    suggestions: ['Try the expression on the same data at try.jsonata.org'],
  });
}

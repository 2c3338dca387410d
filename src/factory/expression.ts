import {createRequire} from 'node:module';
import type jsonataModule from 'jsonata';
import {ToolError} from '../contract/errors.js';
import {safeRead} from '../contract/native-errors.js';
import type {ExpressionNames} from './expression-names.js';
import {namesOf} from './expression-names.js';
import type {BuiltIn} from './expression/functions.js';
import {guards} from './expression/functions.js';
import {ExpressionLimit, expressionBounds} from './expression/limits.js';
import type {Marks} from './expression/operators.js';
import {replaceOperators} from './expression/operators.js';
import {PatternEngine} from './expression/pattern.js';
import type {Environment} from './expression/run.js';
import {Clock, Run, runName, runOf} from './expression/run.js';
import {textOf} from './expression/text.js';

/** The only import of jsonata; loaded when the first config with an expression is read. */
const load = (): typeof jsonataModule =>
  (jsonata ??= createRequire(import.meta.url)('jsonata') as typeof jsonataModule);
let jsonata: typeof jsonataModule | undefined;

export interface Expression {
  /** What it takes from outside of itself. */
  readonly names: ExpressionNames;
  evaluate(value: unknown, bindings: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** Reads a JSONata expression; throws an Error that says what is wrong with it and where. */
export function compileExpression(source: string): Expression {
  if (source.length > expressionBounds.length) {
    throw new Error(`The expression is longer than ${String(expressionBounds.length)} characters`);
  }
  const clock = new Clock();
  const expression = parse(source, clock);
  const names = namesOf(expression.ast());
  watch(expression, replaceOperators(expression.ast(), {'&': concatenate, '..': range}));
  return {
    names,
    async evaluate(value, bindings) {
      const run = new Run([value, bindings], clock);
      try {
        const own = {...bindings, ...(builtIns ??= await guardBuiltIns()), eval: undefined, [runName]: run};
        return await within(expression.evaluate(value, own) as Promise<unknown>);
      } catch (error) {
        throw evaluationError(source, error);
      }
    },
  };
}

/** An object with a function `then` is waited for, which ends with the time alone. */
async function within(evaluation: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ExpressionLimit('It does not end'));
    }, 2 * expressionBounds.timeout);
  });
  try {
    return await Promise.race([evaluation, end]);
  } finally {
    clearTimeout(timer);
  }
}

function parse(source: string, clock: Clock): jsonataModule.Expression {
  const {depth, sequence} = expressionBounds;
  const options = {
    stack: depth,
    RegexEngine: PatternEngine,
    // jsonata reads it wherever a list grows, in loops too that nothing else can end.
    get sequence() {
      clock.assertTurningSometimes();
      return sequence;
    },
  };
  try {
    return load()(source, options);
  } catch (error) {
    const position = safeRead(error, 'position');
    const where = typeof position === 'number' ? ` (at character ${String(position)})` : '';
    throw new Error(`It is no JSONata expression: ${messageOf(error)}${where}`, {cause: error});
  }
}

interface Step {
  readonly type: string;
  readonly value?: unknown;
  readonly group?: unknown;
}

/** Steps that make a value; others answer one that was there. */
const makers: ReadonlySet<string> = new Set(['path', 'unary', 'function', 'apply', 'descendant', 'wildcard']);

const functions: ReadonlySet<string> = new Set(['lambda', 'partial']);

/** Looks at an evaluation before and after each of its steps. */
function watch(expression: jsonataModule.Expression, {updates}: Marks): void {
  const on = (
    name: string,
    look: (step: Step, input: unknown, environment: Environment, result: unknown) => unknown,
  ): void => {
    expression.assign(Symbol.for(`jsonata.__evaluate_${name}`) as unknown as string, look);
  };
  on('entry', (_step, _input, environment) => runOf(environment).pause());
  on('exit', (step, _input, environment, result) => {
    if (typeof result === 'object' && result !== null && functions.has(step.type))
      runOf(environment).scales.addFunction(result);
    if (makers.has(step.type) || step.group !== undefined) runOf(environment).admit(result);
    if (updates.has(step)) runOf(environment).scales.forget();
  });
}

/** `&`, as a function. */
const concatenate = {
  _jsonata_function: true,
  implementation(this: {readonly environment: Environment}, left: unknown, right: unknown): string {
    const run = runOf(this.environment);
    const text = (textOf(run, left) ?? '') + (textOf(run, right) ?? '');
    run.admitLength(text.length);
    return text;
  },
};

/** `..`, as a function, with the errors of jsonata. */
const range = {
  _jsonata_function: true,
  implementation(this: {readonly environment: Environment}, from: unknown, to: unknown): unknown {
    const fail = (code: string, value: unknown): Error => Object.assign(new Error(), {code, value});
    if (from !== undefined && !Number.isInteger(from)) throw fail('T2003', from);
    if (to !== undefined && !Number.isInteger(to)) throw fail('T2004', to);
    if (from === undefined || to === undefined || (from as number) > (to as number)) return undefined;
    const size = (to as number) - (from as number) + 1;
    if (size > expressionBounds.sequence) throw fail('D2015', size);
    runOf(this.environment).makeList(size);
    const list = new Array<number>(size);
    for (let index = 0; index < size; index++) list[index] = (from as number) + index;
    return Object.assign(list, {sequence: true});
  },
};

/** Functions in place of those of jsonata, with their signatures; made once. */
async function guardBuiltIns(): Promise<Readonly<Record<string, BuiltIn>>> {
  const all: Record<string, BuiltIn> = {};
  for (const [name, guard] of Object.entries(guards)) {
    const given = (await load()(`$${name}`).evaluate({})) as BuiltIn;
    const original = given.implementation;
    const implementation = guard((focus, ...values) => original.apply(focus, values)) as BuiltIn['implementation'];
    all[name] = {...given, implementation};
  }
  const now = (await load()('$now').evaluate({})) as BuiltIn;
  return {...all, now: {...now, implementation: nowBy(all['fromMillis'])}};
}

/** `$now`, which jsonata makes anew for each expression; the instant is that of the evaluation. */
function nowBy(fromMillis: BuiltIn | undefined): BuiltIn['implementation'] {
  return function now(this: unknown, picture?: unknown, timezone?: unknown) {
    const {timestamp} = (this as {readonly environment: {readonly timestamp: Date}}).environment;
    return fromMillis?.implementation.call(this, timestamp.getTime(), picture, timezone);
  };
}

let builtIns: Readonly<Record<string, BuiltIn>> | undefined;

const messageOf = (error: unknown): string => {
  const message = safeRead(error, 'message');
  return shorten(typeof message === 'string' ? message : String(error), 500);
};

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 3)}...` : text);

const overBounds: ReadonlySet<unknown> = new Set(['D1011', 'D1012', 'D2014', 'D2015', 'LIMIT_EXCEEDED']);

function evaluationError(source: string, error: unknown): ToolError {
  const code = overBounds.has(safeRead(error, 'code')) ? 'LIMIT_EXCEEDED' : 'OPERATION_FAILED';
  return new ToolError(code, `The transform ${shorten(source, 120)} failed: ${messageOf(error)}`, {
    cause: error,
    suggestions: ['Try the expression on the same data at try.jsonata.org'],
  });
}

import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {isRecord} from '../../contract/json.js';
import {isThenable} from '../../contract/thenable.js';
import {nearest} from '../../contract/nearest.js';
import {functionNames, isObject, isOpenStep, resolvePath} from '../method-path.js';
import type {Resolved} from '../method-path.js';
import {compileMaker, compileMakers, fillAll} from './directives.js';
import type {Maker, MakerContext} from './directives.js';
import {findSteps} from './library-names.js';
import {readProperty, writeProperties} from './properties.js';

type Values = Readonly<Record<string, unknown>>;
type StepConfig = Readonly<Record<string, unknown>>;

/** One thing that is done with an object: a method is called, a property is read or set. */
export interface Step {
  /** Whether what follows goes on with the same object instead of the answer. */
  readonly keeps: boolean;
  /** `objects` are looked through in order: one object, or the roots of the library. */
  run(objects: readonly unknown[], values: Values, call: Call): unknown;
}

/** Reads `{method, args}`, `{get}` or `{set}`, of a tool or of a link of its chain. */
export function bindStep(step: StepConfig, place: string, context: MakerContext): Step {
  const keeps = step['keep'] === true;
  const {get, set} = step;
  if (typeof get === 'string')
    return {keeps, run: (objects, _values, call) => readProperty(objects, get, call, context.shared)};
  if (isRecord(set)) {
    const makers = Object.entries(set).map(
      ([path, value]) => [path, compileMaker(value, `${place}.set.${path}`, context)] as const,
    );
    return {
      keeps: true,
      run: (objects, values, call) => writeProperties(objects, made(makers, values, call), context.shared),
    };
  }
  const args = compileMakers(step['args'], `${place}.args`, context);
  const invoke = invokerOf(typeof step['method'] === 'string' ? step['method'] : '', step['construct'] === true);
  return {keeps, run: (objects, values, call) => invoke(objects, fillAll(args, values, call))};
}

const made = (
  makers: readonly (readonly [string, Maker])[],
  values: Values,
  call: Call,
): readonly (readonly [string, unknown])[] =>
  makers.map(([path, make]) => [path, make(values, call)] as const).filter(([, value]) => value !== undefined);

/** Calls a method with its own `this`, or a class with `new`. */
type Invoke = (objects: readonly unknown[], args: unknown[]) => unknown;

/** Binds a name to the call of a method. The call throws INVALID_STATE where the object has none of that name. */
export function invokerOf(method: string, construct: boolean): Invoke {
  const find = finderOf(method);
  return (objects, args) => {
    const found = find(objects);
    if (typeof found?.value !== 'function') throw noMethod(objects, method);
    return construct
      ? (Reflect.construct(found.value as new () => object, args) as unknown)
      : (Reflect.apply(found.value as () => unknown, found.owner, args) as unknown);
  };
}

/** A method by its path; most are one step, which is looked at once. */
function finderOf(method: string): (objects: readonly unknown[]) => Resolved | undefined {
  const steps = method === '' ? [] : method.split('.');
  const [only = ''] = steps;
  if (steps.length !== 1 || !isOpenStep(only)) return (objects) => findSteps(objects, steps);
  return (objects) => {
    for (const owner of objects) {
      const value = (owner as Readonly<Record<string, unknown>> | undefined | null)?.[only];
      if (value !== undefined) return {owner, value};
    }
    return undefined;
  };
}

function noMethod(objects: readonly unknown[], method: string): ToolError {
  // Of `info.close` the nearest of what `info` is.
  const dot = method.lastIndexOf('.');
  const holder = dot < 0 ? objects[0] : resolvePath(objects[0], method.slice(0, dot))?.value;
  const near = nearest(method.slice(dot + 1), functionNames(holder));
  const what = objects[0] === undefined || objects[0] === null ? String(objects[0]) : 'The object behind the handle';
  return new ToolError('INVALID_STATE', `${what} has no method "${method}"`, {
    outcome: 'not_executed',
    suggestions: near === undefined ? [] : [`Did you mean "${method.slice(0, dot + 1)}${near}"?`],
  });
}

/** Does one step after the other, each with what the one before answered. */
export function chainOf(steps: readonly Step[]): Step['run'] {
  return async (objects, values, call) => {
    let current = objects;
    let answer: unknown;
    for (const [index, step] of steps.entries()) {
      if (call.stopped) throw partOf(index, call.stopped);
      try {
        answer = step.run(current, values, call);
        if (isThenable(answer)) answer = await answer;
      } catch (thrown) {
        throw partOf(index, thrown);
      }
      const isLast = index === steps.length - 1;
      if (step.keeps) answer = current[0];
      else current = [answer];
      if (!isLast && !isObject(answer) && typeof answer !== 'string')
        throw partOf(index + 1, nothingToGoOnWith(index, answer));
    }
    return answer;
  };
}

const nothingToGoOnWith = (index: number, answer: unknown): ToolError =>
  new ToolError('INVALID_STATE', `chain[${String(index)}] answered ${String(answer)}, and no object to go on with`, {
    suggestions: ['Add "keep": true to that step to go on with the same object'],
  });

/** What a later step throws comes after the steps before it have happened. */
function partOf(done: number, thrown: unknown): unknown {
  if (done === 0 || !ToolError.isToolError(thrown) || thrown.outcome !== 'not_executed') return thrown;
  const {code, message, suggestions, context, cause} = thrown;
  return new ToolError(code, message, {
    outcome: 'partial',
    suggestions,
    context: {...context, steps: done},
    cause,
  });
}

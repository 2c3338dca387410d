import type {Run} from './run.js';
import {isCallable} from './text.js';

export type Callback = (this: unknown, ...values: unknown[]) => unknown;

/** How jsonata counts the parameters of a function, by which it gives `$map` and the like one, two or three values. */
function arityOf(value: unknown): number {
  const {arity, implementation} = value as {arity?: unknown; implementation?: unknown};
  if (typeof arity === 'number') return arity;
  if (typeof implementation === 'function') return implementation.length;
  return typeof value === 'function' ? value.length : (value as {arguments: readonly unknown[]}).arguments.length;
}

/**
 * A function that lets others run between its calls, and is ended when the time of the evaluation is over; so is `next` of
 * the match that a pattern answers. What is no function stays as it is.
 */
export function paced(run: Run, given: unknown, look?: (answer: unknown) => void): unknown {
  if (!isCallable(given)) return given;
  const call: Callback & {arity?: number} = async function (...values) {
    await run.pause();
    const answer: unknown = await (given as Callback).apply(this, values);
    look?.(answer);
    if (typeof answer !== 'object' || answer === null || !isCallable((answer as {next?: unknown}).next)) return answer;
    return {...answer, next: paced(run, (answer as {next: unknown}).next, look)};
  };
  call.arity = arityOf(given);
  return call;
}

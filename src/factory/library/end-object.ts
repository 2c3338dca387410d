import {isObject} from '../method-path.js';
import {endCursor} from './cursor.js';
import {Subscription} from './subscription.js';

type End = () => unknown;

/**
 * Ends a live object for which a config names no `dispose`: a subscription stops, an iterator is returned, what has
 * `Symbol.asyncDispose` or `Symbol.dispose` is disposed of.
 */
export async function endObject(object: object): Promise<void> {
  if (object instanceof Subscription) return object.end();
  const wasRead = await endCursor(object);
  const end = endingOf(object) ?? (wasRead ? undefined : iteratorEnd(object));
  if (end) await Reflect.apply(end, object, []);
}

function endingOf(object: object): End | undefined {
  for (const symbol of [Symbol.asyncDispose, Symbol.dispose]) {
    const end: unknown = Reflect.get(object, symbol);
    if (typeof end === 'function') return end as End;
  }
  return undefined;
}

/** `return` of an object that is an iterator itself. */
function iteratorEnd(object: object): End | undefined {
  const {next, return: end} = object as {readonly next?: unknown; readonly return?: unknown};
  return isObject(object) && typeof next === 'function' && typeof end === 'function' ? (end as End) : undefined;
}

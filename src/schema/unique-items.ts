import {isRecord} from '../contract/json.js';

/**
 * A text that is the same for values that JSON Schema takes for equal (2020-12, 4.2.2) and for no others: for 1 and 1.0,
 * for objects whose keys come in another order.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? typeof value;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

/**
 * Where two equal items of a list are, undefined when no two are. Takes as long as the list is; ajv's own `uniqueItems`
 * compares each with each, which takes seconds for ten thousand that somebody else may have sent (MC05).
 */
export function equalItems(list: readonly unknown[]): readonly [number, number] | undefined {
  const scalars = new Map<unknown, number>();
  const texts = new Map<unknown, number>();
  for (const [at, item] of list.entries()) {
    const isScalar = typeof item !== 'object' || item === null;
    const [seen, key] = isScalar ? [scalars, item] : [texts, canonical(item)];
    const before = seen.get(key);
    if (before !== undefined) return [before, at];
    seen.set(key, at);
  }
  return undefined;
}

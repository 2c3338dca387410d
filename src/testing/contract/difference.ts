import {isRecord} from '../../contract/json.js';

/** `equal`: both are the same JSON. `includes`: what is expected is there; objects may have more properties. */
type Comparison = 'equal' | 'includes';

/**
 * The first difference of two JSON values in words, or undefined. Not node:assert's: prototypes are no matter here, for a
 * test runner may have given each file a world of its own.
 */
export function differenceOf(actual: unknown, expected: unknown, how: Comparison, path = ''): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  const place = path === '' ? 'the value' : path;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return `${place} has ${String(actual.length)} elements, not ${String(expected.length)}`;
    }
    return firstOf(expected.keys(), (index) =>
      differenceOf(actual[index], expected[index], how, `${path}[${String(index)}]`),
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    const names = new Set([...Object.keys(expected), ...(how === 'equal' ? Object.keys(actual) : [])]);
    return firstOf(names, (name) =>
      differenceOf(actual[name], expected[name], how, path === '' ? name : `${path}.${name}`),
    );
  }
  return `${place} is ${shown(actual)}, not ${shown(expected)}`;
}

function firstOf<T>(items: Iterable<T>, find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value as text, whatever it is. */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return '(no JSON)';
  }
}

/** A value for a message, shortened. */
export function shown(value: unknown): string {
  const text = textOf(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

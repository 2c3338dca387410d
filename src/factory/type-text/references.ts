import {isRecord} from '../../contract/json.js';

/** What a `$ref` within a schema points to: `#`, `#/$defs/Pet`, any JSON Pointer. undefined where that is nothing. */
export function resolveReference(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  let here: unknown = root;
  for (const step of stepsOf(ref)) {
    if (Array.isArray(here)) here = /^\d+$/.test(step) ? (here as unknown[])[Number(step)] : undefined;
    else if (isRecord(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return here;
}

function stepsOf(ref: string): readonly string[] {
  if (ref === '#' || ref === '#/') return [];
  return ref
    .slice(2)
    .split('/')
    .map((step) => {
      const plain = step.replaceAll('~1', '/').replaceAll('~0', '~');
      try {
        return decodeURIComponent(plain);
      } catch {
        return plain;
      }
    });
}

/** The last word of a reference, which is what people call the thing. */
export const referenceName = (ref: string): string => stepsOf(ref).at(-1) ?? 'Root';

/** Every `$ref` that stands in a schema, at any depth. */
function referencesIn(schema: unknown): Set<string> {
  const found = new Set<string>();
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const value = open.pop();
    if (Array.isArray(value)) open.push(...(value as unknown[]));
    else if (isRecord(value)) {
      if (typeof value['$ref'] === 'string') found.add(value['$ref']);
      open.push(...Object.values(value));
    }
  }
  return found;
}

/** References of which the schema is one, or one of several, with nothing around it: a type may not be only itself. */
function directReferences(schema: unknown): string[] {
  if (!isRecord(schema)) return [];
  const lists = [schema['allOf'], schema['anyOf'], schema['oneOf']];
  const branches = lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [...(typeof schema['$ref'] === 'string' ? [schema['$ref']] : []), ...branches.flatMap(directReferences)];
}

/** Whether a reference leads back to where it stands without going into a property or an item. */
export function leadsDirectlyTo(root: unknown, from: string, target: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (ref === target) return true;
    if (seen.has(ref)) continue;
    seen.add(ref);
    open.push(...directReferences(resolveReference(root, ref)));
  }
  return false;
}

/** Everything that a reference needs, itself included, as one text: two of the same text are the same type. */
export function closureOf(root: unknown, ref: string): string {
  const parts = new Map<string, unknown>();
  const open = [ref];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (parts.has(next)) continue;
    const schema = resolveReference(root, next);
    parts.set(next, schema ?? null);
    open.push(...referencesIn(schema));
  }
  return JSON.stringify([ref, [...parts].sort(([a], [b]) => (a < b ? -1 : 1))]);
}

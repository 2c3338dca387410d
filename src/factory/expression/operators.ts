import {isRecord} from '../../contract/json.js';

/** What a tree of jsonata has that an evaluation looks at. */
export interface Marks {
  /** Updates of `|…|…|`, after which values change. */
  readonly updates: ReadonlySet<unknown>;
}

/**
 * Lets operators of a tree call functions, in place: what `&` does itself to a list or an object can not be bounded, and
 * `..` makes its list before anybody can look at it. The function stands in the tree as a value, where no variable can
 * take its place.
 */
export function replaceOperators(tree: unknown, functions: Readonly<Record<string, unknown>>): Marks {
  const updates = new Set<unknown>();
  const known = new Set<unknown>();
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || node instanceof RegExp || known.has(node)) continue;
    known.add(node);
    for (const child of Object.values(node)) open.push(child);
    if (!isRecord(node)) continue;
    if (node['type'] === 'transform') updates.add(node['update']);
    const {type, value} = node;
    if (type === 'binary' && typeof value === 'string' && Object.hasOwn(functions, value)) {
      const {lhs, rhs} = node;
      Object.assign(node, {
        type: 'function',
        procedure: {type: 'value', value: functions[value]},
        arguments: [lhs, rhs],
      });
    }
  }
  return {updates};
}

import {invalid} from '../problems.js';

/** How a list is written in a query. */
export type QueryArrays = 'repeat' | 'brackets' | 'comma';

const deepest = 8;

/**
 * A query, or a form, from an object: lists as `arrays` says, objects in brackets (`a[b]=1`), null and what is not
 * there left out. Throws INVALID_PARAMETER for names with control characters.
 */
export function queryString(query: Readonly<Record<string, unknown>> | undefined, arrays: QueryArrays): string {
  if (query === undefined) return '';
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) add(pairs, name, value, arrays, deepest);
  return pairs.toString();
}

function add(pairs: URLSearchParams, name: string, value: unknown, arrays: QueryArrays, depth: number): void {
  if (value === null || value === undefined) return;
  if (/[\u0000-\u001f\u007f]/.test(name)) {
    throw invalid('query', `The name ${JSON.stringify(name)} has control characters in it`, ['Leave them out']);
  }
  if (typeof value !== 'object') {
    pairs.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    return;
  }
  if (depth === 0) throw invalid('query', `The value of '${name.slice(0, 100)}' is too deep`, ['Send it as JSON']);
  if (Array.isArray(value)) addList(pairs, name, value, arrays, depth);
  else for (const [key, item] of Object.entries(value)) add(pairs, `${name}[${key}]`, item, arrays, depth - 1);
}

function addList(pairs: URLSearchParams, name: string, list: unknown[], arrays: QueryArrays, depth: number): void {
  if (arrays === 'comma' && list.every((item) => typeof item !== 'object')) {
    if (list.length > 0) pairs.append(name, list.join(','));
    return;
  }
  for (const item of list) add(pairs, arrays === 'brackets' ? `${name}[]` : name, item, arrays, depth - 1);
}

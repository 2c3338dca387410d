import type {JsonSchema} from '../contract/json.js';
import {isRecord} from '../contract/json.js';

/** Where a handle stands in a value: property names, `*` for every element of a list; and its type. */
export interface HandlePath {
  readonly path: readonly string[];
  readonly type: string;
}

const maxDepth = 8;

/** Every place of a schema where a handle is expected or made. */
export function handlePaths(schema: JsonSchema | undefined): HandlePath[] {
  const found: HandlePath[] = [];
  const visit = (node: unknown, path: readonly string[]): void => {
    if (!isRecord(node) || path.length > maxDepth) return;
    if (typeof node['handle'] === 'string') {
      found.push({path, type: node['handle']});
      return;
    }
    if (isRecord(node['properties'])) {
      for (const [name, property] of Object.entries(node['properties'])) visit(property, [...path, name]);
    }
    if (isRecord(node['items'])) visit(node['items'], [...path, '*']);
    for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
      const branches = node[keyword];
      if (Array.isArray(branches)) for (const branch of branches) visit(branch, path);
    }
  };
  visit(schema, []);
  return found;
}

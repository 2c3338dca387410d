import type {Shape} from '../contract/wrap-language.js';
import {joinPath} from './config-problem.js';
import {isPlainObject} from './snapshot-config.js';

/** Visits every template of a value, as the language says where they stand. */
export function eachTemplate(
  shape: Shape,
  value: unknown,
  path: string,
  visit: (template: unknown, path: string) => void,
): void {
  if (value === undefined || typeof value === 'function') return;
  if (shape.template) {
    visit(shape.template === 'uri' && typeof value === 'string' ? withoutOperators(value) : value, path);
    return;
  }
  for (const branch of shape.anyOf ?? []) eachTemplate(branch, value, path, visit);
  const {items} = shape;
  if (Array.isArray(value)) {
    if (items) value.forEach((item, index) => eachTemplate(items, item, joinPath(path, index), visit));
    return;
  }
  if (!isPlainObject(value)) return;
  for (const [key, child] of Object.entries(value)) {
    const known =
      shape.properties && Object.hasOwn(shape.properties, key) ? shape.properties[key] : shape.additionalProperties;
    if (typeof known === 'object') eachTemplate(known, child, joinPath(path, key), visit);
  }
}

/** `/files{/path*}` as `/files{path}`: which inputs a template of RFC 6570 names. */
const withoutOperators = (template: string): string => template.replace(/\{[+#./;]?([A-Za-z_$][\w$.-]*)\*?\}/g, '{$1}');

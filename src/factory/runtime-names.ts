import {isRecord} from '../contract/json.js';

/** How an expression takes a runtime value by its name. */
const inExpression = /\$config\b(?:\.([A-Za-z_]\w*))?/g;

/**
 * Names of the runtime values that a config takes, by `{"$config": "name"}` or `$config.name` in an expression, and `basePath`,
 * which every module takes. undefined where they can not be told: code or an expression may take any.
 */
export function runtimeNames(config: unknown): ReadonlySet<string> | undefined {
  const names = new Set(['basePath']);
  return collect(config, names) ? names : undefined;
}

/** Whether all names of a value could be told. */
function collect(value: unknown, names: Set<string>): boolean {
  if (typeof value === 'function') return false;
  if (typeof value === 'string') {
    const taken = [...value.matchAll(inExpression)].map(([, name]) => name);
    for (const name of taken) if (name !== undefined) names.add(name);
    return !taken.includes(undefined);
  }
  if (Array.isArray(value)) return value.every((item) => collect(item, names));
  if (!isRecord(value)) return true;
  return Object.entries(value).every(([key, child]) => {
    if (key !== '$config' || typeof child !== 'string') return collect(child, names);
    names.add(child.split('.')[0] ?? child);
    return true;
  });
}

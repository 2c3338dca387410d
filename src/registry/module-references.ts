import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';

/** A module that the config of another one names: `{"files": {"$module": "fs"}}`. */
export interface ModuleReference {
  /** Key of the config. */
  readonly key: string;
  /** Name or id of a module. */
  readonly name: string;
}

/** The modules that a config names, in the order of its keys. */
export function moduleReferences(config: unknown): ModuleReference[] {
  if (!isRecord(config)) return [];
  return Object.entries(config).flatMap(([key, value]) => {
    const name = isRecord(value) && Object.keys(value).length === 1 ? value['$module'] : undefined;
    return typeof name === 'string' ? [{key, name}] : [];
  });
}

/** The config with live modules in place of their names; itself when it names none. */
export function withModules(config: object | undefined, find: (name: string) => object): object | undefined {
  const references = moduleReferences(config);
  if (references.length === 0) return config;
  const found = references.map(({key, name}): [string, object] => [key, find(name)]);
  return {...config, ...Object.fromEntries(found)};
}

/** The names in an order in which each comes after those that it needs. Throws INVALID_CONFIG when there is none. */
export function inOrderOfNeed(name: string, needs: (name: string) => readonly string[]): string[] {
  const ordered: string[] = [];
  const visit = (next: string, above: readonly string[]): void => {
    if (ordered.includes(next)) return;
    if (above.includes(next)) {
      throw new ToolError('INVALID_CONFIG', `Modules need each other: ${[...above, next].join(' → ')}`, {
        outcome: 'not_executed',
        suggestions: ['Take one {"$module": …} away'],
      });
    }
    for (const need of needs(next)) visit(need, [...above, next]);
    ordered.push(next);
  };
  visit(name, []);
  return ordered;
}

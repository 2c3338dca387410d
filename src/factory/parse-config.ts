import {configError} from './config-problem.js';
import {joinPath} from './config-problem.js';
import type {WrapConfig} from './wrap-config.js';

/**
 * Reads the text of a JSON config. Throws INVALID_CONFIG for what is no JSON, and for a key that stands twice in one
 * object (two tools of one name), of which `JSON.parse` would keep the last. What it says is checked where a module is made of it.
 */
export function parseConfig(text: string, name = 'config'): WrapConfig {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw configError(
      name,
      {path: '', message: `It is no JSON: ${why}`, remedy: 'Check commas, quotes and brackets'},
      error,
    );
  }
  const twice = findRepeatedKey(text);
  if (twice !== undefined)
    throw configError(name, {path: twice, message: 'This key stands twice', remedy: 'Rename or remove one of them'});
  return config as WrapConfig;
}

interface Level {
  readonly path: string;
  /** Keys seen so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  index: number;
  key: string;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Path of the first key that an object of a JSON text has twice. */
function findRepeatedKey(text: string): string | undefined {
  const levels: Level[] = [];
  let isKey = false;
  for (const [part] of text.matchAll(token)) {
    const level = levels.at(-1);
    if (part === '{' || part === '[') {
      const path = level ? joinPath(level.path, level.keys ? level.key : level.index) : '';
      levels.push({path, keys: part === '{' ? new Set() : undefined, index: 0, key: ''});
      isKey = part === '{';
    } else if (part === '}' || part === ']') {
      levels.pop();
      isKey = false;
    } else if (part === ',' && level) {
      isKey = level.keys !== undefined;
      level.index += 1;
    } else if (part === ':') {
      isKey = false;
    } else if (isKey && level?.keys) {
      level.key = String(JSON.parse(part));
      if (level.keys.has(level.key)) return joinPath(level.path, level.key);
      level.keys.add(level.key);
    }
  }
  return undefined;
}

import {joinPath} from '../config-problem.js';

/** A key that an object has for the second time, or once more. */
export interface RepeatedKey {
  readonly path: string;
  /** Of the later one. */
  readonly offset: number;
}

interface Level {
  readonly path: string;
  /** Keys seen so far; undefined in a list. */
  readonly keys: Set<string> | undefined;
  index: number;
  key: string;
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/** Keys that stand twice in one object of a text of JSON: `JSON.parse` would keep the last without a word. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const levels: Level[] = [];
  let isKey = false;
  for (const {0: part, index: offset} of text.matchAll(token)) {
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
      if (level.keys.has(level.key)) repeated.push({path: joinPath(level.path, level.key), offset});
      level.keys.add(level.key);
    }
  }
  return repeated;
}

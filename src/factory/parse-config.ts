import type {FoundProblem} from './config-problem.js';
import {configError, invalidConfig, placeProblem} from './config-problem.js';
import {repeatedKeys} from './source/repeated-keys.js';
import type {WrapConfig} from './wrap-config.js';

/** The problem of a key that stands twice. */
export const repeatedKey = (path: string): FoundProblem => ({
  path,
  message: 'This key stands twice',
  remedy: 'Rename or remove one of them',
});

/** The problem of a text with nothing in it. */
export const emptyText: FoundProblem = {
  path: '',
  message: 'It is empty',
  remedy: 'Write a config into it: {"type": …, "tools": {…}}',
};

/**
 * Reads the text of a JSON config. Throws INVALID_CONFIG for what is no JSON, and for keys that stand twice in one
 * object (two tools of one name), of which `JSON.parse` would keep the last. What it says is checked where a module is made of it;
 * `loadConfig` reads a file and the configs it extends.
 */
export function parseConfig(text: string, name = 'config'): WrapConfig {
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') throw configError(name, emptyText, error);
    const why = error instanceof Error ? error.message : String(error);
    throw configError(
      name,
      {path: '', message: `It is no JSON: ${why}`, remedy: 'Check commas, quotes and brackets'},
      error,
    );
  }
  const twice = repeatedKeys(text);
  if (twice.length > 0)
    throw invalidConfig(
      name,
      twice.map(({path}) => placeProblem(name, repeatedKey(path))),
    );
  return config as WrapConfig;
}

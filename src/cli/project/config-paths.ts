import {resolve} from 'node:path';

/** Keys of module configs that hold folders. Those of a file are relative to it, wherever the command runs. */
const folderKeys: ReadonlySet<string> = new Set(['basePath', 'allowedRoots', 'trustedDirectories']);

/** A folder of its own, unless it says that there is none: `{"embedded": "memory"}`. */
const isFolder = (key: string, value: unknown): boolean =>
  folderKeys.has(key) || (key === 'embedded' && value !== 'memory');

/** The config with its folders made absolute. */
export function resolveFolders(config: Readonly<Record<string, unknown>>, folder: string): Record<string, unknown> {
  const absolute = (value: unknown): unknown => (typeof value === 'string' ? resolve(folder, value) : value);
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      if (!isFolder(key, value)) return [key, value];
      return [key, Array.isArray(value) ? value.map(absolute) : absolute(value)];
    }),
  );
}

import {resolve} from 'node:path';

/** Keys of module configs that hold folders. Those of a file are relative to it, wherever the command runs. */
const folderKeys: ReadonlySet<string> = new Set(['basePath', 'allowedRoots', 'trustedDirectories']);

/** The config with its folders made absolute. */
export function resolveFolders(config: Readonly<Record<string, unknown>>, folder: string): Record<string, unknown> {
  const absolute = (value: unknown): unknown => (typeof value === 'string' ? resolve(folder, value) : value);
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      if (!folderKeys.has(key)) return [key, value];
      return [key, Array.isArray(value) ? value.map(absolute) : absolute(value)];
    }),
  );
}

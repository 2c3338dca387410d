import {existsSync} from 'node:fs';
import {join} from 'node:path';

/** The one that `haft init` writes. */
export const defaultConfigName = 'haft.config.json';

/** Found by themselves in the current folder; the first wins. */
const defaultConfigNames = [defaultConfigName, 'haft.config.js', 'haft.config.mjs'] as const;

/** The config file of a folder, or undefined. */
export const findConfig = (cwd: string): string | undefined =>
  defaultConfigNames.map((name) => join(cwd, name)).find((path) => existsSync(path));

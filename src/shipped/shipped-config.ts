import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {packageRoot} from './package-root.js';

/** How a wrap config that comes with haft is named, as an import does: `haft/configs/marked.json`. */
const shipped = /^haft\/configs\/([\w-]+)\.json$/;

/** The name of the config that is meant, `marked`; undefined where it is none of those that come with haft. */
export const shippedName = (specifier: string): string | undefined => shipped.exec(specifier)?.[1];

/** Folder of the configs that come with haft. */
export const shippedFolder = (): string => join(packageRoot(), 'configs');

/** Absolute path of the file; it need not be there. */
export const shippedPath = (name: string): string => join(shippedFolder(), `${name}.json`);

/** The config, as its file says. */
export const readShipped = (name: string): unknown => JSON.parse(readFileSync(shippedPath(name), 'utf8'));

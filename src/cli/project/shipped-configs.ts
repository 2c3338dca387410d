import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {isRecord} from '../../contract/json.js';
import {packageRoot} from '../package-root.js';

/** How a config names a wrap config that comes with haft, as an import does: `haft/configs/marked.json`. */
const shipped = /^haft\/configs\/([\w-]+\.json)$/;

export const isShippedConfig = (wrap: string): boolean => shipped.test(wrap);

/** Absolute path of a wrap config that comes with haft; it need not be there. */
export const shippedConfigPath = (wrap: string): string =>
  join(packageRoot(), 'configs', shipped.exec(wrap)?.[1] ?? '');

/** A wrap config that comes with haft. */
export interface ShippedConfig {
  /** Of its file: `decimal`. */
  readonly name: string;
  /** As configs name it. */
  readonly wrap: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export function shippedConfigs(): ShippedConfig[] {
  const folder = join(packageRoot(), 'configs');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return isRecord(value) ? [{name: basename(file, '.json'), wrap: `haft/configs/${file}`, value}] : [];
    });
}

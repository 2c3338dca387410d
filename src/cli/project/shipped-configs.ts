import {readdirSync, readFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {isRecord} from '../../contract/json.js';
import {shippedFolder, shippedName, shippedPath} from '../../shipped/shipped-config.js';

/** The file that a name on the command line or in a config means: one that comes with haft, or what it says. */
export function configPath(name: string): string {
  const shipped = shippedName(name);
  return shipped === undefined ? name : shippedPath(shipped);
}

/** A wrap config that comes with haft. */
export interface ShippedConfig {
  /** Of its file: `decimal`. */
  readonly name: string;
  /** As configs name it. */
  readonly wrap: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export function shippedConfigs(): ShippedConfig[] {
  const folder = shippedFolder();
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return isRecord(value) ? [{name: basename(file, '.json'), wrap: `haft/configs/${file}`, value}] : [];
    });
}

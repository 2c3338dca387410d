import {resolve} from 'node:path';
import {isRecord} from '../../contract/json.js';

type Config = Record<string, unknown>;

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

/** The keys of a config that name files of its own, with these made absolute. */
function ownFiles({type, document, wraps, database}: Config, folder: string): Config {
  const absolute = (path: unknown): unknown =>
    typeof path === 'string' && path !== '' && !isUrl(path) ? resolve(folder, path) : path;
  const embedded = isRecord(database) ? database['embedded'] : undefined;
  return {
    ...(typeof document === 'string' && {document: absolute(document)}),
    ...(type === 'openapi' && typeof wraps === 'string' && {wraps: absolute(wraps)}),
    ...(isRecord(database) &&
      typeof embedded === 'string' &&
      embedded !== 'memory' && {database: {...database, embedded: absolute(embedded)}}),
  };
}

/**
 * The config of a file with the files and folders that it names made absolute: they are relative to it, wherever the program
 * runs. Arguments of programs are not touched.
 */
export function resolveFiles(config: Config, folder: string): Config {
  const changes = ownFiles(config, folder);
  return Object.keys(changes).length > 0 ? {...config, ...changes} : config;
}

/** Whether a config names files of its own. */
export const namesFiles = (config: unknown): boolean =>
  isRecord(config) && Object.keys(ownFiles(config, '/')).length > 0;

import {basename, extname, resolve} from 'node:path';
import {importOpenapi, readOpenapi} from '../../../modules/http/kinds/openapi/import.js';
import {isRecord} from '../../contract/json.js';
import type {Importer} from './importer.js';
import {isAddress, pathFromConfig, readSourceFile} from './source.js';

/** From a description, in a file or at an address. */
export const openapiImporter: Importer = async (request) => {
  const {source, cwd, name, include, exclude, baseURL, expand, allowPrivate, tokenVariable, progress} = request;
  const isRemote = isAddress(source);
  // Whether it is there is told in the same words for every kind.
  if (!isRemote) await readSourceFile(request);
  progress(`reading ${source}`);
  const document = await readOpenapi(isRemote ? source : resolve(cwd, source), {folder: cwd, allowPrivate});
  const {config, leftOut, notes} = importOpenapi(document, {
    document: isRemote ? source : pathFromConfig(request),
    name: name ?? nameOf(source),
    ...(include && {include}),
    ...(exclude && {exclude}),
    ...(baseURL !== undefined && {baseURL}),
    expand,
    tokenVariable,
    onProgress: progress,
  });
  const tools = Array.isArray(config['include']) ? config['include'].map(String) : undefined;
  return {
    config: {...config, ...(isRemote && allowPrivate && {allowPrivate})},
    leftOut,
    notes,
    tools: tools ?? Object.keys(isRecord(config['tools']) ? config['tools'] : {}),
  };
};

/** What variables with credentials are called by. */
function nameOf(source: string): string {
  if (isAddress(source)) return new URL(source).hostname.split('.').at(-2) ?? 'api';
  return basename(source, extname(source));
}

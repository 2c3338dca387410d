import {readFile, stat} from 'node:fs/promises';
import {relative, resolve} from 'node:path';
import {nativeCode} from '../../contract/native-errors.js';
import {usageError} from '../usage-error.js';
import type {ImportRequest} from './importer.js';

/** bytes; a description of a large API has ten million */
const maxBytes = 50 * 1024 * 1024;

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** The text of a file that the command line names. */
export async function readSourceFile({source, cwd}: ImportRequest): Promise<string> {
  const path = resolve(cwd, source);
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw usageError(`${source} is not a file`, 'Name a file, or an address');
    if (facts.size > maxBytes) throw usageError(`${source} has more than ${maxBytes} bytes`, 'Import a part of it');
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    const code = nativeCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw usageError(`There is no file ${source}`, 'Check the path; it is relative to the current folder');
    }
    if (code === 'EACCES') throw usageError(`The file ${source} can not be read`, 'Check its permissions');
    throw error;
  }
}

/** A path of the command line as the config has it, which is relative to where that will be. */
export function pathFromConfig({source, cwd, folder}: ImportRequest): string {
  const near = relative(folder, resolve(cwd, source)).replaceAll('\\', '/');
  return near.startsWith('.') ? near : `./${near}`;
}

/** The token itself, to ask the source with. */
export function tokenOf({tokenVariable, env}: ImportRequest): string | undefined {
  if (tokenVariable === undefined) return undefined;
  const token = env[tokenVariable];
  if (token === undefined || token === '') {
    throw usageError(`The variable ${tokenVariable} is not set`, `Set ${tokenVariable}, or leave --token out`);
  }
  return token;
}

/** The token as the config names it. */
export const authOf = ({tokenVariable}: ImportRequest): {readonly bearer: {readonly $env: string}} | undefined =>
  tokenVariable === undefined ? undefined : {bearer: {$env: tokenVariable}};

import {randomBytes} from 'node:crypto';
import {rename, rm, writeFile} from 'node:fs/promises';
import {nativeCode} from '../contract/native-errors.js';
import {usageError} from './usage-error.js';

/**
 * Writes a file whole or not at all. Without `force` a file that is there stays, whoever made it and when; `option` is the
 * one that names the file.
 */
export async function writeWhole(
  path: string,
  shown: string,
  text: string,
  {force, option}: {readonly force: boolean; readonly option: string},
): Promise<void> {
  try {
    if (!force) {
      await writeFile(path, text, {flag: 'wx'});
      return;
    }
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(draft, text, {flag: 'wx'});
      await rename(draft, path);
    } catch (error) {
      await rm(draft, {force: true});
      throw error;
    }
  } catch (error) {
    throw readable(error, shown, option);
  }
}

export const existsAlready = (shown: string, option: string): Error =>
  usageError(`${shown} is there already`, '--force replaces it', `${option} FILE writes another one`);

function readable(error: unknown, shown: string, option: string): unknown {
  const code = nativeCode(error);
  if (code === 'EEXIST') return existsAlready(shown, option);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    return usageError(`${shown} can not be written`, 'Check the permissions of its folder');
  }
  if (code === 'EISDIR') return usageError(`${shown} is a folder`, `Name a file: ${option} FILE`);
  return error;
}

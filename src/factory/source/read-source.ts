import {readFile, stat} from 'node:fs/promises';
import {nativeCode} from '../../contract/native-errors.js';
import {emptyText, repeatedKey} from '../parse-config.js';
import {mistakeAt, problemAt} from './config-source.js';
import type {ConfigSource, SourceProblem} from './config-source.js';
import {syntaxErrors} from './json-text.js';
import {repeatedKeys} from './repeated-keys.js';

/** bytes; a config is written by people */
export const maxConfigBytes = 1_048_576;

/** A file of JSON that was read: undefined as its value where it is none. */
export interface ReadSource {
  readonly source: ConfigSource & {readonly text: string};
  readonly problems: readonly SourceProblem[];
}

/** Why a file can not be read as a config; undefined when it can. */
export async function whyUnreadable(path: string): Promise<'missing' | 'closed' | 'no file' | 'too large' | undefined> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) return 'no file';
    return facts.size > maxConfigBytes ? 'too large' : undefined;
  } catch (error) {
    const code = nativeCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
    if (code === 'EACCES' || code === 'ELOOP') return 'closed';
    throw error;
  }
}

/** Reads a file of JSON and tells every mistake of its text. The file is there. */
export async function readSource(path: string, file: string): Promise<ReadSource> {
  // Editors of some systems begin a file with a byte order mark.
  const text = (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  return readText(text, path, file);
}

/** The same for a text that was read already. */
async function readText(text: string, path: string, file: string): Promise<ReadSource> {
  const source = {file, path, at: '', text, value: undefined as unknown};
  try {
    source.value = JSON.parse(text);
  } catch (error) {
    if (text.trim() === '') return {source, problems: [problemAt(source, emptyText, 0)]};
    const mistakes = await syntaxErrors(text);
    const why = error instanceof Error ? error.message : String(error);
    const told =
      mistakes.length > 0 ? mistakes : [{offset: 0, message: why, remedy: 'Check commas, quotes and brackets'}];
    const problems = told.map(({offset, message, remedy}) =>
      mistakeAt(source, {path: '', message: `It is no JSON: ${message}`, remedy}, offset),
    );
    return {source, problems};
  }
  const problems = repeatedKeys(text).map(({path: key, offset}) => problemAt(source, repeatedKey(key), offset));
  return {source, problems};
}

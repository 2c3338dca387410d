import {resolve} from 'node:path';
import {isRecord} from '../../../../src/sdk.js';
import {OpenapiDocument} from './document.js';
import {bounded, NoDescription, versionOf} from './parse-text.js';
import {readFiles} from './read-files.js';

/** Where a description is, as a config says it. */
export type DocumentSource =
  | {readonly kind: 'object'; readonly value: Readonly<Record<string, unknown>>}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'url'; readonly url: URL};

/** Reads what a config gives as `document`. Throws NoDescription for what can be none. */
export function sourceOf(given: unknown, folder: string): DocumentSource {
  if (isRecord(given)) return {kind: 'object', value: given};
  if (typeof given !== 'string' || given.trim() === '')
    throw new NoDescription('It has no value', 'Give a path, a URL, or the description itself');
  if (!/^[A-Za-z][A-Za-z0-9+.-]+:/.test(given)) return {kind: 'file', path: resolve(folder, given)};
  if (/^https?:\/\//i.test(given) && URL.canParse(given)) {
    const url = new URL(given);
    if (url.username === '' && url.password === '') return {kind: 'url', url};
    throw new NoDescription('The URL has credentials in it', 'Leave them out');
  }
  throw new NoDescription(`${JSON.stringify(given.slice(0, 80))} is no http or https URL`, 'Give a path or a URL');
}

/** Reads a description that is here. Throws NoDescription. */
export async function readDocument(source: Exclude<DocumentSource, {kind: 'url'}>): Promise<OpenapiDocument> {
  if (source.kind === 'file') return readFiles(source.path);
  bounded(source.value);
  versionOf(source.value);
  return new OpenapiDocument(source.value, {at: ''});
}

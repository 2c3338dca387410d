import {constants} from 'node:fs';
import {open, realpath, stat} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';
import {dirname, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {documentBounds} from './bounds.js';
import {walkReferences} from './client.js';
import {isElsewhere, OpenapiDocument} from './document.js';
import type {Fields, Source} from './document.js';
import {NoDescription, parseText, versionOf} from './parse-text.js';

/**
 * The description that was read last, for as long as somebody has it: a config is checked, checked again when its module
 * is made, and then opened.
 */
let last: {readonly stamp: string; readonly document: WeakRef<OpenapiDocument>} | undefined;

/** Reads a description and the files below its folder that it refers to. Throws NoDescription. */
export async function readFiles(path: string): Promise<OpenapiDocument> {
  const at = await realFile(path);
  const {mtimeMs, size, ino} = await stat(at);
  const stamp = `${at} ${mtimeMs} ${size} ${ino}`;
  const known = last?.stamp === stamp ? last.document.deref() : undefined;
  if (known) return known;
  const root = (await parseText(await textOf(at), at)) as Fields;
  versionOf(root);
  const source: Source = {at, resolve: besides};
  // What it refers to may have changed.
  if (refersElsewhere(root)) return new OpenapiDocument(root, source, await others(at, root));
  const document = new OpenapiDocument(root, source);
  last = {stamp, document: new WeakRef(document)};
  return document;
}

/** The path of a file that another names. */
const besides = (reference: string, from: string): string => resolve(dirname(from), decoded(reference));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function realFile(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    const {code} = thrown as NodeJS.ErrnoException;
    throw new NoDescription(
      code === 'ENOENT'
        ? `There is no file ${path}`
        : `The file ${path} can not be read (${code ?? 'for no reason given'})`,
      'Give a path from the folder of the config, a URL, or the document itself',
    );
  }
}

/** Not through a link that took the place of the file, and without waiting for the other end of a FIFO (FS05). */
const careful =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Read as far as it may be long: a file that grows, or that says it has no size, ends there. */
async function textOf(path: string): Promise<string> {
  const file = await open(path, careful).catch((thrown: unknown) => {
    throw new NoDescription(
      `The file ${path} can not be read (${String((thrown as NodeJS.ErrnoException).code)})`,
      'Name another file',
    );
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new NoDescription(`${path} is no file`, 'Name the file of an OpenAPI description');
    if (facts.size > documentBounds.bytes)
      throw tooLong(path, `${facts.size} bytes, more than ${documentBounds.bytes}`);
    return (await wholeOf(file, path)).toString('utf8');
  } finally {
    await file.close();
  }
}

const tooLong = (path: string, what: string): NoDescription =>
  new NoDescription(`The file ${path} has ${what}`, 'Cut the description down to what is needed');

async function wholeOf(file: FileHandle, path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const {bytesRead, buffer} = await file.read({buffer: Buffer.allocUnsafe(1_048_576)});
    if (bytesRead === 0) return Buffer.concat(pieces, length);
    length += bytesRead;
    if (length > documentBounds.bytes) throw tooLong(path, `more than ${documentBounds.bytes} bytes`);
    pieces.push(buffer.subarray(0, bytesRead));
  }
}

/** Whether there is a reference that leads out of the file: most descriptions have none, and need no further look. */
function refersElsewhere(root: unknown, seen = new Set<object>()): boolean {
  if (typeof root !== 'object' || root === null || seen.has(root)) return false;
  seen.add(root);
  const reference: unknown = (root as Record<string, unknown>)['$ref'];
  if (typeof reference === 'string' && !reference.startsWith('#')) return true;
  return Object.values(root).some((part) => refersElsewhere(part, seen));
}

/** Everything that a description refers to, as far as it lies below its folder. */
async function others(at: string, root: Fields) {
  const read = new Map<string, unknown>();
  const refused = new Map<string, string>();
  const folder = await realpath(dirname(at));
  let left = documentBounds.bytes;
  await walkReferences(at, root, async (place) => {
    const path = pathOf(place);
    if (path === undefined) throw new Error('It is not a file');
    try {
      const value = await confined(path);
      read.set(path, value);
      return value;
    } catch (thrown) {
      refused.set(path, `which ${thrown instanceof NoDescription ? lowered(thrown.message) : 'can not be read'}`);
      throw thrown;
    }
  });
  return {read, refused};

  async function confined(path: string): Promise<unknown> {
    const real = await realFile(path);
    const below = relative(folder, real);
    if (below.startsWith(`..${sep}`) || below === '..' || resolve(folder, below) !== real)
      throw new NoDescription('It lies outside of the folder of the description', 'Move it there');
    if (read.size + refused.size >= documentBounds.files)
      throw new NoDescription('It is one file too many', 'Bundle the description');
    const text = await textOf(real);
    if ((left -= text.length) < 0)
      throw new NoDescription('It is too large, with the others', 'Bundle the description');
    return parseText(text, real);
  }
}

/** `It is empty` as a clause: `is empty`. */
const lowered = (message: string): string =>
  message
    .replace(/^It /, '')
    .replace(/^There is no file .*/s, 'is not there')
    .replace(/^.* is no file$/s, 'is no file')
    .replace(/^The file .* can not be read/s, 'can not be read');

/** The path of a place as the walk names it. */
function pathOf(place: string): string | undefined {
  if (place.startsWith('file:')) return URL.canParse(place) ? fileURLToPath(place) : undefined;
  return isElsewhere(place) ? undefined : decoded(place);
}

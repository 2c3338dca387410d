import {closeSync} from 'node:fs';

import {defineTool} from '../../../src/sdk.js';
import {openFile} from '../confinement/open-file.js';
import type {OpenFile} from '../confinement/open-file.js';
import {decode, encodings, hasLines, toEncoding} from '../content/encoding.js';
import type {Encoding} from '../content/encoding.js';
import {readBytes} from '../content/read-bytes.js';
import {readLines} from '../content/read-lines.js';
import {readerOf, readRange} from '../content/read-range.js';
import {commonErrors, invalid} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {attempt, boundedLength, pathInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const read = defineTool({
  name: 'read',
  description:
    'Read a file as text, or as base64 or hex for binary content; whole, a range of lines (startLine, endLine) or a range of bytes (offset, length). Larger files than maxReadBytes are read in ranges.',
  aliases: ['readFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'read', 'text', 'lines', 'binary'],
  input: {
    path: pathInput,
    encoding: {
      type: 'string',
      enum: encodings,
      default: 'utf8',
      description: 'How bytes become text; base64 or hex for binary files',
    },
    startLine: {type: 'integer', minimum: 1, description: 'First line to read, from 1'},
    endLine: {type: 'integer', minimum: 1, description: 'Last line to read, included; default: the last'},
    offset: {type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'First byte to read, from 0'},
    length: {
      type: 'integer',
      minimum: 1,
      description:
        'Bytes to read at most; default: as many as maxReadBytes allows. Text ends before a character that does not fit',
    },
  },
  output: {
    content: 'string',
    path: 'string',
    encoding: 'string',
    size: {type: 'integer', required: true, description: 'Bytes of the content'},
    startLine: 'integer?',
    endLine: {type: 'integer', description: 'Last line that was read; less than startLine when the file ends before'},
    moreLines: {type: 'boolean', description: 'Whether lines follow; only with a range of lines'},
    offset: {type: 'integer', description: 'First byte that was read; only with a range of bytes'},
    moreBytes: {type: 'boolean', description: 'Whether bytes follow; only with a range of bytes'},
  },
  returns: 'The content, with its size in bytes',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER:
      'path is no regular file or holds a NUL byte, the bytes are no text in this encoding, or the range makes no sense',
    LIMIT_EXCEEDED: 'The file, or the range, is larger than maxReadBytes',
    READ_FAILED: 'The file could not be read',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.list', 'fs.glob'],
  },
  positional: ['path'],
  securityTier: 0,
  examples: [
    {
      description: 'Read a text file',
      input: {path: 'notes.txt'},
      output: {content: 'one\ntwo\n', path: 'notes.txt', encoding: 'utf8', size: 8},
      setup: {files: {'notes.txt': 'one\ntwo\n'}},
    },
    {
      description: 'Read some lines of it',
      input: {path: 'notes.txt', startLine: 2, endLine: 2},
      output: {
        content: 'two\n',
        path: 'notes.txt',
        encoding: 'utf8',
        size: 4,
        startLine: 2,
        endLine: 2,
        moreLines: true,
      },
      setup: {files: {'notes.txt': 'one\ntwo\nthree\n'}},
    },
    {
      description: 'Read the first bytes of it',
      input: {path: 'notes.txt', offset: 0, length: 5},
      output: {content: 'grü', path: 'notes.txt', encoding: 'utf8', size: 4, offset: 0, moreBytes: true},
      setup: {files: {'notes.txt': 'grüße\n'}},
    },
    {
      description: 'Read bytes',
      input: {path: 'notes.txt', encoding: 'base64'},
      output: {content: 'aGk=', path: 'notes.txt', encoding: 'base64', size: 2},
      setup: {files: {'notes.txt': 'hi'}},
    },
    {
      description: 'Read what is not there',
      input: {path: 'missing.txt'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const {maxReadBytes} = fs.config;
    const encoding = toEncoding(input.encoding);
    const part = partOf(input, encoding, maxReadBytes);
    const location = files.readable(input.path);
    const {asked} = location;
    return attempt('READ_FAILED', asked, async () => {
      const file = openFile(files.base, location);
      try {
        const {bytes, ...place} = await readPart(file, part, {encoding, maxReadBytes, signal: () => call.signal});
        return {
          content: decode(bytes, encoding, asked),
          path: shownPath(asked),
          encoding,
          size: bytes.length,
          ...place,
        };
      } finally {
        closeSync(file.descriptor);
      }
    });
  },
});

/** What to read: all of it, lines, or bytes. */
type Part =
  | {readonly kind: 'whole'}
  | {readonly kind: 'lines'; readonly start: number; readonly end: number}
  | {readonly kind: 'bytes'; readonly offset: number; readonly length: number};

interface PartInput {
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
}

function partOf({startLine, endLine, offset, length}: PartInput, encoding: Encoding, maxReadBytes: number): Part {
  const byLines = startLine !== undefined || endLine !== undefined;
  const byBytes = offset !== undefined || length !== undefined;
  if (byLines && byBytes)
    throw invalid('range', 'A range is one of lines or one of bytes', ['Leave out offset and length, or the lines']);
  if (byBytes) return {kind: 'bytes', offset: offset ?? 0, length: boundedLength(length, maxReadBytes)};
  if (!byLines) return {kind: 'whole'};
  if (!hasLines(encoding))
    throw invalid('no_lines', `Content read as ${encoding} has no lines`, [
      'Leave out startLine and endLine, or read it as utf8, ascii or latin1',
    ]);
  const [start, end] = [startLine ?? 1, endLine ?? Number.MAX_SAFE_INTEGER];
  if (end < start)
    throw invalid('range', `endLine ${end} is before startLine ${start}`, [
      'Give an endLine that is not before startLine',
    ]);
  return {kind: 'lines', start, end};
}

interface Reading {
  readonly encoding: Encoding;
  readonly maxReadBytes: number;
  readonly signal: () => AbortSignal;
}

/** The bytes, and where they stand in the file. */
async function readPart(file: OpenFile, part: Part, {encoding, maxReadBytes, signal}: Reading) {
  if (part.kind === 'whole') return {bytes: await readBytes(file, maxReadBytes, signal)};
  if (part.kind === 'lines') {
    const {start, end} = part;
    const lines = await readLines(file, {start, end, limit: maxReadBytes}, signal());
    return {bytes: lines.bytes, startLine: start, endLine: lines.end, moreLines: lines.more};
  }
  const {offset, length} = part;
  const {bytes, more} = await readRange(readerOf(file), {offset, length, encoding, size: file.stats.size}, signal);
  return {bytes, offset, moreBytes: more};
}

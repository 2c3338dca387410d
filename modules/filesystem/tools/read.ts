import {closeSync} from 'node:fs';

import {defineTool} from '../../../src/sdk.js';
import {openFile} from '../confinement/open-file.js';
import {decode, encodings, isText, toEncoding} from '../content/encoding.js';
import {readBytes} from '../content/read-bytes.js';
import {readLines} from '../content/read-lines.js';
import {commonErrors, invalid} from '../errors.js';
import {attempt, pathInput, shownPath} from './shared.js';
import type {FileSystem} from './shared.js';

export const read = defineTool({
  name: 'read',
  description:
    'Read a file as text, or as base64 or hex for binary content; whole, or a range of lines. Larger files than maxReadBytes are read in ranges.',
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
  },
  output: {
    content: 'string',
    path: 'string',
    encoding: 'string',
    size: {type: 'integer', required: true, description: 'Bytes of the content'},
    startLine: 'integer?',
    endLine: {type: 'integer', description: 'Last line that was read; less than startLine when the file ends before'},
    moreLines: {type: 'boolean', description: 'Whether lines follow; only with a range'},
  },
  returns: 'The content, with its size in bytes',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER:
      'path is no regular file or holds a NUL byte, the bytes are no text in this encoding, or the range is upside down',
    LIMIT_EXCEEDED: 'The file, or the range of lines, is larger than maxReadBytes',
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
    const {startLine, endLine} = input;
    const ranged = startLine !== undefined || endLine !== undefined;
    const start = startLine ?? 1;
    const end = endLine ?? Number.MAX_SAFE_INTEGER;
    if (ranged && !isText(encoding))
      throw invalid('no_lines', `Content read as ${encoding} has no lines`, [
        'Leave out startLine and endLine, or read text',
      ]);
    if (end < start)
      throw invalid('range', `endLine ${end} is before startLine ${start}`, [
        'Give an endLine that is not before startLine',
      ]);
    const location = files.readable(input.path);
    const {asked} = location;
    return attempt('READ_FAILED', asked, async () => {
      const file = openFile(files.base, location);
      try {
        const common = {path: shownPath(asked), encoding};
        if (!ranged) {
          const bytes = await readBytes(file, maxReadBytes, () => call.signal);
          return {content: decode(bytes, encoding, asked), ...common, size: bytes.length};
        }
        const lines = await readLines(file, {start, end, limit: maxReadBytes}, call.signal);
        const content = decode(lines.bytes, encoding, asked);
        return {
          content,
          ...common,
          size: lines.bytes.length,
          startLine: start,
          endLine: lines.end,
          moreLines: lines.more,
        };
      } finally {
        closeSync(file.descriptor);
      }
    });
  },
});

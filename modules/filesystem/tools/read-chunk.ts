import {defineTool} from '../../../src/sdk.js';
import {decode, encodings, toEncoding} from '../content/encoding.js';
import {readRange} from '../content/read-range.js';
import {commonErrors} from '../errors.js';
import {attempt, boundedLength, fileInput, openFileErrors} from './shared.js';
import type {FileSystem} from './shared.js';

const usualBytes = 65_536;

export const readChunk = defineTool({
  name: 'readChunk',
  description:
    'Read the next part of a file that was opened with open, or the part at an offset. Call it until end is true to read all. Text ends before a character that does not fit, so that no character is split.',
  category: 'files',
  resource: 'file',
  tags: ['file', 'read', 'range', 'chunk', 'handle'],
  input: {
    file: fileInput,
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'First byte to read, from 0; the position stays where it is. Default: the position, which moves on',
    },
    length: {
      type: 'integer',
      minimum: 1,
      description: `Bytes to read at most; default ${usualBytes}; maxReadBytes of the module bounds it`,
    },
    encoding: {
      type: 'string',
      enum: encodings,
      default: 'utf8',
      description: 'How bytes become text; base64 or hex for binary files',
    },
  },
  output: {
    content: 'string',
    encoding: 'string',
    size: {type: 'integer', required: true, description: 'Bytes of the content'},
    offset: {type: 'integer', required: true, description: 'Byte of the file that the content begins at'},
    position: {type: 'integer', required: true, description: 'Where the next readChunk without offset begins'},
    end: {type: 'boolean', required: true, description: 'Whether the file ends with the content'},
  },
  returns: 'The content, where it stands in the file, and whether the file ends there',
  errors: {
    ...commonErrors,
    ...openFileErrors,
    INVALID_PARAMETER: 'The bytes are no text in this encoding, or the offset is within a character',
    LIMIT_EXCEEDED: 'length is larger than maxReadBytes',
    READ_FAILED: 'The file could not be read',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.open'],
  },
  positional: ['file', 'length'],
  securityTier: 0,
  examples: [
    {
      description: 'Read the next bytes',
      input: {file: '$log', length: 4},
      output: {content: 'one\n', encoding: 'utf8', size: 4, offset: 0, position: 4, end: false},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
    {
      description: 'Read bytes at an offset',
      input: {file: '$log', offset: 4, encoding: 'base64'},
      output: {content: 'dHdvCg==', encoding: 'base64', size: 4, offset: 4, position: 0, end: true},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
    {
      description: 'Read a file that was opened to be written',
      input: {file: '$log'},
      output: {success: false, error: {code: 'INVALID_STATE'}},
      setup: {steps: [{tool: 'open', input: {path: 'a.log', flags: 'w'}, as: 'log'}]},
    },
  ],
  async run(fs: FileSystem, {file, offset, length, encoding: name}, call) {
    const encoding = toEncoding(name);
    const wanted = boundedLength(length, fs.config.maxReadBytes, usualBytes);
    return attempt('READ_FAILED', file.asked, () =>
      file.run(async (_handle, stats) => {
        file.assertReadable();
        const start = offset ?? file.position;
        const range = {offset: start, length: wanted, encoding, size: stats.size};
        const {bytes, more} = await readRange(file.readAt, range, () => call.signal);
        const content = decode(bytes, encoding, file.asked);
        if (offset === undefined) file.position = start + bytes.length;
        return {content, encoding, size: bytes.length, offset: start, position: file.position, end: !more};
      }),
    );
  },
});

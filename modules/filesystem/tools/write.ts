import {defineTool} from '../../../src/sdk.js';
import {takeBack} from '../changes/change.js';
import type {Change} from '../changes/change.js';
import {writeFile} from '../changes/write-file.js';
import {byteLength, encode, encodings, toEncoding} from '../content/encoding.js';
import type {Encoding} from '../content/encoding.js';
import {commonErrors, tooLarge} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {attempt, modeInput, pathInput, toMode} from './shared.js';
import type {FileSystem} from './shared.js';

export const contentInput = {
  type: 'string',
  required: true,
  aliases: ['data'],
  description: 'The content; may be empty',
} as const;

export const encodingInput = {
  type: 'string',
  enum: encodings,
  default: 'utf8',
  description: 'How the content stands for bytes; base64 or hex for binary content',
} as const;

export const createParentsInput = {
  type: 'boolean',
  default: false,
  description: 'Make the folders of the path that are missing',
} as const;

/** Text as bytes, its size looked at first. Throws LIMIT_EXCEEDED, INVALID_PARAMETER. */
export function toBytes(content: string, encoding: Encoding, maxWriteBytes: number): Buffer {
  const size = byteLength(content, encoding);
  if (size > maxWriteBytes) {
    throw tooLarge(
      'Content',
      maxWriteBytes,
      'bytes',
      'Write it in parts with append, or raise maxWriteBytes of the module',
      size,
    );
  }
  return encode(content, encoding);
}

export const write = defineTool({
  name: 'write',
  description:
    'Write a file, whole: make it, or replace what is there. Readers see the old content or the new one, never a part. Can be taken back.',
  aliases: ['writeFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'write', 'create', 'overwrite', 'save'],
  input: {
    path: pathInput,
    content: contentInput,
    encoding: encodingInput,
    mode: {
      ...modeInput,
      description: `${modeInput.description}; default: those of the file that is replaced, else the system's`,
    },
    overwrite: {
      type: 'boolean',
      default: true,
      description: 'false: fail with RESOURCE_EXISTS when there is a file already',
    },
    createParents: createParentsInput,
  },
  output: {
    path: 'string',
    size: {type: 'integer', required: true, description: 'Bytes of the file'},
    bytesWritten: 'integer',
  },
  returns: 'Path and size of what was written',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path is a folder or no regular file, or content is not in its encoding',
    RESOURCE_EXISTS: 'There is a file already, and overwrite is false',
    LIMIT_EXCEEDED: 'content is larger than maxWriteBytes',
    WRITE_FAILED: 'The file could not be written; the old one is as it was',
  },
  planning: {cost: 'low', reliability: 'high', idempotent: true, sideEffects: true, reversible: true, dependencies: []},
  positional: ['path', 'content'],
  securityTier: 2,
  examples: [
    {
      description: 'Write a text file',
      input: {path: 'report.md', content: '# Report\n'},
      output: {path: 'report.md', size: 9, bytesWritten: 9},
    },
    {
      description: 'Write into folders that are not there yet',
      input: {path: 'out/2026/data.bin', content: 'AAEC', encoding: 'base64', createParents: true},
      output: {path: 'out/2026/data.bin', size: 3, bytesWritten: 3},
    },
    {
      description: 'Keep a file that is there',
      input: {path: 'report.md', content: 'new', overwrite: false},
      output: {success: false, error: {code: 'RESOURCE_EXISTS'}},
      setup: {files: {'report.md': 'old'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const target = files.writable(input.path);
    const {asked} = target;
    const content = toBytes(input.content, toEncoding(input.encoding), fs.config.maxWriteBytes);
    return attempt('WRITE_FAILED', asked, async () => {
      const {overwrite, createParents} = input;
      const mode = toMode(input.mode);
      await files.change([target], (location) =>
        writeFile(files, {location, content, mode, overwrite, createParents}, call),
      );
      return {path: shownPath(asked), size: content.length, bytesWritten: content.length};
    });
  },
  async undo(fs: FileSystem, change: Change, call) {
    await attempt('WRITE_FAILED', change.segments, () => takeBack(fs.wrappedInstance, change, call.signal));
  },
});

import {defineTool} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {appendBytes, cutOff} from '../changes/append-bytes.js';
import type {Appended} from '../changes/append-bytes.js';
import {takeBack} from '../changes/change.js';
import type {Change} from '../changes/change.js';
import {writeFile} from '../changes/write-file.js';
import type {FileSystemClient} from '../client.js';
import type {Location} from '../confinement/locate.js';
import {toEncoding} from '../content/encoding.js';
import {commonErrors} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {attempt, pathInput} from './shared.js';
import type {FileSystem} from './shared.js';
import {contentInput, createParentsInput, encodingInput, toBytes} from './write.js';

export const append = defineTool({
  name: 'append',
  description: 'Add content to the end of a file, or make the file when there is none. Can be taken back.',
  aliases: ['appendFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'write', 'append', 'log'],
  input: {path: pathInput, content: contentInput, encoding: encodingInput, createParents: createParentsInput},
  output: {
    path: 'string',
    size: {type: 'integer', required: true, description: 'Bytes of the file now'},
    bytesWritten: 'integer',
  },
  returns: 'Path and size of the file, and how many bytes were added',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path is a folder or no regular file, or content is not in its encoding',
    LIMIT_EXCEEDED: 'content is larger than maxWriteBytes',
    RESOURCE_EXISTS: 'Another process made the file at the same time',
    APPEND_FAILED: 'The content could not be added; the file has its old length',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: [],
  },
  positional: ['path', 'content'],
  securityTier: 2,
  examples: [
    {
      description: 'Add a line to a log',
      input: {path: 'log.txt', content: 'two\n'},
      output: {path: 'log.txt', size: 8, bytesWritten: 4},
      setup: {files: {'log.txt': 'one\n'}},
    },
    {
      description: 'Begin a file',
      input: {path: 'new.txt', content: 'one\n'},
      output: {path: 'new.txt', size: 4, bytesWritten: 4},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const target = files.writable(input.path);
    const {asked} = target;
    const content = toBytes(input.content, toEncoding(input.encoding), fs.config.maxWriteBytes);
    return attempt('APPEND_FAILED', asked, () =>
      files.change([target], async (location) => {
        const size = location.stats
          ? await appendBytes(files, location, content, call)
          : await begin(files, location, content, input.createParents, call);
        return {path: shownPath(asked), size, bytesWritten: content.length};
      }),
    );
  },
  async undo(fs: FileSystem, record: Appended | Change, call) {
    const files = fs.wrappedInstance;
    await attempt('APPEND_FAILED', record.segments, () =>
      'digest' in record ? cutOff(files, record) : takeBack(files, record, call.signal),
    );
  },
});

/** The first append makes the file. */
async function begin(
  files: FileSystemClient,
  location: Location,
  content: Buffer,
  createParents: boolean,
  call: Call,
): Promise<number> {
  await writeFile(files, {location, content, mode: undefined, overwrite: false, createParents}, call);
  return content.length;
}

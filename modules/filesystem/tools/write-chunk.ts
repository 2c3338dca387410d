import {defineTool} from '../../../src/sdk.js';
import {takePatchBack, writeInPlace} from '../changes/patch.js';
import type {Patch} from '../changes/patch.js';
import {toEncoding} from '../content/encoding.js';
import {commonErrors, invalid} from '../errors.js';
import {assertGrowth, attempt, fileInput, openFileErrors} from './shared.js';
import type {FileSystem} from './shared.js';
import {contentInput, encodingInput, toBytes} from './write.js';

export const writeChunk = defineTool({
  name: 'writeChunk',
  description:
    "Write bytes into a file that was opened with open for writing, at its position or at an offset, over what is there; with flags 'a' at its end. What is after them stays. Can be taken back.",
  category: 'files',
  resource: 'file',
  tags: ['file', 'write', 'range', 'chunk', 'handle'],
  input: {
    file: fileInput,
    content: contentInput,
    encoding: encodingInput,
    offset: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'First byte to write over, from 0; the position stays where it is. Default: the position',
    },
  },
  output: {
    bytesWritten: 'integer',
    offset: {type: 'integer', required: true, description: 'Byte of the file that the content begins at'},
    position: {type: 'integer', required: true, description: 'Where the next writeChunk without offset begins'},
    size: {type: 'integer', required: true, description: 'Bytes of the file now'},
  },
  returns: 'How many bytes were written where, and the size of the file',
  errors: {
    ...commonErrors,
    ...openFileErrors,
    INVALID_PARAMETER: "content is not in its encoding, or an offset is given for a file opened with flags 'a'",
    LIMIT_EXCEEDED: 'The file would grow by more than maxWriteBytes, or content is larger than that',
    WRITE_FAILED: 'The content could not be written',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['fs.open'],
  },
  positional: ['file', 'content'],
  securityTier: 2,
  examples: [
    {
      description: 'Write over the beginning',
      input: {file: '$csv', content: 'name'},
      output: {bytesWritten: 4, offset: 0, position: 4, size: 8},
      setup: {files: {'a.csv': 'NAME,id\n'}, steps: [{tool: 'open', input: {path: 'a.csv', flags: 'r+'}, as: 'csv'}]},
    },
    {
      description: 'Write at an offset',
      input: {file: '$csv', content: 'no', offset: 5},
      output: {bytesWritten: 2, offset: 5, position: 0, size: 8},
      setup: {files: {'a.csv': 'name,id\n'}, steps: [{tool: 'open', input: {path: 'a.csv', flags: 'r+'}, as: 'csv'}]},
    },
    {
      description: 'Write into a file that was opened to be read',
      input: {file: '$csv', content: 'x'},
      output: {success: false, error: {code: 'INVALID_STATE'}},
      setup: {files: {'a.csv': 'name,id\n'}, steps: [{tool: 'open', input: {path: 'a.csv'}, as: 'csv'}]},
    },
  ],
  async run(fs: FileSystem, {file, content, encoding, offset}, call) {
    const files = fs.wrappedInstance;
    const {maxWriteBytes} = fs.config;
    const {append} = file.access;
    files.assertMay('write');
    if (append && offset !== undefined)
      throw invalid('append_only', `A file opened with flags '${file.flags}' is written at its end`, [
        "Leave out offset, or open it with flags: 'r+'",
      ]);
    const bytes = toBytes(content, toEncoding(encoding), maxWriteBytes);
    return attempt('WRITE_FAILED', file.asked, () =>
      file.run(async (handle, stats) => {
        await file.assertWritable(stats);
        const start = append ? stats.size : (offset ?? file.position);
        assertGrowth(stats.size, start + bytes.length, maxWriteBytes);
        const size = await writeInPlace(files, {file, handle, stats}, {offset: start, bytes, append}, call);
        if (offset === undefined) file.position = start + bytes.length;
        return {bytesWritten: bytes.length, offset: start, position: file.position, size};
      }),
    );
  },
  async undo(fs: FileSystem, record: Patch) {
    await attempt('WRITE_FAILED', record.segments, () => takePatchBack(fs.wrappedInstance, record));
  },
});

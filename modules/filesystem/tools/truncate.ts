import {defineTool} from '../../../src/sdk.js';
import {resizeInPlace, takePatchBack} from '../changes/patch.js';
import type {Patch} from '../changes/patch.js';
import {commonErrors} from '../errors.js';
import {assertGrowth, attempt, fileInput, openFileErrors} from './shared.js';
import type {FileSystem} from './shared.js';

export const truncate = defineTool({
  name: 'truncate',
  description:
    'Cut a file that was opened with open for writing off at a size, or lengthen it by zeros. The position stays where it is. Can be taken back.',
  category: 'files',
  resource: 'file',
  tags: ['file', 'size', 'cut', 'handle'],
  input: {
    file: fileInput,
    size: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Bytes that the file shall have',
    },
  },
  output: {
    size: {type: 'integer', required: true, description: 'Bytes of the file now'},
    position: {type: 'integer', required: true, description: 'Where the next chunk without offset begins'},
  },
  returns: 'The new size',
  errors: {
    ...commonErrors,
    ...openFileErrors,
    LIMIT_EXCEEDED: 'The file would grow by more than maxWriteBytes',
    WRITE_FAILED: 'The size could not be changed',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: true,
    reversible: true,
    dependencies: ['fs.open'],
  },
  positional: ['file', 'size'],
  securityTier: 2,
  examples: [
    {
      description: 'Cut a file off',
      input: {file: '$log', size: 4},
      output: {size: 4, position: 0},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log', flags: 'r+'}, as: 'log'}]},
    },
    {
      description: 'Cut off a file that was opened to be read',
      input: {file: '$log'},
      output: {success: false, error: {code: 'INVALID_STATE'}},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
  ],
  async run(fs: FileSystem, {file, size}, call) {
    const files = fs.wrappedInstance;
    files.assertMay('write');
    return attempt('WRITE_FAILED', file.asked, () =>
      file.run(async (handle, stats) => {
        await file.assertWritable(stats);
        assertGrowth(stats.size, size, fs.config.maxWriteBytes);
        if (size !== stats.size) await resizeInPlace(files, {file, handle, stats}, size, call);
        return {size, position: file.position};
      }),
    );
  },
  async undo(fs: FileSystem, record: Patch) {
    await attempt('WRITE_FAILED', record.segments, () => takePatchBack(fs.wrappedInstance, record));
  },
});

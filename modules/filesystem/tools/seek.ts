import {defineTool} from '../../../src/sdk.js';
import {commonErrors, invalid} from '../errors.js';
import {attempt, fileInput, openFileErrors} from './shared.js';
import type {FileSystem} from './shared.js';

export const seek = defineTool({
  name: 'seek',
  description:
    'Move the position of a file that was opened with open, and tell position and size; without an offset it only tells. Beyond the end is fine: a write there leaves zeros before it.',
  aliases: ['tell'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'position', 'size', 'handle'],
  input: {
    file: fileInput,
    offset: {
      type: 'integer',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Bytes from where `from` says, may be negative; left out: the position stays where it is',
    },
    from: {
      type: 'string',
      enum: ['start', 'current', 'end'],
      default: 'start',
      description: 'What offset counts from',
    },
  },
  output: {
    position: {type: 'integer', required: true, description: 'Bytes from the start'},
    size: {type: 'integer', required: true, description: 'Bytes of the file'},
  },
  returns: 'Position and size in bytes',
  errors: {
    ...commonErrors,
    ...openFileErrors,
    INVALID_PARAMETER: 'The position would be before the start, or farther than numbers reach',
    SEEK_FAILED: 'The file could not be asked for its size',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.open'],
  },
  positional: ['file', 'offset'],
  securityTier: 0,
  examples: [
    {
      description: 'Ask for position and size',
      input: {file: '$log'},
      output: {position: 0, size: 8},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
    {
      description: 'Go to the last four bytes',
      input: {file: '$log', offset: -4, from: 'end'},
      output: {position: 4, size: 8},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
    {
      description: 'Go before the start',
      input: {file: '$log', offset: -1},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
      setup: {files: {'a.log': 'one\ntwo\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
  ],
  async run(_fs: FileSystem, {file, offset, from}) {
    return attempt('SEEK_FAILED', file.asked, () =>
      file.run(async (_handle, {size}) => {
        if (offset !== undefined) {
          const position = {start: 0, current: file.position, end: size}[from] + offset;
          if (position < 0 || position > Number.MAX_SAFE_INTEGER)
            throw invalid('position', `There is no position ${position}`, ['Give an offset from 0 on']);
          file.position = position;
        }
        return {position: file.position, size};
      }),
    );
  },
});

import {defineTool} from '../../../src/sdk.js';
import {commonErrors} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {attempt, fileInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const close = defineTool({
  name: 'close',
  description:
    'Close a file that was opened with open: what was written is brought to the disk, and the handle ends. A file that nobody uses for ten minutes is closed by itself.',
  aliases: ['closeFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'close', 'handle'],
  input: {file: fileInput},
  output: {path: 'string', closed: 'boolean'},
  returns: 'Path of the file',
  errors: {...commonErrors, CLOSE_FAILED: 'What was written could not be brought to the disk; the file is closed'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.open'],
  },
  positional: ['file'],
  securityTier: 0,
  examples: [
    {
      description: 'Close a file',
      input: {file: '$log'},
      output: {path: 'a.log', closed: true},
      setup: {files: {'a.log': 'one\n'}, steps: [{tool: 'open', input: {path: 'a.log'}, as: 'log'}]},
    },
  ],
  async run(_fs: FileSystem, {file}, call) {
    const handle = call.handles.of(file);
    return attempt('CLOSE_FAILED', file.asked, async () => {
      if (handle) await call.handles.release(handle);
      return {path: shownPath(file.asked), closed: true};
    });
  },
});

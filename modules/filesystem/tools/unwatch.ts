import {defineTool} from '../../../src/sdk.js';
import {fsWatcher} from '../handles.js';
import {shownPath} from '../shown-path.js';
import type {FileSystem} from './shared.js';

export const unwatch = defineTool({
  name: 'unwatch',
  description: 'End a watcher made by watch. A call of events that waits for it answers at once.',
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'watch', 'end'],
  input: {watcher: {handle: fsWatcher, required: true, description: 'A watcher, from watch'}},
  output: {path: 'string', ended: 'boolean'},
  returns: 'Path of what was watched',
  errors: {},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.watch'],
  },
  positional: ['watcher'],
  securityTier: 0,
  examples: [
    {
      description: 'End a watcher',
      input: {watcher: '$inbox'},
      output: {path: 'inbox', ended: true},
      setup: {files: {'inbox/a.txt': '1'}, steps: [{tool: 'watch', input: {path: 'inbox'}, as: 'inbox'}]},
    },
  ],
  async run(_fs: FileSystem, {watcher}, call) {
    const handle = call.handles.of(watcher);
    if (handle) await call.handles.release(handle);
    return {path: shownPath(watcher.asked), ended: true};
  },
});

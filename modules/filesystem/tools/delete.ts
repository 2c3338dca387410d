import {readdirSync} from 'node:fs';

import {defineTool, ToolError} from '../../../src/sdk.js';
import {takeBack} from '../changes/change.js';
import type {Change} from '../changes/change.js';
import {clearTarget} from '../changes/clear-target.js';
import {inFolder, splitLast} from '../confinement/anchored-folder.js';
import {baseItself, commonErrors, notFound, shown} from '../errors.js';
import {typeOf} from '../tree/walk.js';
import {shownPath} from '../shown-path.js';
import {attempt, pathInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const remove = defineTool({
  name: 'delete',
  description:
    'Delete a file, a link (not what it points to), or a folder with all that is in it. Can be taken back while the module lives, within maxUndoBytes.',
  aliases: ['remove', 'rm', 'unlink', 'rmdir'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'delete', 'remove'],
  input: {
    path: pathInput,
    recursive: {type: 'boolean', default: true, description: 'false: refuse a folder that is not empty'},
  },
  output: {
    type: 'object',
    properties: {path: {type: 'string'}, type: {type: 'string', enum: ['file', 'directory', 'symlink', 'other']}},
    required: ['path', 'type'],
  },
  returns: 'Path of what was deleted, and what it was',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_STATE: 'The folder is not empty, and recursive is false',
    DELETE_FAILED: 'It could not be deleted',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['fs.list', 'fs.stats'],
  },
  positional: ['path'],
  securityTier: 2,
  examples: [
    {
      description: 'Delete a file',
      input: {path: 'old.txt'},
      output: {path: 'old.txt', type: 'file'},
      setup: {files: {'old.txt': 'old'}},
    },
    {
      description: 'Delete a folder and all that is in it',
      input: {path: 'build'},
      output: {path: 'build', type: 'directory'},
      setup: {files: {'build/a.js': '1', 'build/b/c.js': '2'}},
    },
    {
      description: 'Delete a folder only if it is empty',
      input: {path: 'build', recursive: false},
      output: {success: false, error: {code: 'INVALID_STATE'}},
      setup: {files: {'build/a.js': '1'}},
    },
  ],
  async run(fs: FileSystem, {path, recursive}, call) {
    const files = fs.wrappedInstance;
    const target = files.writable(path, {followLast: false});
    const {asked} = target;
    if (target.segments.length === 0) throw baseItself();
    return attempt('DELETE_FAILED', asked, () =>
      files.change([target], async (location) => {
        const {segments, stats} = location;
        if (!stats) throw notFound(asked);
        const {parent, name} = splitLast(segments);
        await inFolder(files.base, parent, async (folder) => {
          if (!recursive && stats.isDirectory() && readdirSync(folder.at(name)).length > 0) throw notEmpty(asked);
          const {kept} = await clearTarget(files, location, folder, call);
          const change: Change = {segments, before: kept, after: undefined, folders: []};
          if (kept) call.undo(change);
        });
        return {path: shownPath(asked), type: typeOf(stats)};
      }),
    );
  },
  async undo(fs: FileSystem, change: Change, call) {
    await attempt('DELETE_FAILED', change.segments, () => takeBack(fs.wrappedInstance, change, call.signal));
  },
});

function notEmpty(asked: readonly string[]): ToolError {
  return new ToolError('INVALID_STATE', `Folder ${shown(asked)} is not empty`, {
    outcome: 'not_executed',
    suggestions: ['Set recursive: true to delete all that is in it'],
  });
}

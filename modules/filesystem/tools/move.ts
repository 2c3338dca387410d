import {defineTool} from '../../../src/sdk.js';
import {moveBack, moveEntry} from '../changes/move.js';
import type {Moved} from '../changes/move.js';
import {baseItself, commonErrors, exists, invalid, notFound, shown} from '../errors.js';
import {typeOf} from '../tree/walk.js';
import {shownPath} from '../shown-path.js';
import {assertApart, attempt, fromInput, toInput} from './shared.js';
import type {FileSystem} from './shared.js';
import {createParentsInput} from './write.js';

export const move = defineTool({
  name: 'move',
  description:
    'Move or rename a file, a link or a folder, to a path that is free, or over what is there with overwrite: true. Can be taken back.',
  aliases: ['rename', 'mv'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'move', 'rename'],
  input: {
    from: fromInput,
    to: toInput,
    overwrite: {
      type: 'boolean',
      default: false,
      description: 'Replace a file by a file, or a whole folder by a folder',
    },
    createParents: createParentsInput,
  },
  output: {
    type: 'object',
    properties: {
      from: {type: 'string'},
      to: {type: 'string'},
      type: {type: 'string', enum: ['file', 'directory', 'symlink', 'other']},
    },
    required: ['from', 'to', 'type'],
  },
  returns: 'What was moved where',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'from or to is empty',
    INVALID_PARAMETER: 'from and to are the same or one in the other, or of different types',
    RESOURCE_EXISTS: 'There is something at to, and overwrite is false',
    MOVE_FAILED: 'It could not be moved; nothing was changed',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['fs.list', 'fs.stats'],
  },
  positional: ['from', 'to'],
  securityTier: 2,
  limitations: ['within one device'],
  examples: [
    {
      description: 'Rename a file',
      input: {from: 'draft.md', to: 'final.md'},
      output: {from: 'draft.md', to: 'final.md', type: 'file'},
      setup: {files: {'draft.md': 'text'}},
    },
    {
      description: 'Move a folder into another',
      input: {from: 'logs', to: 'archive/2026', createParents: true},
      output: {from: 'logs', to: 'archive/2026', type: 'directory'},
      setup: {files: {'logs/a.log': '1'}},
    },
    {
      description: 'Move what is not there',
      input: {from: 'missing', to: 'found'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const source = files.writable(input.from, {parameter: 'from', followLast: false});
    const target = files.writable(input.to, {parameter: 'to'});
    if (source.segments.length === 0) throw baseItself();
    if (!source.stats) throw notFound(source.asked);
    assertApart(source, target);
    const {overwrite, createParents} = input;
    return attempt('MOVE_FAILED', source.asked, () =>
      files.change([source, target], async (from = source, to = target) => {
        if (!from.stats) throw notFound(from.asked);
        if (to.stats && !overwrite) throw exists(to.asked);
        if (to.stats && to.stats.isDirectory() !== from.stats.isDirectory()) {
          throw invalid('other_type', `${shown(to.asked)} is of another type, and is not replaced`, [
            'Delete it first, or choose another path',
          ]);
        }
        await moveEntry(files, from, to, {overwrite, createParents}, call);
        return {from: shownPath(from.asked), to: shownPath(to.asked), type: typeOf(from.stats)};
      }),
    );
  },
  async undo(fs: FileSystem, moved: Moved) {
    await attempt('MOVE_FAILED', moved.to, () => moveBack(fs.wrappedInstance, moved));
  },
});

import {defineTool} from '../../../src/sdk.js';
import {takeBack} from '../changes/change.js';
import type {Change} from '../changes/change.js';
import {copyFile, copyFolder} from '../changes/copy.js';
import {commonErrors, exists, notFound} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {assertApart, attempt, fromInput, toInput} from './shared.js';
import type {FileSystem} from './shared.js';
import {createParentsInput} from './write.js';

export const copy = defineTool({
  name: 'copy',
  description:
    'Copy a file, or a folder with all that is in it, to a path that is free, or over what is there with overwrite: true. Nobody sees half a copy. Can be taken back.',
  aliases: ['copyFile', 'cp'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'copy', 'duplicate'],
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
      type: {type: 'string', enum: ['file', 'directory']},
      entries: {type: 'integer', description: 'Files, folders and links that were copied'},
      size: {type: 'integer', description: 'Bytes of all files'},
    },
    required: ['from', 'to', 'type', 'entries', 'size'],
  },
  returns: 'What was copied where',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'from or to is empty',
    INVALID_PARAMETER:
      'from and to are the same or one in the other, of different types, or something in the folder can not be copied',
    RESOURCE_EXISTS: 'There is something at to, and overwrite is false',
    LIMIT_EXCEEDED: 'A folder has too many entries',
    COPY_FAILED: 'It could not be copied; nothing was changed',
  },
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['fs.list', 'fs.stats'],
  },
  positional: ['from', 'to'],
  securityTier: 2,
  examples: [
    {
      description: 'Copy a file',
      input: {from: 'a.txt', to: 'b.txt'},
      output: {from: 'a.txt', to: 'b.txt', type: 'file', entries: 1, size: 3},
      setup: {files: {'a.txt': 'one'}},
    },
    {
      description: 'Copy a folder',
      input: {from: 'src', to: 'backup/src', createParents: true},
      output: {from: 'src', to: 'backup/src', type: 'directory', entries: 3, size: 2},
      setup: {files: {'src/a.js': '1', 'src/b.js': '2'}},
    },
    {
      description: 'Copy over a file by mistake',
      input: {from: 'a.txt', to: 'b.txt'},
      output: {success: false, error: {code: 'RESOURCE_EXISTS'}},
      setup: {files: {'a.txt': 'one', 'b.txt': 'two'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    files.assertMay('write');
    const source = files.readable(input.from, 'from');
    const target = files.writable(input.to, {parameter: 'to'});
    if (!source.stats) throw notFound(source.asked);
    assertApart(source, target);
    const {overwrite, createParents} = input;
    return attempt('COPY_FAILED', source.asked, () =>
      files.change([source, target], async (from = source, to = target) => {
        if (!from.stats) throw notFound(from.asked);
        if (to.stats && !overwrite) throw exists(to.asked);
        const isFolder = from.stats.isDirectory();
        const copied = await (isFolder ? copyFolder : copyFile)(files, from, to, {overwrite, createParents}, call);
        const type = isFolder ? ('directory' as const) : ('file' as const);
        return {from: shownPath(from.asked), to: shownPath(to.asked), type, ...copied};
      }),
    );
  },
  async undo(fs: FileSystem, change: Change, call) {
    await attempt('COPY_FAILED', change.segments, () => takeBack(fs.wrappedInstance, change, call.signal));
  },
});

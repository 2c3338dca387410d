import {defineTool} from '../../../src/sdk.js';
import {areUntouched, makeFolders, prepareParent, removeFolders} from '../changes/make-folders.js';
import {commonErrors, exists, undoRefused} from '../errors.js';
import {shownPath} from '../shown-path.js';
import {attempt, modeInput, pathInput, toMode} from './shared.js';
import type {FileSystem} from './shared.js';

/** Folders that a call made, outermost first. */
interface Created {
  readonly folders: readonly (readonly string[])[];
}

export const create = defineTool({
  name: 'create',
  description:
    'Make a folder, with the folders above it that are missing. A folder that is there already is fine. Can be taken back.',
  aliases: ['mkdir', 'createDirectory'],
  category: 'files',
  resource: 'folder',
  tags: ['folder', 'directory', 'create', 'mkdir'],
  input: {
    path: {...pathInput, aliases: ['folder', 'directory']},
    recursive: {
      type: 'boolean',
      default: true,
      description: 'false: the folder above must exist, the folder itself must not',
    },
    mode: modeInput,
  },
  output: {path: 'string', created: {type: 'boolean', required: true, description: 'false when it was there already'}},
  returns: 'Path of the folder',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path holds a NUL byte',
    RESOURCE_EXISTS: 'There is a file at the path or on the way, or the folder exists and recursive is false',
    CREATE_FAILED: 'The folder could not be made',
  },
  planning: {cost: 'low', reliability: 'high', idempotent: true, sideEffects: true, reversible: true, dependencies: []},
  positional: ['path'],
  securityTier: 2,
  examples: [
    {description: 'Make a folder', input: {path: 'out/reports'}, output: {path: 'out/reports', created: true}},
    {
      description: 'Make sure that there is one',
      input: {path: 'out'},
      output: {path: 'out', created: false},
      setup: {files: {'out/a.txt': '1'}},
    },
    {
      description: 'Make a folder where a file is',
      input: {path: 'notes'},
      output: {success: false, error: {code: 'RESOURCE_EXISTS'}},
      setup: {files: {notes: 'text'}},
    },
  ],
  async run(fs: FileSystem, {path, recursive, mode}, call) {
    const files = fs.wrappedInstance;
    const target = files.writable(path);
    const {asked} = target;
    return attempt('CREATE_FAILED', asked, () =>
      files.change([target], async ({segments, stats} = target) => {
        if (stats && (!recursive || !stats.isDirectory())) throw exists(asked);
        if (stats) return {path: shownPath(asked), created: false};
        if (!recursive) prepareParent(files.base, segments.slice(0, -1), false);
        const folders = makeFolders(files.base, segments, {mode: toMode(mode), parents: recursive});
        if (folders.length > 0) call.undo({folders} satisfies Created);
        return {path: shownPath(asked), created: folders.length > 0};
      }),
    );
  },
  async undo(fs: FileSystem, {folders}: Created) {
    const {base} = fs.wrappedInstance;
    if (!areUntouched(base, folders) || !removeFolders(base, folders))
      throw undoRefused('something was put into the folder since');
  },
});

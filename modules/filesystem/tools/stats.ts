import {defineTool} from '../../../src/sdk.js';
import {openedStats} from '../confinement/opened-stats.js';
import {commonErrors, notFound} from '../errors.js';
import {typeOf} from '../tree/walk.js';
import {shownPath} from '../shown-path.js';
import {attempt, pathInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const stats = defineTool({
  name: 'stats',
  description:
    'Tell type, size, permission bits and times of a file or folder. Links are followed as long as they stay under basePath.',
  aliases: ['stat', 'info'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'stats', 'size', 'time', 'exists'],
  input: {path: pathInput},
  output: {
    type: 'object',
    properties: {
      path: {type: 'string'},
      type: {type: 'string', enum: ['file', 'directory', 'symlink', 'other']},
      size: {type: 'integer', description: 'Bytes'},
      mode: {type: 'string', description: "Permission bits as octal digits, such as '0644'"},
      modified: {type: 'number', description: 'ms since the epoch'},
      created: {type: 'number', description: 'ms since the epoch'},
      accessed: {type: 'number', description: 'ms since the epoch'},
    },
    required: ['path', 'type', 'size', 'mode', 'modified', 'created', 'accessed'],
  },
  returns: 'Facts about the entry',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path holds a NUL byte or goes round in links',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['path'],
  securityTier: 0,
  examples: [
    {description: 'Ask for the size of a file', input: {path: 'a.txt'}, setup: {files: {'a.txt': 'one'}}},
    {
      description: 'Ask for what is not there',
      input: {path: 'missing'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, {path}) {
    const files = fs.wrappedInstance;
    const location = files.readable(path);
    const {asked} = location;
    if (!location.stats) throw notFound(asked);
    const found = await attempt('RESOURCE_UNAVAILABLE', asked, () => openedStats(files.base, location));
    return {
      path: shownPath(asked),
      type: typeOf(found),
      size: found.size,
      mode: (found.mode & 0o7777).toString(8).padStart(4, '0'),
      modified: found.mtimeMs,
      created: found.birthtimeMs,
      accessed: found.atimeMs,
    };
  },
});

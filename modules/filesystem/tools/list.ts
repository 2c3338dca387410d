import {defineTool} from '../../../src/sdk.js';
import {commonErrors, invalid, notFound, shown} from '../errors.js';
import {GlobPattern} from '../tree/glob-pattern.js';
import {page, pageWarning} from '../tree/page.js';
import {walk} from '../tree/walk.js';
import type {Entry} from '../tree/walk.js';
import {shownPath} from '../shown-path.js';
import {afterCursor, attempt, cursorInput, limitInput, offsetInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const list = defineTool({
  name: 'list',
  description:
    'List the entries of a folder with name, type and path, sorted by name; with recursive also those of the folders below. Links are listed and not followed.',
  aliases: ['readdir', 'ls'],
  category: 'files',
  resource: 'folder',
  tags: ['folder', 'directory', 'list', 'browse'],
  input: {
    path: {
      type: 'string',
      default: '.',
      aliases: ['folder', 'directory'],
      description: 'Folder under basePath; default basePath itself',
    },
    recursive: {
      type: 'boolean',
      default: false,
      description: 'Also what is in the folders below, each folder before its entries',
    },
    filter: {
      type: 'string',
      description:
        "Glob that names must match, such as '*.md'; with a / it is matched against the path below the folder",
    },
    limit: limitInput,
    offset: offsetInput,
    cursor: cursorInput,
  },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        name: {type: 'string'},
        type: {type: 'string', enum: ['file', 'directory', 'symlink', 'other']},
        path: {type: 'string'},
      },
      required: ['name', 'type', 'path'],
      additionalProperties: false,
    },
  },
  returns: 'The entries; a warning in the metadata tells when there are more',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'cursor is empty',
    INVALID_PARAMETER: 'path is no folder, filter is no pattern, or cursor is elsewhere',
    LIMIT_EXCEEDED: 'A folder has more entries than can be sorted',
    LIST_FAILED: 'The folder could not be read',
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
    {
      description: 'List a folder',
      input: {},
      output: [
        {name: 'a.txt', type: 'file', path: 'a.txt'},
        {name: 'docs', type: 'directory', path: 'docs'},
      ],
      setup: {files: {'a.txt': '1', 'docs/b.md': '2'}},
    },
    {
      description: 'Find files by name in all folders',
      input: {recursive: true, filter: '*.md'},
      output: [{name: 'b.md', type: 'file', path: 'docs/b.md'}],
      setup: {files: {'a.txt': '1', 'docs/b.md': '2'}},
    },
    {
      description: 'List what is not there',
      input: {path: 'missing'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, {path, recursive, filter, limit, offset, cursor}, call) {
    const files = fs.wrappedInstance;
    const {asked, segments, stats} = files.readable(path);
    if (!stats) throw notFound(asked);
    if (!stats.isDirectory())
      throw invalid('not_directory', `${shown(asked)} is no folder`, ['Use read or stats for files']);
    const wanted = filterOf(filter);
    const after = afterCursor(files.base, cursor, asked);
    return attempt('LIST_FAILED', asked, async () => {
      const entries = walk(files.base, segments, {signal: call.signal, enter: () => recursive, after});
      const answer = await page(entries, {
        signal: call.signal,
        offset,
        limit: Math.min(limit ?? Infinity, fs.config.maxEntries),
        pick: (entry) => {
          const below = entry.segments.slice(segments.length);
          return wanted(entry, below)
            ? {name: entry.name, type: entry.type, path: shownPath([...asked, ...below])}
            : undefined;
        },
      });
      const warning = pageWarning(answer, (next) => shownPath([...asked, ...next.slice(segments.length)]));
      if (warning !== undefined) call.warn(warning);
      return answer.items;
    });
  },
});

function filterOf(filter: string | undefined): (entry: Entry, below: readonly string[]) => boolean {
  if (filter === undefined) return () => true;
  const pattern = new GlobPattern(filter, {dot: true, parameter: 'filter'});
  return filter.includes('/') ? (_entry, below) => pattern.matches(below) : ({name}) => pattern.matches([name]);
}

import {isAbsolute} from 'node:path';

import {defineTool} from '../../../src/sdk.js';
import {commonErrors, invalid, notFound, outsideBase, shown} from '../errors.js';
import {GlobPattern} from '../tree/glob-pattern.js';
import {page, pageWarning} from '../tree/page.js';
import {walk} from '../tree/walk.js';
import {shownPath} from '../shown-path.js';
import {afterCursor, attempt, cursorInput, limitInput, offsetInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const glob = defineTool({
  name: 'glob',
  description:
    "Find files by a pattern of their path, such as 'src/**/*.ts' or '*.{md,txt}'. Patterns know *, ?, [a-z], [!a], ** for any number of folders and {a,b}. Links are not followed.",
  aliases: ['find'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'find', 'search', 'pattern'],
  input: {
    pattern: {type: 'string', required: true, description: 'Pattern for paths relative to the folder in path'},
    path: {
      type: 'string',
      default: '.',
      aliases: ['cwd'],
      description: 'Folder under basePath to search; default basePath itself',
    },
    type: {
      type: 'string',
      enum: ['file', 'directory', 'any'],
      default: 'file',
      description: 'file: all that is no folder',
    },
    dot: {type: 'boolean', default: false, description: 'Whether wildcards match names that begin with a dot'},
    limit: limitInput,
    offset: offsetInput,
    cursor: cursorInput,
  },
  output: {type: 'array', items: {type: 'string'}},
  returns: 'Paths in order; a warning in the metadata tells when there are more',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'cursor is empty',
    INVALID_PARAMETER:
      'path is no folder, or the pattern is empty, too long or has too many alternatives, or cursor is elsewhere',
    LIMIT_EXCEEDED: 'A folder has more entries than can be sorted',
    GLOB_FAILED: 'The folder could not be searched',
  },
  planning: {
    cost: 'medium',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  positional: ['pattern'],
  securityTier: 0,
  examples: [
    {
      description: 'Find files in all folders',
      input: {pattern: '**/*.md'},
      output: ['README.md', 'docs/guide.md'],
      setup: {files: {'README.md': '1', 'docs/guide.md': '2', 'docs/logo.svg': '3'}},
    },
    {
      description: 'Search outside',
      input: {pattern: '../*'},
      output: {success: false, error: {code: 'PERMISSION_DENIED'}},
    },
  ],
  async run(fs: FileSystem, input, call) {
    const files = fs.wrappedInstance;
    const {asked, segments, stats} = files.readable(input.path);
    if (input.pattern.includes('\0'))
      throw invalid('nul_byte', 'Parameter "pattern" holds a NUL byte', ['Remove the NUL byte']);
    const pattern = new GlobPattern(input.pattern, {dot: input.dot});
    if (isAbsolute(input.pattern) || pattern.hasSegment('..')) throw outsideBase();
    if (!stats) throw notFound(asked);
    if (!stats.isDirectory()) throw invalid('not_directory', `${shown(asked)} is no folder`, ['Search in a folder']);
    return attempt('GLOB_FAILED', asked, async () => {
      const after = afterCursor(files.base, input.cursor, asked);
      const below = (path: readonly string[]): readonly string[] => path.slice(segments.length);
      const entries = walk(files.base, segments, {
        signal: call.signal,
        after,
        enter: (folder) => pattern.reaches(below(folder.segments)),
      });
      const answer = await page(entries, {
        signal: call.signal,
        offset: input.offset,
        limit: Math.min(input.limit ?? Infinity, fs.config.maxEntries),
        pick: (entry) => {
          const fits = input.type === 'any' || (input.type === 'directory') === (entry.type === 'directory');
          return fits && pattern.matches(below(entry.segments))
            ? shownPath([...asked, ...below(entry.segments)])
            : undefined;
        },
      });
      const warning = pageWarning(answer, (next) => shownPath([...asked, ...below(next)]));
      if (warning !== undefined) call.warn(warning);
      return answer.items;
    });
  },
});

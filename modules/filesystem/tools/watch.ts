import {defineTool} from '../../../src/sdk.js';
import {commonErrors, notFound} from '../errors.js';
import {fsWatcher} from '../handles.js';
import {eventNames} from '../watching/event-queue.js';
import {Watcher} from '../watching/watcher.js';
import {attempt, named, pathInput} from './shared.js';
import type {FileSystem} from './shared.js';

export const watch = defineTool({
  name: 'watch',
  description:
    'Watch a file or a folder for changes; take them with events, end it with unwatch. A file that is replaced is watched on. Links below are not followed.',
  aliases: ['watchFile'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'watch', 'change', 'event'],
  input: {
    path: pathInput,
    events: {
      type: 'array',
      items: {type: 'string', enum: eventNames},
      minItems: 1,
      maxItems: 2,
      default: ['change'],
      description:
        'change: content or attributes may be others, also when another file took the name; rename: an entry came, went or took another name',
    },
    recursive: {type: 'boolean', default: false, description: 'Also what is in the folders below'},
  },
  output: {handle: fsWatcher},
  returns: 'The watcher handle that events and unwatch take',
  errors: {
    ...commonErrors,
    MISSING_PARAMETER: 'path is empty',
    INVALID_PARAMETER: 'path holds a NUL byte or goes round in links',
    LIMIT_EXCEEDED:
      'There are more folders below than one watcher takes, or maxOpenHandles files and watchers are open',
    WATCH_FAILED: 'It could not be watched',
  },
  planning: {
    cost: 'low',
    reliability: 'medium',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.stats'],
  },
  positional: ['path'],
  securityTier: 0,
  limitations: [
    'Several changes of a file at about the same time can be one event, and one change several',
    'Who changed it, and how, is not told; what the system itself loses in a flood is not noticed',
  ],
  examples: [
    {description: 'Watch a file', input: {path: 'config.json'}, setup: {files: {'config.json': '{}'}}},
    {
      description: 'Watch a folder and all below it for what comes and goes',
      input: {path: 'inbox', events: ['rename'], recursive: true},
      setup: {files: {'inbox/a/b.txt': '1'}},
    },
    {
      description: 'Watch what is not there',
      input: {path: 'missing'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
    },
  ],
  async run(fs: FileSystem, {path, events, recursive}, call) {
    const files = fs.wrappedInstance;
    const location = files.readable(path);
    const {asked, stats} = location;
    if (!stats) throw notFound(asked);
    return attempt('WATCH_FAILED', asked, async () => {
      const watcher = await Watcher.start(files, location, {events, recursive}, call.signal);
      return named(fsWatcher, watcher, call);
    });
  },
});

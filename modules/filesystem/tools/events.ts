import {defineTool} from '../../../src/sdk.js';
import {fsWatcher} from '../handles.js';
import {eventNames} from '../watching/event-queue.js';
import type {FileSystem} from './shared.js';

export const events = defineTool({
  name: 'events',
  description:
    'Take the events of a watcher made by watch, oldest first, each once. With wait it waits for the next one when there is none yet.',
  aliases: ['takeEvents'],
  category: 'files',
  resource: 'file',
  tags: ['file', 'folder', 'watch', 'change', 'event'],
  input: {
    watcher: {handle: fsWatcher, required: true, description: 'A watcher, from watch'},
    limit: {type: 'integer', minimum: 1, maximum: 1000, default: 100, description: 'How many to take at most'},
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: 300_000,
      default: 0,
      description: 'ms to wait for an event when there is none',
    },
  },
  output: {
    type: 'object',
    properties: {
      events: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            event: {type: 'string', enum: eventNames},
            file: {type: 'string', description: 'Path below what is watched; the name where that is a file'},
            path: {type: 'string', description: 'Path under basePath'},
          },
          required: ['event', 'file', 'path'],
        },
      },
      dropped: {
        type: 'integer',
        description: 'Events that were lost since the last time: more than 0 means to look for oneself',
      },
      more: {type: 'boolean', description: 'Whether more can be taken at once'},
      ended: {type: 'boolean', description: 'Whether what was watched is gone: no more events will come'},
    },
    required: ['events', 'dropped', 'more', 'ended'],
  },
  returns: 'The events; none when nothing happened in time',
  errors: {},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: false,
    reversible: false,
    dependencies: ['fs.watch'],
  },
  positional: ['watcher'],
  securityTier: 0,
  // `wait` is the time that it takes.
  timeout: 0,
  examples: [
    {
      description: 'Look whether something happened',
      input: {watcher: '$inbox'},
      output: {events: [], dropped: 0, more: false, ended: false},
      setup: {files: {'inbox/a.txt': '1'}, steps: [{tool: 'watch', input: {path: 'inbox'}, as: 'inbox'}]},
    },
    {
      description: 'Wait for a change',
      input: {watcher: '$inbox', wait: 5000},
      output: {events: [{event: 'change', file: 'a.txt', path: 'inbox/a.txt'}], dropped: 0, more: false, ended: false},
      setup: {
        files: {'inbox/a.txt': '1'},
        steps: [
          {tool: 'watch', input: {path: 'inbox'}, as: 'inbox'},
          {tool: 'write', input: {path: 'inbox/a.txt', content: '2'}},
        ],
      },
    },
  ],
  async run(fs: FileSystem, {watcher, limit, wait}, call) {
    await watcher.queue.wait(wait, call.signal, fs.runtime.clock);
    return {...watcher.queue.take(limit), ended: watcher.queue.ended};
  },
});

import {defineTool} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import {nodeScript, readingOutput} from './shared.js';
import type {ShellModule} from './shared.js';
import {untilOrAborted} from './until.js';

export const read = defineTool({
  name: 'read',
  description:
    'Read what a program in the background wrote since it was read last, and whether it still runs. With wait, waits until something comes.',
  aliases: ['output'],
  category: 'programs',
  resource: 'process',
  tags: ['shell', 'background', 'output', 'log', 'read'],
  input: {
    process: {handle: shellProcess, required: true, description: 'Of shell.start'},
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: 600_000,
      default: 0,
      description: 'ms to wait for something to read, or for its end; then what there is is answered, nothing too',
    },
  },
  output: readingOutput,
  returns: 'What came since the last time, and whether it runs',
  errors: {OPERATION_CANCELLED: 'The call was cancelled while it waited'},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    // What was read is not there any more.
    sideEffects: true,
    reversible: false,
    dependencies: ['shell.start'],
  },
  positional: ['process'],
  securityTier: 0,
  timeout: 0,
  examples: [
    {
      description: 'Wait for the first output',
      input: {process: '$server', wait: 30_000},
      output: {stdout: 'ready\n', running: true},
      setup: {
        steps: [
          {
            tool: 'start',
            input: {command: nodeScript("console.log('ready'); setInterval(() => {}, 1000)")},
            as: 'server',
          },
        ],
      },
    },
  ],
  async run(_module: ShellModule, {process, wait}, call) {
    if (wait > 0) await untilOrAborted(process.news, wait, call.signal);
    return process.read();
  },
});

import {defineTool, ToolError} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import {nodeScript, readingOutput} from './shared.js';
import type {ShellModule} from './shared.js';
import {untilOrAborted} from './until.js';

export const wait = defineTool({
  name: 'wait',
  description:
    'Wait until a program in the background has ended, and answer how, with what it wrote since it was read last. Any exit code is an answer.',
  aliases: ['join'],
  category: 'programs',
  resource: 'process',
  tags: ['shell', 'background', 'wait', 'exit'],
  input: {
    process: {handle: shellProcess, required: true, description: 'Of shell.start'},
    timeout: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400_000,
      default: 30_000,
      description: 'ms to wait; it is not ended when they are over',
    },
  },
  output: readingOutput,
  returns: 'How it ended, and what it wrote',
  errors: {
    OPERATION_TIMEOUT: 'It still runs; nothing that it wrote was taken',
    OPERATION_CANCELLED: 'The call was cancelled while it waited',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: ['shell.start'],
  },
  positional: ['process'],
  securityTier: 0,
  timeout: 0,
  examples: [
    {
      description: 'Wait for the end',
      input: {process: '$job'},
      output: {stdout: 'done\n', running: false, exitCode: 3},
      setup: {
        steps: [{tool: 'start', input: {command: nodeScript("console.log('done'); process.exitCode = 3")}, as: 'job'}],
      },
    },
  ],
  async run(_module: ShellModule, {process, timeout}, call) {
    if (!process.end && !(await untilOrAborted(process.ended, timeout, call.signal))) {
      throw new ToolError('OPERATION_TIMEOUT', `'${process.command}' still runs after ${String(timeout)} ms`, {
        outcome: 'not_executed',
        suggestions: ['Wait again, read what it wrote with shell.read, or end it with shell.stop'],
      });
    }
    return process.read();
  },
});

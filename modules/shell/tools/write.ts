import {defineTool} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import {nodeScript} from './shared.js';
import type {ShellModule} from './shared.js';

export const write = defineTool({
  name: 'write',
  description: 'Write to what a program in the background reads (its stdin): an answer, a line, a command of its own.',
  aliases: ['send'],
  category: 'programs',
  resource: 'process',
  tags: ['shell', 'background', 'stdin', 'input', 'write'],
  input: {
    process: {handle: shellProcess, required: true, description: 'Of shell.start'},
    data: {
      type: 'string',
      required: true,
      maxLength: 16_777_216,
      aliases: ['text', 'input'],
      description: 'What it reads; a line ends with \\n',
    },
    encoding: {type: 'string', enum: ['utf8', 'base64'], default: 'utf8', description: 'How data is given'},
    end: {type: 'boolean', default: false, description: 'Close its stdin afterwards: nothing more will come'},
  },
  output: {written: {type: 'integer', required: true, description: 'Bytes'}},
  returns: 'How much was written',
  errors: {
    INVALID_STATE: 'It has ended, or its stdin is closed',
    LIMIT_EXCEEDED: 'More would wait for it than maxInput of the config',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: ['shell.start'],
  },
  positional: ['process', 'data'],
  limitations: ['A program that does not read lets it wait until its time is over, for maxInput bytes at most'],
  securityTier: 3,
  timeout: 30_000,
  examples: [
    {
      description: 'Write a line',
      input: {process: '$cat', data: 'Hello\n'},
      output: {written: 6},
      setup: {steps: [{tool: 'start', input: {command: nodeScript('process.stdin.pipe(process.stdout)')}, as: 'cat'}]},
    },
  ],
  async run(_module: ShellModule, {process, data, encoding, end}) {
    const bytes = Buffer.from(data, encoding);
    await process.write(bytes, end);
    return {written: bytes.length};
  },
});

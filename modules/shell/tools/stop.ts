import {defineTool} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import {nodeScript, readingOutput, signals} from './shared.js';
import type {ShellModule} from './shared.js';

export const stop = defineTool({
  name: 'stop',
  description:
    'End a program in the background with all that it started, and answer what it wrote since it was read last. Its handle is released. Also for one that has ended: what it wrote is kept until then.',
  aliases: ['kill', 'terminate'],
  category: 'programs',
  resource: 'process',
  tags: ['shell', 'background', 'stop', 'kill', 'end', 'signal'],
  input: {
    process: {handle: shellProcess, required: true, description: 'Of shell.start'},
    signal: {type: 'string', enum: signals, default: 'SIGTERM', description: 'What asks it to end'},
    grace: {
      type: 'integer',
      minimum: 0,
      maximum: 60_000,
      description: 'ms that it has for ending by itself before it is killed; default killGrace of the config',
    },
  },
  output: readingOutput,
  returns: 'How it ended, and what it wrote',
  errors: {},
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: true,
    sideEffects: true,
    reversible: false,
    dependencies: ['shell.start'],
  },
  positional: ['process'],
  securityTier: 2,
  // More than the longest grace.
  timeout: 90_000,
  examples: [
    {
      description: 'Stop a program',
      input: {process: '$server'},
      output: {running: false, signal: 'SIGTERM'},
      setup: {steps: [{tool: 'start', input: {command: nodeScript('setInterval(() => {}, 1000)')}, as: 'server'}]},
    },
  ],
  async run(module: ShellModule, {process, signal, grace}, call) {
    const handle = call.handles.of(process);
    await process.stop({signal, grace: grace ?? module.wrappedInstance.config.killGrace});
    const reading = process.read();
    if (handle) await call.handles.release(handle);
    return reading;
  },
});

import {defineTool} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import {nodeScript} from './shared.js';
import type {ShellModule} from './shared.js';

export const list = defineTool({
  name: 'list',
  description: 'List the commands that may be run, and the programs of this session that are in the background.',
  aliases: ['ps'],
  category: 'programs',
  resource: 'program',
  tags: ['shell', 'commands', 'allowed', 'background', 'process', 'list'],
  input: {},
  output: {
    commands: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {name: {type: 'string'}, description: {type: 'string'}, installed: {type: 'boolean'}},
        required: ['name', 'installed'],
      },
      description: 'What execute and start take; empty where anyCommand is true',
    },
    anyCommand: {type: 'boolean', required: true, description: 'Any program may be run'},
    processes: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          process: {handle: shellProcess},
          running: {type: 'boolean'},
          exitCode: {type: 'integer'},
          signal: {type: 'string'},
        },
        required: ['process', 'running'],
      },
      description: 'Started and not stopped, oldest first',
    },
  },
  returns: 'Commands and programs',
  errors: {},
  planning: {
    cost: 'free',
    reliability: 'high',
    idempotent: true,
    sideEffects: false,
    reversible: false,
    dependencies: [],
  },
  securityTier: 0,
  timeout: 30_000,
  examples: [
    {
      description: 'List what is there',
      input: {},
      output: {commands: [{name: 'node', installed: true}], anyCommand: false, processes: [{running: true}]},
      setup: {steps: [{tool: 'start', input: {command: nodeScript('setInterval(() => {}, 1000)')}, as: 'server'}]},
    },
  ],
  run(module: ShellModule, _input, call) {
    const {commands, background} = module.wrappedInstance;
    const {found, missing} = commands.list();
    const own = [...background].filter(({session}) => session === call.context.sessionId);
    return {
      commands: [
        ...found.map(({name, description}) => ({
          name,
          ...(description !== undefined && {description}),
          installed: true,
        })),
        ...missing.map((name) => ({name, installed: false})),
      ],
      anyCommand: commands.any,
      processes: own.flatMap((program) => {
        const process = call.handles.of(program);
        const {end} = program;
        if (!process) return [];
        return {
          process: process as never,
          running: end === undefined,
          ...(typeof end?.exitCode === 'number' && {exitCode: end.exitCode}),
          ...(typeof end?.signal === 'string' && {signal: end.signal}),
        };
      }),
    };
  },
});

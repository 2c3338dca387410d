import {defineTool} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {shellProcess} from '../handles.js';
import type {ShellProcessHandle} from '../handles.js';
import {BackgroundProgram} from '../running/background-program.js';
import {nodeScript, programInput, startErrors} from './shared.js';
import type {ShellModule} from './shared.js';

export const start = defineTool({
  name: 'start',
  description:
    'Start a program in the background, a server or a watcher, and go on. It runs until it ends by itself or is stopped with shell.stop; what it writes waits for shell.read. It ends with the module.',
  aliases: ['spawn'],
  category: 'programs',
  resource: 'process',
  tags: ['shell', 'background', 'server', 'process', 'daemon', 'spawn', 'start'],
  input: programInput,
  output: {handle: shellProcess},
  returns: 'The handle that read, write, wait and stop take',
  errors: {
    ...startErrors,
    LIMIT_EXCEEDED: 'maxProcesses programs are there, or the arguments are too many for the system',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: [],
  },
  positional: ['command'],
  securityTier: 3,
  timeout: 30_000,
  examples: [
    {description: 'Start a program', input: {command: nodeScript("console.log('ready'); setInterval(() => {}, 1000)")}},
    {
      description: 'One that is not allowed',
      input: {command: 'no-such-program'},
      output: {success: false, error: {code: 'PERMISSION_DENIED'}},
    },
  ],
  async run(module: ShellModule, input, call) {
    const shell = module.wrappedInstance;
    const {config} = shell;
    const {command, ...program} = await shell.check(input);
    const leave = shell.takePlace();
    try {
      const background = await BackgroundProgram.start(
        {...program, stdin: {open: true}},
        {
          command,
          session: call.context.sessionId,
          secrets: shell.secrets,
          maxOutput: config.maxOutput,
          maxInput: config.maxInput,
          killGrace: config.killGrace,
          onRelease: () => {
            shell.background.delete(background);
            leave();
          },
        },
      );
      shell.background.add(background);
      return await nameIt(background, call);
    } catch (error) {
      leave();
      throw error;
    }
  },
});

/** Its handle; without one, nobody could stop it. */
async function nameIt(background: BackgroundProgram, call: Call): Promise<ShellProcessHandle> {
  try {
    return call.handles.create(shellProcess, background);
  } catch (error) {
    await background.release();
    throw error;
  }
}

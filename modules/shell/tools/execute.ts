import {defineTool, ToolError} from '../../../src/sdk.js';
import {keptBase64, keptText} from '../running/kept-text.js';
import type {KeptStream} from '../running/kept-output.js';
import {runProgram, shownOutput} from '../running/run-program.js';
import type {ProgramResult} from '../running/run-program.js';
import type {Secrets} from '../secrets.js';
import {nodeScript, programInput, startErrors} from './shared.js';
import type {ShellModule} from './shared.js';

export const execute = defineTool({
  name: 'execute',
  description:
    'Run a program to its end and answer what it wrote. No shell is involved: one program with its arguments, of those that the config allows. An exit code other than 0 is a failure.',
  aliases: ['run', 'exec'],
  category: 'programs',
  resource: 'program',
  tags: ['shell', 'command', 'program', 'run', 'execute', 'process', 'terminal', 'script'],
  input: {
    ...programInput,
    stdin: {
      type: 'string',
      aliases: ['input'],
      description: 'What the program reads; default nothing, its stdin is closed',
    },
    timeout: {
      type: 'integer',
      minimum: 1,
      description: 'ms that it may run before it is ended with all that it started; default that of the config',
    },
    maxOutput: {
      type: 'integer',
      minimum: 1,
      description: 'Bytes of stdout and stderr together that are kept; at most that of the config',
    },
    overflow: {
      type: 'string',
      enum: ['error', 'truncate'],
      description: "At more: end it with LIMIT_EXCEEDED, or keep beginning and end and let it go on ('truncate')",
    },
    exitCodes: {
      type: 'array',
      items: {type: 'integer', minimum: 0, maximum: 4_294_967_295},
      description: 'Exit codes that are no failure; default [0]. [0, 1] for diff and grep',
    },
    encoding: {
      type: 'string',
      enum: ['utf8', 'base64'],
      default: 'utf8',
      description: 'How stdout and stderr are answered; base64 for what is no text',
    },
  },
  output: {
    stdout: {type: 'string', required: true, description: 'What it wrote'},
    stderr: {type: 'string', required: true, description: 'What it wrote as errors'},
    exitCode: {type: 'integer', required: true, description: 'One of exitCodes'},
    truncated: {
      type: 'boolean',
      required: true,
      description: 'It wrote more than is kept: the middle is missing, and a line in its place says how much',
    },
    duration: {type: 'number', required: true, description: 'ms that it ran'},
  },
  returns: 'What the program wrote, and its exit code',
  errors: {
    ...startErrors,
    NONZERO_EXIT: 'It ended with an exit code that is no success; exitCode, stdout and stderr are in details.context',
    KILLED_BY_SIGNAL: 'A signal of somebody else ended it',
    LIMIT_EXCEEDED: 'It wrote more than maxOutput and was ended, or the system does not take so many arguments',
    OPERATION_TIMEOUT: 'It did not end in time and was ended',
    OPERATION_CANCELLED: 'The call was cancelled and the program ended',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: false,
    dependencies: [],
  },
  positional: ['command'],
  limitations: ['Nothing that it started outlives it', 'Of long output, an error shows beginning and end'],
  securityTier: 3,
  // It has a time of its own, which knows how to end a program.
  timeout: 0,
  examples: [
    {
      description: 'Run a program',
      input: {command: nodeScript('console.log(6 * 7)')},
      output: {stdout: '42\n', stderr: '', exitCode: 0, truncated: false},
    },
    {
      description: 'Give a command line, and something to read',
      input: {command: `node -e 'process.stdin.pipe(process.stdout)'`, stdin: 'Hello'},
      output: {stdout: 'Hello'},
    },
    {
      description: 'A program that fails',
      input: {command: nodeScript('process.exit(3)')},
      output: {success: false, error: {code: 'NONZERO_EXIT'}},
    },
    {
      description: 'A pipe is the work of a shell',
      input: {command: 'node --version | cat'},
      output: {success: false, error: {code: 'INVALID_PARAMETER'}},
    },
  ],
  async run(module: ShellModule, input, call) {
    const shell = module.wrappedInstance;
    const {config, secrets} = shell;
    const {command, ...start} = await shell.check(input);
    const limits = {
      killGrace: config.killGrace,
      timeout: within('timeout', input.timeout ?? Math.min(config.timeout, config.maxTimeout), config.maxTimeout),
      maxOutput: within('maxOutput', input.maxOutput ?? config.maxOutput, config.maxOutput),
      overflow: input.overflow ?? config.overflow,
      onLine: (line: string) => call.progress(line),
      secrets,
    };
    const started = performance.now();
    const result = await runProgram({...start, stdin: input.stdin}, limits, call.signal);
    const exitCode = assertSucceeded(command, result, input.exitCodes ?? [0], secrets);
    const {stdout, stderr} = result.output;
    const read = (kept: KeptStream): string =>
      input.encoding === 'base64' ? keptBase64(kept, secrets) : keptText(kept, secrets);
    return {
      stdout: read(stdout),
      stderr: read(stderr),
      exitCode,
      truncated: stdout.dropped + stderr.dropped > 0,
      duration: Math.round(performance.now() - started),
    };
  },
});

function within(name: 'timeout' | 'maxOutput', asked: number, most: number): number {
  if (asked <= most) return asked;
  const limit = name === 'timeout' ? 'maxTimeout' : 'maxOutput';
  throw new ToolError('LIMIT_EXCEEDED', `${name} is ${String(asked)}, and the config allows ${String(most)}`, {
    outcome: 'not_executed',
    context: {parameter: name, limit: most},
    suggestions: [`Ask for at most ${String(most)}, or raise ${limit} in the config`],
  });
}

/** The exit code, when it means success. */
function assertSucceeded(
  command: string,
  {exitCode, signal, output}: ProgramResult,
  accepted: readonly number[],
  secrets: Secrets,
): number {
  if (exitCode !== null && accepted.includes(exitCode)) return exitCode;
  const shown = shownOutput(output, secrets);
  // The last lines say why.
  const reason = (shown.stderr.trim() || shown.stdout.trim()).slice(-300);
  const tail = reason === '' ? '' : `: ${reason}`;
  if (exitCode === null) {
    throw new ToolError('KILLED_BY_SIGNAL', `'${command}' was ended by ${String(signal)}${tail}`, {
      outcome: 'unknown',
      context: {signal, ...shown},
      suggestions: ['Check what it had done', 'SIGKILL from outside often means that memory ran out'],
    });
  }
  throw new ToolError('NONZERO_EXIT', `'${command}' ended with exit code ${String(exitCode)}${tail}`, {
    outcome: 'failed',
    context: {exitCode, ...shown},
    suggestions: [
      'See stdout and stderr in details.context',
      `Where ${String(exitCode)} is no failure, name it in exitCodes`,
    ],
  });
}

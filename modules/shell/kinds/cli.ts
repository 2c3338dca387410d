import {stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import {findProgram, isRecord, minimalEnvironment, ToolError} from '../../../src/sdk.js';
import type {WrapKind, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {argvOf} from './argv.js';
import {assertSucceeded} from './exit-code.js';
import {parseOutput} from './parse-output.js';
import {keptText} from '../running/kept-text.js';
import {runProgram} from '../running/run-program.js';
import type {Secrets} from '../secrets.js';

/** Wraps a command-line program: argv and never a shell, bounded, ended with all that it started. */
export const cliKind: WrapKind = {type: 'cli', connect};

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const key = setup.config['command'] === undefined ? 'wraps' : 'command';
  const command = String(setup.config[key]);
  setup.assertAllowed(command, key);
  const file = await findProgram(command);
  if (file === undefined)
    throw setup.problem(key, `The program "${command}" was not found`, 'Install it, or give its absolute path');
  const {killGrace = 500, maxOutput = 1_048_576} = setup.config as {killGrace?: number; maxOutput?: number};
  const cwd = await directoryOf(setup);
  const secrets: Pick<Secrets, 'text' | 'torn'> = {
    text: (text) => setup.redact(text),
    torn: (text, edge) => setup.torn(text, edge),
  };
  const env = environmentOf(setup);
  const tools = new Map(Object.entries(setup.tools).map(([name, tool]) => [name, bindTool(tool, setup)]));

  return {
    wrapped: file,
    call: async ({tool: name, values}, call) => {
      const tool = tools.get(name);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${name} is not bound`);
      const start = {file, args: tool.argv(values), cwd, env, stdin: tool.stdin(values)};
      const {output, ...end} = await runProgram(start, {killGrace, maxOutput, secrets}, call.signal);
      const result = {...end, stdout: keptText(output.stdout), stderr: keptText(output.stderr)};
      assertSucceeded(command, result, tool.config['exitCodes'], secrets.text);
      return parseOutput(tool.config['parse'], result);
    },
  };
}

interface BoundTool {
  readonly config: Readonly<Record<string, unknown>>;
  readonly argv: (values: Readonly<Record<string, unknown>>) => string[];
  readonly stdin: (values: Readonly<Record<string, unknown>>) => string | undefined;
}

function bindTool(config: Readonly<Record<string, unknown>>, setup: WrapSetup): BoundTool {
  const stdin = config['stdin'] === undefined ? undefined : setup.template(config['stdin']);
  return {
    config,
    argv: argvOf(config['args'], setup),
    stdin: (values) => {
      const value = stdin?.fill(values);
      if (value === undefined) return undefined;
      return typeof value === 'string' ? value : JSON.stringify(value);
    },
  };
}

async function directoryOf(setup: WrapSetup): Promise<string> {
  const given =
    setup.config['cwd'] === undefined ? setup.values['basePath'] : setup.template(setup.config['cwd']).fill({});
  const directory = resolve(typeof given === 'string' ? given : '.');
  const facts = await stat(directory).catch(() => undefined);
  if (facts?.isDirectory()) return directory;
  throw setup.problem(
    'cwd',
    `The directory ${directory} can not be used`,
    'Create it, or name another with cwd or basePath',
  );
}

function environmentOf(setup: WrapSetup): Readonly<Record<string, string>> {
  const {env = {}, inheritEnv = []} = setup.config as {env?: Record<string, unknown>; inheritEnv?: string[]};
  const result = minimalEnvironment(inheritEnv);
  const own = setup.template(env).fill({});
  for (const [name, value] of Object.entries(isRecord(own) ? own : {})) {
    if (value !== undefined && value !== null) result[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return result;
}

import {findProgram, ToolError} from '../../../src/sdk.js';
import type {WrapKind, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {keptText} from '../running/kept-text.js';
import {runProgram} from '../running/run-program.js';
import {checkCli} from './cli/check.js';
import {isFlagInput} from './cli/closed-input.js';
import {moduleDirectory} from './cli/directory.js';
import {moduleEnvironment} from './cli/environment.js';
import {assertSucceeded} from './cli/exit.js';
import type {CliOutput} from './cli/parse/output.js';
import type {Reading, Values} from './cli/reading.js';
import {readTool} from './cli/tool.js';

/** Wraps a command-line program: argv and never a shell, bounded, ended with all that it started. */
export const cliKind: WrapKind = {type: 'cli', check: checkCli, connect};

interface CliModule {
  readonly killGrace?: number;
  readonly maxOutput?: number;
  readonly overflow?: 'error' | 'truncate';
  readonly install?: string;
}

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const {killGrace = 500, maxOutput = 1_048_576, overflow, install} = setup.config as CliModule;
  const key = setup.config['command'] === undefined ? 'wraps' : 'command';
  const command = String(setup.config[key]);
  setup.assertAllowed(command, key);
  const remedy = install === undefined ? 'Install it, or give its absolute path' : `Install it: ${install}`;
  const file = await findProgram(command);
  if (file === undefined) throw setup.problem(key, `The program "${command}" was not found`, remedy);
  const directory = await moduleDirectory(setup);
  const environment = moduleEnvironment(setup);
  const secrets = setup.runtime.redactor;
  const tools = new Map(
    Object.entries(setup.tools).map(([name, tool]) => [name, readTool(tool, `tools.${name}`, readingOf(tool, setup))]),
  );

  return {
    wrapped: file,
    call: async ({tool: name, values}, call) => {
      const tool = tools.get(name);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${name} is not bound`);
      const start = {
        file,
        args: tool.argv(values),
        cwd: tool.directory(directory, values),
        env: tool.environment(environment, values),
        stdin: tool.stdin(values),
      };
      const limits = {
        killGrace,
        maxOutput: tool.maxOutput ?? maxOutput,
        overflow: tool.overflow ?? overflow,
        onLine: tool.progress?.(call),
        secrets,
      };
      const {output: kept, ...end} = await runProgram(start, limits, call.signal);
      const output: CliOutput = {
        ...end,
        kept,
        stdout: keptText(kept.stdout, secrets),
        stderr: keptText(kept.stderr, secrets),
      };
      await assertSucceeded(command, output, tool.exit, secrets);
      return tool.parse(output, secrets);
    },
    check: async () => {
      if ((await findProgram(file)) === undefined)
        throw new ToolError('RESOURCE_NOT_FOUND', `The program ${file} is not there any more`, {suggestions: [remedy]});
    },
  };
}

/** How a tool is read that was checked before. */
const readingOf = (tool: Values, setup: WrapSetup): Reading => ({
  template: (spec) => setup.template(spec),
  problem: () => undefined,
  isClosed: () => true,
  isFlag: (template) => isFlagInput(tool['input'] ?? tool['inputSchema'], template),
});

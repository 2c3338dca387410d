import {isRecord, minimalEnvironment, ToolError} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {textOf} from './argv/argument.js';
import type {Problem, Reading, Values} from './reading.js';

type Environment = Readonly<Record<string, string>>;

/** What every call of a module gets: the minimum of this process' environment and what the config names (SH07). */
export function moduleEnvironment(setup: WrapSetup): Environment {
  const {env, inheritEnv = []} = setup.config as {env?: unknown; inheritEnv?: string[]};
  return {...minimalEnvironment(inheritEnv), ...filled(setup.template(env ?? {}).fill({}))};
}

/** The same with what a tool adds; a variable whose input is missing is left as it was. */
export function readEnvironment(
  env: unknown,
  {template}: Pick<Reading, 'template'>,
): (base: Environment, values: Values) => Environment {
  if (env === undefined) return (base) => base;
  const {fill} = template(env);
  return (base, values) => ({...base, ...filled(fill(values))});
}

function filled(env: unknown): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(isRecord(env) ? env : {})) {
    if (value === undefined || value === null) continue;
    const text = textOf(value);
    if (text.includes('\0')) {
      throw new ToolError('INVALID_PARAMETER', `The variable ${name} would hold a NUL character`, {
        outcome: 'not_executed',
      });
    }
    result[name] = text;
  }
  return result;
}

/** Reports names that no variable can have. */
export function checkEnvironment(env: unknown, at: string, problem: Problem): void {
  for (const name of Object.keys(isRecord(env) ? env : {})) {
    if (name === '' || /[=\0]/.test(name))
      problem(`${at}.${name}`, 'It is no name of a variable', 'Use letters, digits and _');
  }
}

import {minimalEnvironment, ToolError} from '../../../src/sdk.js';
import type {ShellConfig} from '../options.js';

type Values = Readonly<Record<string, string>>;

/** What every program gets: the minimum of this process' environment and what the config names (SH07). */
export function configuredEnvironment({inheritEnv, env, secrets}: ShellConfig): Values {
  for (const name of [...Object.keys(env ?? {}), ...Object.keys(secrets ?? {})]) {
    if (isName(name)) continue;
    throw new ToolError('INVALID_CONFIG', `shell: ${JSON.stringify(name)} is no name of a variable`);
  }
  return {...minimalEnvironment(inheritEnv), ...env, ...secrets};
}

/** The same with what a call sets. Throws PERMISSION_DENIED for names that calls may not set, INVALID_PARAMETER. */
export function callEnvironment(configured: Values, given: unknown, allowed: readonly string[] = []): Values {
  if (given === undefined) return configured;
  const values = given as Values;
  for (const [name, value] of Object.entries(values)) {
    if (!allowed.includes(name)) throw denied(name, allowed);
    if (!isName(name) || value.includes('\0')) {
      throw new ToolError('INVALID_PARAMETER', `The variable ${JSON.stringify(name)} holds a NUL character`, {
        outcome: 'not_executed',
      });
    }
  }
  return {...configured, ...values};
}

const isName = (name: string): boolean => name !== '' && !/[=\0]/.test(name);

/** A variable can make a program run another one (LD_PRELOAD, NODE_OPTIONS, PATH …): each is named by the operator. */
function denied(name: string, allowed: readonly string[]): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `A call may not set the variable ${name.length > 80 ? 'that it names' : JSON.stringify(name)}`,
    {
      outcome: 'not_executed',
      context: {reason: 'variable_not_allowed', allowed},
      suggestions: [
        allowed.length > 0 ? `Calls may set ${allowed.join(', ')}` : 'No variable may be set by calls',
        'Whoever runs this can name it in allowedEnv of the config, or set it in env',
      ],
    },
  );
}

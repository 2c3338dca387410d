import {isRecord} from '../contract/json.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {choosesCode, givenAnyway} from './library/environment-policy.js';
import type {Permission} from './library/module-policy.js';
import {isAllowed, notAllowed} from './library/module-policy.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Reports variables by which a config would choose the code that an allowed program runs (`NODE_OPTIONS`, `LD_PRELOAD`,
 * `PATH` …), unless the caller allows them by name: `allow: ['node', 'env:NODE_OPTIONS']` (CO09).
 */
export function checkEnvironment(config: Values, type: string, permission: Permission, report: Report): void {
  if (type !== 'cli' && type !== 'mcp') return;
  const {env, inheritEnv, server, tools} = config;
  const places: readonly (readonly [path: string, env: unknown])[] = [
    ['env', env],
    ['server.env', isRecord(server) ? server['env'] : undefined],
    ...Object.entries(isRecord(tools) ? tools : {}).map(
      ([name, tool]) => [joinPath(joinPath('tools', name), 'env'), isRecord(tool) ? tool['env'] : undefined] as const,
    ),
  ];
  const named = places.flatMap(([path, values]) =>
    variablesOf(values).map((name) => [joinPath(path, name), name] as const),
  );
  const inherited = (Array.isArray(inheritEnv) ? (inheritEnv as unknown[]) : []).flatMap((name, index) =>
    typeof name === 'string' && !givenAnyway.has(name) ? [[joinPath('inheritEnv', index), name] as const] : [],
  );
  for (const [path, name] of [...named, ...inherited]) {
    const permit = `env:${name}`;
    if (!choosesCode(name) || isAllowed(permit, permission)) continue;
    report({
      path,
      message: `The variable can make a program run other code: the config is not allowed to set "${permit}"`,
      received: JSON.stringify(name),
      ...remedyOf(permit, permission),
    });
  }
}

const remedyOf = (permit: string, permission: Permission): {remedy: string} => ({
  remedy: notAllowed(permit, 'run', permission).remedy,
});

/** Names that an environment sets, also where all of it is a runtime value and this is what it is without one. */
function variablesOf(env: unknown): readonly string[] {
  if (!isRecord(env)) return [];
  const {default: instead} = env;
  const isDirective = '$config' in env || '$env' in env;
  return [...Object.keys(env), ...(isDirective && isRecord(instead) ? Object.keys(instead) : [])];
}

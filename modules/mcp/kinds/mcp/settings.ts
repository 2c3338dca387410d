import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {mcpConfig} from '../../options.js';
import type {McpConfig, McpServerConfig} from '../../options.js';

/** What the module takes where nothing is said, from its own options. */
function defaultsOf(options: Readonly<Record<string, object>>): Record<string, unknown> {
  const entries = Object.entries(options).flatMap(([key, option]): [string, unknown][] => {
    const {default: value, properties} = option as {default?: unknown; properties?: Record<string, object>};
    if (value === undefined) return [];
    return [[key, isRecord(value) && properties ? defaultsOf(properties) : value]];
  });
  return Object.fromEntries(entries);
}

/** Keys of the config that mean the same in the config of the module. */
const shared = [
  'include',
  'exclude',
  'trustAnnotations',
  'inheritEnv',
  'allowPrivate',
  'connectTimeout',
  'recheckInterval',
  'maxMessageBytes',
  'protocol',
  'securityTier',
  'timeout',
  'client',
] as const;

type Config = Readonly<Record<string, unknown>>;

/** The config of the module that a wrap config stands for, around a server that is filled already. */
export function mcpSettings(config: Config, server: McpServerConfig | undefined): McpConfig {
  const defaults = defaultsOf(mcpConfig);
  const same = shared.flatMap((key): [string, unknown][] => (config[key] === undefined ? [] : [[key, config[key]]]));
  const overrides = Object.entries(isRecord(config['overrides']) ? config['overrides'] : {});
  return {
    ...defaults,
    ...Object.fromEntries(same),
    ...(server && {server}),
    ...(config['pin'] !== undefined && {approved: config['pin']}),
    reconnect: {...(defaults['reconnect'] as object), ...(config['reconnect'] as object | undefined)},
    // Only names: the rest is put over what is found, as for every kind that finds its tools.
    overrides: Object.fromEntries(
      overrides.map(([name, override]) => {
        const rename = isRecord(override) ? override['rename'] : undefined;
        return [name, typeof rename === 'string' ? {name: rename} : {}];
      }),
    ),
  } as unknown as McpConfig;
}

/** The server with its templates filled. Throws INVALID_CONFIG unless the caller lets the config run its program. */
export function filledServer(setup: WrapSetup): McpServerConfig | undefined {
  const given = setup.config['server'];
  if (!isRecord(given)) return undefined;
  const {command, ...rest} = given;
  if (typeof command === 'string') setup.assertAllowed(command, 'server.command');
  const filled = setup.template(rest).fill({}) as Record<string, unknown>;
  const fail = (key: string): never => {
    const remedy = 'Give a text, or a runtime value that is one';
    throw setup.problem(`server.${key}`, 'It must be a text, and the runtime value is none', remedy);
  };
  const text = (key: string): string => {
    const value = filled[key];
    return typeof value === 'string' ? value : fail(key);
  };
  const texts = (key: string): Record<string, string> => {
    const entries = Object.entries(isRecord(filled[key]) ? filled[key] : {});
    return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value) ?? fail(`${key}.${name}`)]));
  };
  const has = (key: string): boolean => rest[key] !== undefined;
  const args = (Array.isArray(filled['args']) ? filled['args'] : []) as unknown[];
  return {
    ...(typeof command === 'string' && {command}),
    ...(has('args') && {args: args.flat().map((value, at) => textOf(value) ?? fail(`args[${String(at)}]`))}),
    ...(has('env') && {env: texts('env')}),
    ...(has('cwd') && {cwd: text('cwd')}),
    ...(has('url') && {url: text('url')}),
    ...(has('headers') && {headers: texts('headers')}),
    ...(has('token') && {token: text('token')}),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

import {ToolError} from '../../src/sdk.js';
import type {Runtime} from '../../src/sdk.js';
import type {McpConfig, McpServerConfig} from './options.js';
import {secretsIn} from './secret-values.js';

/** A server that is a program of its own. */
export interface ProgramTarget {
  readonly kind: 'program';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** A server behind an address. */
export interface AddressTarget {
  readonly kind: 'address';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client that somebody else has made. */
interface ClientTarget {
  readonly kind: 'client';
  readonly client: object;
}

type Target = ProgramTarget | AddressTarget | ClientTarget;

/** A config whose meaning is clear. */
export interface Settings extends Omit<McpConfig, 'server' | 'serverConfig' | 'client'> {
  readonly target: Target;
  /** The server in words, until it has said its name. */
  readonly label: string;
}

/** Reads a config. Throws INVALID_CONFIG where it names no server, or two. */
export function readSettings(config: McpConfig): Settings {
  const given = (['server', 'serverConfig', 'client'] as const).filter((name) => config[name] !== undefined);
  if (given.length !== 1) {
    const received = given.length === 0 ? 'none' : given.join(' and ');
    throw invalid(`must name the server by one of server and client, received ${received}`, [
      "server: {command: 'npx', args: ['-y', 'some-mcp-server']} for a program, or server: {url: 'https://…'}",
    ]);
  }
  const target = config.client === undefined ? serverTarget(serverOf(config)) : clientTarget(config.client);
  return {...config, target, label: config.name ?? labelOf(target)};
}

const serverOf = (config: McpConfig): McpServerConfig => config.server ?? config.serverConfig ?? {};

function serverTarget(server: McpServerConfig): ProgramTarget | AddressTarget {
  const {command, url} = server;
  if ((command === undefined) === (url === undefined)) {
    throw invalid(`needs exactly one of server.command and server.url, received ${command ? 'both' : 'neither'}`, [
      "{command: 'npx', args: [...]} starts a program, {url: 'https://…'} connects to an address",
    ]);
  }
  return command === undefined ? addressTarget(url ?? '', server) : programTarget(command, server);
}

function programTarget(command: string, {args = [], env = {}, cwd, headers, token}: McpServerConfig): ProgramTarget {
  if (headers !== undefined || token !== undefined) throw invalid('has server.headers or server.token for a program');
  const strange = [command, cwd ?? '', ...args, ...Object.entries(env).flat()].some((text) => text.includes('\0'));
  if (strange) throw invalid('has a NUL byte in the command, its arguments, environment or directory');
  return {kind: 'program', command, args, env, cwd};
}

function addressTarget(given: string, {args, env, cwd, headers = {}, token}: McpServerConfig): AddressTarget {
  if (args !== undefined || env !== undefined || cwd !== undefined)
    throw invalid('has server.args, env or cwd for a url');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw invalid('has a server.url that is no http or https address', ["Give it whole: 'https://example.com/mcp'"]);
  if (url.username !== '' || url.password !== '')
    throw invalid('has credentials in server.url', ['Give server.token or server.headers, which are kept secret']);
  const bearer = token === undefined ? {} : {authorization: `Bearer ${token}`};
  return {kind: 'address', url, headers: {...headers, ...bearer}};
}

function clientTarget(client: unknown): ClientTarget {
  const methods = typeof client === 'object' && client !== null ? (client as Record<string, unknown>) : {};
  if (typeof methods['callTool'] !== 'function' || typeof methods['listTools'] !== 'function')
    throw invalid('has a client without the methods callTool and listTools');
  return {kind: 'client', client: methods};
}

function labelOf(target: Target): string {
  if (target.kind === 'address') return target.url.host;
  return target.kind === 'program' ? (target.command.split(/[\\/]/).pop() ?? target.command) : 'client';
}

function invalid(what: string, suggestions: readonly string[] = []): ToolError {
  return new ToolError('INVALID_CONFIG', `Config of mcp ${what}`, {outcome: 'not_executed', suggestions});
}

/** Makes every secret of the config known, so that none is in a result, an error or a log. */
export function announceSecrets(config: McpConfig, {redactor}: Runtime): void {
  const {env = {}, headers = {}, token} = serverOf(config);
  if (token !== undefined) redactor.add(token);
  // A header is sent to prove something, or harmless; of a variable, its name tells or its value.
  for (const value of Object.values(headers)) redactor.add(value.replace(/^(Bearer|Basic) /i, ''));
  const isSecretName = (name: string): boolean =>
    (redactor.value({[name]: ''}) as Record<string, unknown>)[name] !== '';
  for (const [name, value] of Object.entries(env)) {
    const secrets = secretsIn(value, isSecretName);
    for (const secret of isSecretName(name) ? [value, ...secrets] : secrets) redactor.add(secret);
  }
}

/** The config with the secrets inside of `server` where nobody prints them by accident. */
export function withHiddenSecrets(config: McpConfig): McpConfig {
  const properties = Object.getOwnPropertyDescriptors(config) as Record<string, PropertyDescriptor>;
  for (const name of ['server', 'serverConfig'] as const) {
    const server = config[name];
    if (server === undefined) continue;
    const value = Object.freeze(Object.defineProperties({...server}, Object.fromEntries(secretsOf(server))));
    properties[name] = {value, enumerable: true};
  }
  return Object.freeze(Object.defineProperties({}, properties)) as McpConfig;
}

const secretsOf = (server: McpServerConfig): [string, PropertyDescriptor][] =>
  (['env', 'headers', 'token'] as const)
    .filter((name) => server[name] !== undefined)
    .map((name) => [name, {value: server[name], enumerable: false}]);

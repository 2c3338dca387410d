import {isBuiltin} from 'node:module';
import {isAbsolute} from 'node:path';
import {isRecord} from '../../contract/json.js';
import {readModuleName} from '../../factory/library/module-policy.js';
import {resolvePackage} from '../../factory/library/resolve-package.js';
import {findProgram} from '../../processes/find-program.js';
import type {Io} from '../io.js';

/** A package or a program that a module can not work without. */
export interface Need {
  readonly kind: 'package' | 'program';
  readonly name: string;
  readonly isInstalled: boolean;
  /** How it is had. */
  readonly remedy: string;
  /** What it is needed for, where the module does the rest without it. */
  readonly purpose?: string;
  /** Without it some of the module works: one of the programs that it may run. */
  readonly isPartial?: boolean;
}

type Config = Readonly<Record<string, unknown>>;

interface Vendors {
  readonly packages: readonly string[];
  /** Programs, each with the variable of the environment that may name another one. */
  readonly programs: Readonly<Record<string, string>>;
  /** Packages that only some configs need, each by the key of such a config. */
  readonly optional?: Readonly<Record<string, string>>;
}

/** What the built-in modules are made with. A test holds it against what they import. */
export const vendorsOfProviders: Readonly<Record<string, Vendors>> = {
  fs: {packages: [], programs: {}},
  git: {packages: ['simple-git'], programs: {git: 'HAFT_GIT_PATH'}},
  http: {packages: ['axios'], programs: {}},
  db: {packages: ['pg'], programs: {}, optional: {embedded: '@electric-sql/pglite'}},
  shell: {packages: ['execa'], programs: {}},
  mcp: {packages: ['@modelcontextprotocol/client'], programs: {}},
  github: {packages: ['axios'], programs: {}},
  cloud: {packages: ['@aws-sdk/client-s3'], programs: {}},
};

/** Needs of a built-in module, without a config all that it may have; nothing is loaded or run to find out. */
export async function needsOfProvider(provider: string, env: Io['env'], config?: Config): Promise<Need[]> {
  const {packages, programs, optional = {}} = vendorsOfProviders[provider] ?? {packages: [], programs: {}};
  const chosen = Object.entries(optional).filter(([key]) => config?.[key] !== undefined || !config);
  const named = Object.entries(programs).map(([name, variable]) => programNeed(env[variable] ?? name, env));
  return [
    ...packages.map(packageNeed),
    ...chosen.map(([key, name]) => (config ? packageNeed(name) : {...packageNeed(name), purpose: key})),
    ...(await Promise.all([
      ...named,
      ...programsOf(config).map(({name, isPartial}) => programNeed(name, env, isPartial)),
    ])),
  ];
}

interface NamedProgram {
  readonly name: string;
  readonly isPartial: boolean;
}

/** Programs that a config names: an MCP server, and those that the shell may run. A path means something else elsewhere. */
function programsOf({server, commands}: Config = {}): NamedProgram[] {
  const command = isRecord(server) ? server['command'] : undefined;
  const rules = isRecord(commands) ? Object.keys(commands).filter((name) => !hasPath(commands[name])) : commands;
  return [
    ...(typeof command === 'string' ? [{name: command, isPartial: false}] : []),
    ...(Array.isArray(rules) ? (rules as unknown[]) : []).flatMap((name) =>
      typeof name === 'string' ? [{name, isPartial: true}] : [],
    ),
  ].filter(({name}) => isAbsolute(name) || !/[\\/]/.test(name));
}

const hasPath = (rules: unknown): boolean => isRecord(rules) && rules['path'] !== undefined;

/** The module that a kind stands on, and what of the config says how it is used. */
const kindsOfProviders: Readonly<Record<string, {readonly provider: string; readonly settings?: string}>> = {
  rest: {provider: 'http'},
  openapi: {provider: 'http'},
  graphql: {provider: 'http'},
  sql: {provider: 'db', settings: 'database'},
  mcp: {provider: 'mcp', settings: ''},
};

/** Needs of a wrap config. */
export async function needsOfWrap(wrap: unknown, env: Io['env']): Promise<Need[]> {
  const config = (isRecord(wrap) ? wrap : {}) as Config;
  const {type, module, wraps, command} = config;
  if (type === 'cli') return typeof command === 'string' ? [await programNeed(command, env)] : [];
  const kind = typeof type === 'string' && Object.hasOwn(kindsOfProviders, type) ? kindsOfProviders[type] : undefined;
  if (kind) {
    const settings = kind.settings === '' ? config : kind.settings === undefined ? {} : config[kind.settings];
    return needsOfProvider(kind.provider, env, isRecord(settings) ? settings : {});
  }
  const name = module ?? wraps;
  return typeof name === 'string' && !isBuiltin(name) ? [packageNeed(name)] : [];
}

function packageNeed(name: string): Need {
  const read = readModuleName(name);
  const root = 'root' in read ? read.root : name;
  const isInstalled = 'root' in read && resolvePackage(read.specifier, read.root) !== undefined;
  return {kind: 'package', name: root, isInstalled, remedy: `npm install ${root}`};
}

async function programNeed(name: string, env: Io['env'], isPartial = false): Promise<Need> {
  const isInstalled = (await findProgram(name, env['PATH'])) !== undefined;
  const remedy = isAbsolute(name) ? `Install ${name}, or name another program` : `Put ${name} on the PATH`;
  return {kind: 'program', name, isInstalled, remedy, ...(isPartial && {isPartial})};
}

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

/** A need of a wrap config, with the key that names it. */
export interface PlacedNeed extends Need {
  readonly path: string;
}

/** That it is not there, in a sentence. */
export const missingText = ({kind, name}: Need): string =>
  kind === 'package' ? `The package ${name} is not installed` : `The program ${name} is not on the PATH`;

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
export const needsOfWrap = async (wrap: unknown, env: Io['env']): Promise<Need[]> =>
  (await placedNeeds(wrap, env)).map(({path: _path, ...need}) => need);

/** The same with their places in the config. */
export async function placedNeeds(wrap: unknown, env: Io['env']): Promise<PlacedNeed[]> {
  const config = (isRecord(wrap) ? wrap : {}) as Config;
  const {type, module, wraps, command} = config;
  if (type === 'cli') {
    const [path, program] = command === undefined ? ['wraps', wraps] : ['command', command];
    return typeof program === 'string' ? [{...(await programNeed(program, env)), path}] : [];
  }
  const kind = typeof type === 'string' && Object.hasOwn(kindsOfProviders, type) ? kindsOfProviders[type] : undefined;
  if (kind) {
    const settings = kind.settings === '' ? config : kind.settings === undefined ? {} : config[kind.settings];
    const needs = await needsOfProvider(kind.provider, env, isRecord(settings) ? settings : {});
    return needs.map((need) => ({...need, path: need.kind === 'program' ? 'server.command' : 'type'}));
  }
  const name = module ?? wraps;
  const path = module === undefined ? 'wraps' : 'module';
  return typeof name === 'string' && !isBuiltin(name) ? [{...packageNeed(name), path}] : [];
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

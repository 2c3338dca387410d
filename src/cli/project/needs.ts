import {isBuiltin} from 'node:module';
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
}

interface Vendors {
  readonly packages: readonly string[];
  /** Programs, each with the variable of the environment that may name another one. */
  readonly programs: Readonly<Record<string, string>>;
}

/** What the built-in modules are made with. A test holds it against what they import. */
export const vendorsOfProviders: Readonly<Record<string, Vendors>> = {
  fs: {packages: [], programs: {}},
  git: {packages: ['simple-git'], programs: {git: 'HAFT_GIT_PATH'}},
  http: {packages: ['axios'], programs: {}},
  db: {packages: ['pg'], programs: {}},
  shell: {packages: ['execa'], programs: {}},
  mcp: {packages: ['@modelcontextprotocol/client'], programs: {}},
};

/** Needs of a built-in module; nothing is loaded or run to find out. */
export async function needsOfProvider(provider: string, env: Io['env']): Promise<Need[]> {
  const {packages, programs} = vendorsOfProviders[provider] ?? {packages: [], programs: {}};
  const named = Object.entries(programs).map(([name, variable]) => programNeed(env[variable] ?? name, env));
  return [...packages.map(packageNeed), ...(await Promise.all(named))];
}

/** Needs of a wrap config. */
export async function needsOfWrap(wrap: unknown, env: Io['env']): Promise<Need[]> {
  const {type, module, wraps, command} = (wrap ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'cli') return typeof command === 'string' ? [await programNeed(command, env)] : [];
  const name = module ?? wraps;
  return typeof name === 'string' && !isBuiltin(name) ? [packageNeed(name)] : [];
}

function packageNeed(name: string): Need {
  const read = readModuleName(name);
  const root = 'root' in read ? read.root : name;
  const isInstalled = 'root' in read && resolvePackage(read.specifier, read.root) !== undefined;
  return {kind: 'package', name: root, isInstalled, remedy: `npm install ${root}`};
}

async function programNeed(name: string, env: Io['env']): Promise<Need> {
  const isInstalled = (await findProgram(name, env['PATH'])) !== undefined;
  return {kind: 'program', name, isInstalled, remedy: `Put ${name} on the PATH`};
}

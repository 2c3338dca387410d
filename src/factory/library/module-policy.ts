import {isBuiltin} from 'node:module';

/** Modules of Node that a config from outside may wrap: they start nothing and reach files only by `basePath` (C61). */
const openBuiltins: ReadonlySet<string> = new Set([
  'buffer',
  'crypto',
  'fs/promises',
  'os',
  'path',
  'path/posix',
  'path/win32',
  'punycode',
  'querystring',
  'string_decoder',
  'timers/promises',
  'url',
  'util',
  'zlib',
]);

/** Modules that run code or change the process: for no config, whoever wrote it. */
const closedBuiltins: Readonly<Record<string, string>> = {
  child_process: 'Wrap the program with type "cli"',
  cluster: 'Write a module in code',
  fs: 'Wrap "fs/promises", which basePath confines',
  inspector: 'Write a module in code',
  'inspector/promises': 'Write a module in code',
  module: 'Wrap the library itself',
  process: 'Pass what is needed as runtime config',
  repl: 'Write a module in code',
  sqlite: 'Write a module in code',
  test: 'Write a module in code',
  v8: 'Write a module in code',
  vm: 'Write a module in code',
  wasi: 'Write a module in code',
  worker_threads: 'Write a module in code',
};

/** Functions of open modules that are none the less closed, with why. */
export const closedMethods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  buffer: {
    SlowBuffer: 'it answers memory that others have used',
    allocUnsafe: 'it answers memory that others have used',
    allocUnsafeSlow: 'it answers memory that others have used',
  },
  crypto: {setEngine: 'it loads native code', setFips: 'it changes the whole process'},
  os: {setPriority: 'it changes other processes'},
  util: {
    _extend: 'it changes what it is given',
    inherits: 'it changes classes',
    setTraceSigInt: 'it changes the whole process',
  },
};

export interface ModuleName {
  /** As Node resolves it, without `node:`. */
  readonly specifier: string;
  /** The package, or the module of Node. */
  readonly root: string;
  readonly builtin: boolean;
}

export interface Refusal {
  readonly message: string;
  readonly remedy: string;
}

const packageName = /^(?:@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/i;

/** Reads the name of a module; a path, a URL and a module that no config may wrap are refused. */
export function readModuleName(name: string): ModuleName | Refusal {
  const specifier = name.replace(/^node:/, '');
  if (Object.hasOwn(closedBuiltins, specifier)) {
    return {message: `"${name}" can not be wrapped by a config`, remedy: closedBuiltins[specifier] ?? ''};
  }
  if (isBuiltin(specifier) || name.startsWith('node:')) return {specifier, root: specifier, builtin: true};
  const parts = specifier.split('/');
  const root = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  const climbs = parts.some((part) => part === '' || part === '.' || part === '..');
  if (climbs || !packageName.test(root) || /[\\:%?#\0]/.test(specifier)) {
    return {
      message: `"${name}" is no name of a package`,
      remedy: 'Name an installed package; for code of your own, import it and give it as target with type "class"',
    };
  }
  return {specifier, root, builtin: false};
}

export const isRefusal = (value: ModuleName | Refusal): value is Refusal => 'remedy' in value;

/** Who may name what: the caller's list, or the config itself where it was written in code. */
export interface Permission {
  readonly allow: readonly string[] | undefined;
  readonly isCode: boolean;
}

/** Whether the caller lets a config load a package, run a program, or reach an address, of this name. */
export function isAllowed(name: string, {allow, isCode}: Permission): boolean {
  return allow ? allow.includes(name) : isCode;
}

/** undefined when a module may be loaded, else why not. */
export function refuseModule(name: string, permission: Permission): Refusal | undefined {
  const module = readModuleName(name);
  if (isRefusal(module)) return module;
  if (module.builtin && openBuiltins.has(module.specifier)) return undefined;
  if (isAllowed(module.root, permission)) return undefined;
  return notAllowed(module.root, 'load', permission);
}

/** What to say about a name that the caller did not allow. */
export function notAllowed(name: string, verb: 'load' | 'run' | 'reach', {allow}: Permission): Refusal {
  const list = [...(allow ?? []), name].map((entry) => `'${entry}'`).join(', ');
  return {
    message: `The config is not allowed to ${verb} "${name}"`,
    remedy: `If you trust it, pass {allow: [${list}]} as the fourth argument of createFromConfig`,
  };
}

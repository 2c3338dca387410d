import {pathToFileURL} from 'node:url';
import type {WrapSetup} from '../../core/wrap-kind.js';
import {nearest} from '../../contract/nearest.js';
import {isOpenStep} from '../method-path.js';
import {isRefusal, readModuleName} from './module-policy.js';
import {resolvePackage} from './resolve-package.js';

/** A library: what is wrapped, and all its exports. */
export interface Library {
  readonly value: unknown;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Imports the library that a config names. Throws INVALID_CONFIG when it is not allowed, not installed, or throws. */
export async function loadLibrary(setup: WrapSetup): Promise<Library> {
  const key = setup.config['module'] === undefined ? 'wraps' : 'module';
  const name = String(setup.config[key]);
  const module = readModuleName(name);
  if (isRefusal(module)) throw setup.problem(key, module.message, module.remedy);
  setup.assertAllowed(name, key);
  const exports = await importModule(
    setup,
    key,
    module.builtin ? `node:${module.specifier}` : fileOf(setup, key, module),
  );
  return {value: exportOf(setup, exports), exports};
}

function fileOf(setup: WrapSetup, key: string, {specifier, root}: {specifier: string; root: string}): string {
  const file = resolvePackage(specifier, root);
  if (file !== undefined) return pathToFileURL(file).href;
  throw setup.problem(key, `The package "${specifier}" is not installed`, `Install it: npm install ${root}`);
}

async function importModule(setup: WrapSetup, key: string, url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(url)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const name = String(setup.config[key]);
    const why = error instanceof Error ? error.message : String(error);
    const remedy = 'See the cause; try it by itself: node -e "import(process.argv[1])" ' + name;
    throw setup.problem(key, `The module "${name}" can not be loaded: ${why}`, remedy, error);
  }
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

function exportOf(setup: WrapSetup, exports: Readonly<Record<string, unknown>>): unknown {
  const name = setup.config['export'];
  const standard = exports['default'];
  if (typeof name !== 'string') return isObject(standard) ? standard : exports;
  for (const holder of [exports, isObject(standard) ? (standard as Record<string, unknown>) : {}]) {
    if (isOpenStep(name) && Object.hasOwn(holder, name) && isObject(holder[name])) return holder[name];
  }
  const near = nearest(name, Object.keys(exports));
  const known = Object.keys(exports).slice(0, 20).join(', ');
  throw setup.problem(
    'export',
    `It has no export "${name}"`,
    near === undefined ? `Exports are ${known}` : `Did you mean "${near}"?`,
  );
}

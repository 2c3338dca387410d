import {isRecord} from '../contract/json.js';
import type {ModuleMetadata} from '../contract/metadata.js';
import type {Rate} from '../execution/call-spec.js';

/** Who a module is, as far as its definition says. */
export interface ModuleIdentity {
  /** Default name of instances. */
  readonly name: string;
  readonly provider: string;
  readonly module: string;
  readonly category: string;
  readonly version: string;
  /** The definition's own record, where it has one. */
  readonly metadata: Partial<ModuleMetadata>;
  /** Of all its tools together. */
  readonly rate: Rate | undefined;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `GitModuleDefinition`, `GitModuleInstance` and `GitModule` are called `git`. */
function nameOfClass(className: string): string {
  const stem = className.replace(/(Definition|Instance)$/, '').replace(/Module$/, '');
  return stem === '' ? 'module' : stem.charAt(0).toLowerCase() + stem.slice(1);
}

/** Metadata of a definition of user code, which may have none or throw (C8). */
function metadataOf(definition: unknown): Partial<ModuleMetadata> {
  const read: unknown =
    typeof definition === 'function' || isRecord(definition) ? Reflect.get(definition, 'getMetadata') : undefined;
  if (typeof read !== 'function') return {};
  try {
    const metadata: unknown = read.call(definition);
    return isRecord(metadata) ? metadata : {};
  } catch {
    return {};
  }
}

/** Name from `name`, the metadata's provider, its module without "Module", or the class. */
export function identityOf(definition: unknown, instanceClass: {readonly name: string}): ModuleIdentity {
  const metadata = metadataOf(definition);
  // Not copied: the records of the tools are made when they are asked for.
  const given = metadata as Readonly<Record<string, unknown>>;
  const definitionName = typeof definition === 'function' ? definition.name : undefined;
  const className = text(definitionName) ?? instanceClass.name;
  const module = text(given['module']) ?? className.replace(/(Definition|Instance)$/, '');
  const name = text(given['name']) ?? text(given['provider']) ?? nameOfClass(module);
  return {
    name,
    provider: name,
    module,
    category: text(given['category']) ?? 'general',
    version: text(given['version']) ?? '0.0.0',
    metadata,
    rate: rateOf(given['rate']),
  };
}

function rateOf(rate: unknown): Rate | undefined {
  if (!isRecord(rate)) return undefined;
  const {requests, per} = rate;
  return typeof requests === 'number' && typeof per === 'number' ? {requests, per} : undefined;
}

import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import {nearest} from '../contract/nearest.js';
import {spelled} from './lookup-errors.js';
import {readModuleRecord} from './module-record.js';
import type {ModuleRecord} from './module-record.js';
import {isProviderSource, ToolProvider} from './tool-provider.js';
import type {ProviderClass, ProviderSource} from './tool-provider.js';

/** A wrap config, or anything else that `configProvider` understands. */
export type ProviderConfig = Readonly<Record<string, unknown>>;

/** Turns a wrap config into a definition: what the factory does, handed in by whoever knows the factory. */
export type ConfigProvider = (config: ProviderConfig) => ProviderClass;

/** What `registerProvider` takes. */
export type ProviderSpec = ToolProvider | ProviderSource | ProviderConfig;

/** Loads a provider when it is first needed. */
export type ProviderLoader = () => Promise<ProviderSpec>;

export interface ProviderEntry {
  readonly provider: ToolProvider;
  readonly record: ModuleRecord;
  /** What was registered. */
  readonly source: unknown;
}

const isLoader = (value: unknown): value is ProviderLoader => typeof value === 'function' && !isProviderSource(value);

/** The providers of a registry, by name; some of them not loaded yet. */
export class ProviderTable {
  readonly #entries = new Map<string, ProviderEntry>();
  readonly #loaders = new Map<string, ProviderLoader>();
  readonly #loading = new Map<string, Promise<ProviderEntry>>();
  readonly #fromConfig: ConfigProvider | undefined;
  readonly #registered: (entry: ProviderEntry) => void;

  /** `registered` is told of every new provider. */
  constructor(fromConfig: ConfigProvider | undefined, registered: (entry: ProviderEntry) => void) {
    this.#fromConfig = fromConfig;
    this.#registered = registered;
  }

  /** Adds a table of providers and loaders of providers. */
  addAll(providers: Readonly<Record<string, ProviderSpec | ProviderLoader>>): void {
    for (const [name, provider] of Object.entries(providers)) {
      if (isLoader(provider)) this.#loaders.set(name, provider);
      else this.register(provider, name);
    }
  }

  /** The same provider twice is no matter. Throws INVALID_CONFIG, and RESOURCE_EXISTS for another one of the same name. */
  register(spec: unknown, name?: string): ProviderEntry {
    const known = this.of(spec);
    if (known && (name === undefined || name === known.provider.name)) return known;
    const provider = this.#read(spec, name);
    const record = readModuleRecord(provider.name, metadataOf(provider));
    if (this.#entries.has(provider.name)) {
      throw new ToolError('RESOURCE_EXISTS', `Provider '${provider.name}' is already registered`, {
        outcome: 'not_executed',
        suggestions: ["Register it under another name: registerProvider(definition, {name: 'other'})"],
      });
    }
    const entry = {provider, record, source: spec};
    this.#entries.set(provider.name, entry);
    this.#loaders.delete(provider.name);
    this.#registered(entry);
    return entry;
  }

  #read(spec: unknown, name: string | undefined): ToolProvider {
    if (spec instanceof ToolProvider && (name === undefined || name === spec.name)) return spec;
    if (isProviderSource(spec)) return new ToolProvider(spec, name);
    if (!isRecord(spec) || !['tools', 'type', 'wraps'].some((key) => key in spec)) {
      throw new ToolError('INVALID_CONFIG', `A provider can not be made of ${describe(spec)}`, {
        outcome: 'not_executed',
        suggestions: ['Give a definition class, a wrap config, or {name, create(config, runtime), getMetadata()}'],
      });
    }
    if (!this.#fromConfig) {
      throw new ToolError('INVALID_CONFIG', 'This registry can not read wrap configs', {
        outcome: 'not_executed',
        suggestions: ['Make it with {configProvider}, a function that turns a config into a definition'],
      });
    }
    return new ToolProvider(
      this.#fromConfig(spec),
      name ?? (typeof spec['name'] === 'string' ? spec['name'] : undefined),
    );
  }

  /** The entry that was made from something. */
  of(source: unknown): ProviderEntry | undefined {
    for (const entry of this.#entries.values()) {
      if (entry.source === source || entry.provider === source) return entry;
    }
    return undefined;
  }

  get(name: string): ProviderEntry | undefined {
    return this.#entries.get(name);
  }

  /** Loads it if it was not. Throws PROVIDER_NOT_FOUND. */
  async load(name: string): Promise<ProviderEntry> {
    const entry = this.#entries.get(name);
    if (entry) return entry;
    const loader = this.#loaders.get(name);
    if (!loader) throw this.#missing(name);
    const loading = this.#loading.get(name) ?? this.#loadOnce(name, loader);
    this.#loading.set(name, loading);
    return loading;
  }

  /** A failed load can be tried again. */
  async #loadOnce(name: string, loader: ProviderLoader): Promise<ProviderEntry> {
    try {
      const spec = await loader();
      return this.#entries.get(name) ?? this.register(spec, name);
    } catch (error) {
      throw toToolError(error, 'OPERATION_FAILED');
    } finally {
      this.#loading.delete(name);
    }
  }

  #missing(name: string): ToolError {
    const near = nearest(spelled(name), this.names());
    return new ToolError('PROVIDER_NOT_FOUND', `Provider '${spelled(name)}' not found`, {
      outcome: 'not_executed',
      suggestions: [
        near === undefined
          ? `Providers are ${this.names().join(', ') || 'none yet: call registerProvider'}`
          : `Did you mean '${near}'?`,
      ],
    });
  }

  /** Loaded or not. */
  names(): string[] {
    return [...new Set([...this.#entries.keys(), ...this.#loaders.keys()])];
  }

  values(): IterableIterator<ProviderEntry> {
    return this.#entries.values();
  }
}

/** Metadata that fails now would fail every search later. */
function metadataOf(provider: ToolProvider): object | undefined {
  try {
    return provider.getMetadata();
  } catch (error) {
    throw new ToolError(
      'INVALID_CONFIG',
      `Provider '${provider.name}' has metadata that can not be read: ${toToolError(error).message}`,
      {
        outcome: 'not_executed',
        suggestions: ['Let getMetadata() answer {module, description, tools} without an instance'],
        cause: error,
      },
    );
  }
}

function describe(value: unknown): string {
  if (isRecord(value)) return `an object with ${Object.keys(value).join(', ') || 'nothing in it'}`;
  if (typeof value === 'function') return `the function ${value.name}`;
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}

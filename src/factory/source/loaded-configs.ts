import type {ConfigSource} from './config-source.js';
import {fileOf} from './config-source.js';

const sourcesOf = new WeakMap<object, readonly ConfigSource[]>();

/** Keeps what a config was made of, as long as somebody has the config. */
export function rememberSources(config: unknown, sources: readonly ConfigSource[]): void {
  if (typeof config === 'object' && config !== null) sourcesOf.set(config, sources);
}

/** The file that a place of a config is from, where `loadConfig` made it from several. */
export function rememberedFile(config: unknown, path: string): string | undefined {
  const sources = typeof config === 'object' && config !== null ? sourcesOf.get(config) : undefined;
  return sources && fileOf(sources, path);
}

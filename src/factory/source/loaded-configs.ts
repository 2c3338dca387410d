import type {FoundProblem} from '../config-problem.js';
import type {ConfigSource} from './config-source.js';
import {withFile} from './config-source.js';

const sourcesOf = new WeakMap<object, readonly ConfigSource[]>();

/** Keeps what a config was made of, as long as somebody has the config. */
export function rememberSources(config: unknown, sources: readonly ConfigSource[]): void {
  if (typeof config === 'object' && config !== null) sourcesOf.set(config, sources);
}

/** A problem of a config, and the file that it is from, where `loadConfig` made it from several. */
export function rememberedProblem(config: unknown, problem: FoundProblem): [FoundProblem, string | undefined] {
  const sources = typeof config === 'object' && config !== null ? sourcesOf.get(config) : undefined;
  return sources ? withFile(sources, problem) : [problem, undefined];
}

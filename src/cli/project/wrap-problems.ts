import {builtinKinds} from '../../builtin.js';
import {ModuleFactory} from '../../factory/index.js';
import {placeProblems} from '../../factory/source/config-source.js';
import type {LoadedConfig} from '../../factory/source/load-config.js';
import {fromSource} from '../error-report.js';
import type {Problem} from '../error-report.js';

/** Reads wrap configs of every kind there is. */
export const wrapFactory = (): ModuleFactory => new ModuleFactory({kinds: builtinKinds});

export interface WrapCheck {
  readonly name: string;
  readonly allow?: readonly string[];
  /** Also what its kind finds in statements, templates and documents, which costs loading the kind. */
  readonly isWhole?: boolean;
}

/** Everything that is wrong with a wrap config, with places and with remedies for people who write config files. */
export async function wrapProblems(
  {value, sources, problems: unread}: LoadedConfig,
  {isWhole = false, ...options}: WrapCheck,
): Promise<Problem[]> {
  if (unread.length > 0) return unread.map(fromSource);
  const factory = wrapFactory();
  const found = isWhole ? await factory.check(value, options) : factory.validate(value, options);
  const told = found.map(({path, message, received, remedy}) => {
    // The factory speaks to callers of createFromConfig.
    const named = /^The config is not allowed to (?:load|run) "(.+)"$/.exec(message)?.[1];
    const advice = named === undefined ? remedy : `If you trust it, add "${named}" to "allow" of haft.config.json`;
    return {path, message, ...(received !== undefined && {received}), ...(advice !== undefined && {remedy: advice})};
  });
  return (await placeProblems(sources, told)).map(fromSource);
}

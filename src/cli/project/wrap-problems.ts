import {builtinKinds} from '../../builtin.js';
import {ModuleFactory} from '../../factory/index.js';
import {placeProblems} from '../../factory/source/config-source.js';
import type {LoadedConfig} from '../../factory/source/load-config.js';
import {fromSource} from '../error-report.js';
import type {Problem} from '../error-report.js';
import {shellWord} from '../shell-word.js';

/** Reads wrap configs of every kind there is. */
export const wrapFactory = (): ModuleFactory => new ModuleFactory({kinds: builtinKinds});

export interface WrapCheck {
  readonly name: string;
  readonly allow?: readonly string[];
  /** Also what its kind finds in statements, templates and documents, which costs loading the kind. */
  readonly isWhole?: boolean;
  /** How a person allows what it loads or runs: `--allow` of the command, or in haft.config.json (default). */
  readonly allowedBy?: AllowedBy;
}

/** Where a person says what wrap configs may load and run. */
export type AllowedBy = 'option' | 'config';

/** Everything that is wrong with a wrap config, with places and with remedies for people who write config files. */
export async function wrapProblems(
  {value, sources, problems: unread, isPartial}: LoadedConfig,
  {isWhole = false, allowedBy = 'config', ...options}: WrapCheck,
): Promise<Problem[]> {
  if (isPartial) return unread.map(fromSource);
  const factory = wrapFactory();
  const found = isWhole ? await factory.check(value, options) : factory.validate(value, options);
  const told = found.map(({path, message, received, remedy}) => {
    // The factory speaks to callers of createFromConfig.
    const named = /[Tt]he config is not allowed to (?:load|run|reach|set) "(.+)"$/.exec(message)?.[1];
    const advice = named === undefined ? remedy : allowAdvice(named, allowedBy);
    return {path, message, ...(received !== undefined && {received}), ...(advice !== undefined && {remedy: advice})};
  });
  return [...unread, ...(await placeProblems(sources, told))].map(fromSource);
}

const allowAdvice = (name: string, by: AllowedBy): string =>
  by === 'option'
    ? `If you trust it, give --allow ${shellWord(name)}`
    : `If you trust it, add "${name}" to "allow" of haft.config.json`;

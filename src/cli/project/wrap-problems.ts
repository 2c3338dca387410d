import {builtinKinds} from '../../builtin.js';
import {ModuleFactory} from '../../factory/index.js';
import type {Problem} from '../error-report.js';

/** Reads wrap configs of every kind there is. */
export const wrapFactory = (): ModuleFactory => new ModuleFactory({kinds: builtinKinds});

/** Everything that is wrong with a wrap config, with remedies for people who write config files. */
export function wrapProblems(value: unknown, options: {name: string; allow?: readonly string[]}): Problem[] {
  return wrapFactory()
    .validate(value, options)
    .map(({path, message, received, remedy}) => {
      // The factory speaks to callers of createFromConfig.
      const named = /^The config is not allowed to (?:load|run) "(.+)"$/.exec(message)?.[1];
      const advice = named === undefined ? remedy : `If you trust it, add "${named}" to "allow" of haft.config.json`;
      return {path, message, ...(received !== undefined && {received}), ...(advice !== undefined && {remedy: advice})};
    });
}

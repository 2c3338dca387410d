import type {OptionValues} from './command.js';

/** What `--allow` names, given once or often, one by one or with commas: no package and no program has one in its name. */
export const allowedNames = (options: OptionValues): readonly string[] =>
  options
    .list('allow')
    .flatMap((names) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

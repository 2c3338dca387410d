import type {Session} from './project/session.js';

/** How modules tell callers in code that an option is missing: `Create the module with permissions: 'read-write'`. */
const forCode = /^Create the module with ([A-Za-z]\w*): (.+)$/;

/**
 * A suggestion in the words of a config file, for people at a terminal. `defaults` are the modules that stand in when
 * there is no file, so that a file made from the advice keeps them.
 */
export function configAdvice(
  suggestion: string,
  module: string,
  {config}: Pick<Session, 'config'>,
  defaults: Readonly<Record<string, object>>,
): string {
  const [, key, code] = forCode.exec(suggestion) ?? [];
  if (key === undefined || code === undefined) return suggestion;
  const value = code.replace(/^'([^'"\\]*)'$/, '"$1"');
  if (config) return `Add ${JSON.stringify(key)}: ${value} to "config" of the module "${module}" in ${config.name}`;
  const modules = Object.entries(defaults).map(([name, entry]) => {
    const given = JSON.stringify(entry);
    const entryText = name === module ? `${given.slice(0, -1)}, "config": {${JSON.stringify(key)}: ${value}}}` : given;
    return `${JSON.stringify(name)}: ${entryText}`;
  });
  return `Write haft.config.json here: {"modules": {${modules.join(', ')}}}`;
}

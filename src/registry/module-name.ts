/** A segment of a module's name begins with a letter, digit, `_` or `@`; two `/` at most make namespace and organisation. */
const modulePattern = /^[\w@][\w@.:-]{0,63}(?:\/[\w@][\w@.:-]{0,63}){0,2}$/;

export const isModuleName = (name: string): boolean => modulePattern.test(name) && name !== '__proto__';

/** Of a module: 0 internal, 1 organisation (`org/ns/name`), 2 project (`ns/name`); a higher one wins (R22.3). */
export function layerOf(module: string): number {
  const namespaces = module.split('/').length - 1;
  return namespaces === 1 ? 2 : namespaces === 2 ? 1 : 0;
}

/** A module's name without its namespace. */
export const bareName = (module: string): string => module.slice(module.lastIndexOf('/') + 1);

/** `git/commit`, `git:commit` and `git__commit` are `git.commit` (C42). */
export const canonical = (name: string): string => name.replace(/__|[/:]/g, '.');

import type {SubmoduleEntry} from '../safety/submodules.js';

/** Reads `git config --list -z --file .gitmodules`: the submodules by name, those without path or url left out. */
export function parseSubmodules(output: string): SubmoduleEntry[] {
  const known = new Map<string, {path?: string; url?: string}>();
  for (const pair of output.split('\0')) {
    const end = pair.indexOf('\n');
    const [, name, key] = /^submodule\.([^]+)\.([^.]+)$/.exec(end === -1 ? pair : pair.slice(0, end)) ?? [];
    if (name === undefined || (key !== 'path' && key !== 'url')) continue;
    known.set(name, {...known.get(name), [key]: end === -1 ? '' : pair.slice(end + 1)});
  }
  return [...known].flatMap(([name, {path, url}]) =>
    path === undefined || url === undefined ? [] : [{name, path, url}],
  );
}

import {readdirSync} from 'node:fs';
import type {Dirent} from 'node:fs';
import {join, resolve} from 'node:path';
import {realPathOf} from '../checks/paths.js';
import {readPlainFile} from './plain-file.js';

/** Folders of git's directory that git writes to by name, however deep: it appends to a log through a link, for one. */
const deep = ['refs', 'logs', 'info', 'rebase-merge', 'rebase-apply', 'sequencer'];

/** As deep as git follows object stores that borrow from others, and one more. */
const maxStores = 7;

/**
 * The first link inside of git's directory that leads to what is not `allowed`, by its path there: requireInside looks at
 * the entries of the directory itself.
 */
export function innerLinkOut(gitDir: string, allowed: (path: string) => boolean): string | undefined {
  const seen = new Set<string>();
  const queue = deep.map((name) => join(gitDir, name));
  for (const folder of queue) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) queue.push(path);
      if (!entry.isSymbolicLink()) continue;
      const target = targetOf(path);
      if (target === undefined || !allowed(target)) return path.slice(gitDir.length + 1);
      // What a link leads to may hold further ones.
      if (!seen.has(target)) queue.push(target);
      seen.add(target);
    }
  }
  return undefined;
}

/** Whether an object store, or one that it borrows from, is outside of what is allowed. */
export function borrowsFromOutside(objects: string, allowed: (path: string) => boolean): boolean {
  const stores = [objects];
  for (const store of stores) {
    if (stores.length > maxStores) return true;
    for (const folder of [store, join(store, 'info'), join(store, 'pack')]) {
      for (const entry of entriesOf(folder)) {
        if (!entry.isSymbolicLink()) continue;
        const target = targetOf(join(folder, entry.name));
        if (target === undefined || !allowed(target)) return true;
      }
    }
    const borrowed = readPlainFile(join(store, 'info', 'alternates'))?.toString('utf8') ?? '';
    for (const line of borrowed.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const target = targetOf(resolve(store, line));
      if (target === undefined || !allowed(target)) return true;
      if (!stores.includes(target)) stores.push(target);
    }
  }
  return false;
}

/** What a folder holds; nothing where there is none, or where git can not look either. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true});
  } catch {
    return [];
  }
}

function targetOf(link: string): string | undefined {
  try {
    return realPathOf(link);
  } catch {
    return undefined;
  }
}

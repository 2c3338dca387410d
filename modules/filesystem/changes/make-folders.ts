import {chmodSync, mkdirSync, readdirSync, rmdirSync} from 'node:fs';

import {AnchoredFolder} from '../confinement/anchored-folder.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import {entryAt} from '../confinement/entry-at.js';
import {exists, noParent} from '../errors.js';

/** Makes sure that there is a folder to put something into; answers the folders it made. Throws RESOURCE_NOT_FOUND. */
export function prepareParent(base: BaseFolder, parent: readonly string[], createParents: boolean): string[][] {
  if (createParents) return makeFolders(base, parent);
  if (!entryAt(base.absolute(parent), parent)?.isDirectory()) throw noParent(parent);
  return [];
}

/**
 * Makes the folders of a path that are missing, each in its opened parent, so that a swapped parent leads nowhere. Answers
 * those it made, outermost first. When it throws, it has removed them again.
 */
export function makeFolders(
  base: BaseFolder,
  segments: readonly string[],
  {mode, parents = true}: {readonly mode?: number | undefined; readonly parents?: boolean} = {},
): string[][] {
  const made: string[][] = [];
  try {
    for (let depth = parents ? 1 : segments.length; depth <= segments.length; depth += 1) {
      const path = segments.slice(0, depth);
      if (entryAt(base.absolute(path), path)?.isDirectory()) continue;
      if (makeOne(base, path, depth === segments.length ? mode : undefined)) made.push(path);
    }
    return made;
  } catch (error) {
    removeFolders(base, made);
    throw error;
  }
}

/** Whether each of the folders holds nothing but the next one. */
export function areUntouched(base: BaseFolder, folders: readonly (readonly string[])[]): boolean {
  return folders.every((path, index) => {
    const inner = folders[index + 1]?.at(-1);
    try {
      return readdirSync(base.absolute(path)).every((name) => name === inner);
    } catch {
      return false;
    }
  });
}

/** Removes folders that are empty, innermost first; those that are not, stay. Answers whether all are gone. */
export function removeFolders(base: BaseFolder, folders: readonly (readonly string[])[]): boolean {
  let all = true;
  for (const path of [...folders].reverse()) {
    try {
      const folder = new AnchoredFolder(base, path.slice(0, -1));
      try {
        rmdirSync(folder.at(path.at(-1) ?? '.'));
      } finally {
        folder.close();
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') all = false;
    }
  }
  return all;
}

/** False when another was faster. */
function makeOne(base: BaseFolder, path: readonly string[], mode: number | undefined): boolean {
  const parent = new AnchoredFolder(base, path.slice(0, -1));
  const target = parent.at(path.at(-1) ?? '.');
  try {
    mkdirSync(target, mode);
    // The umask does not apply to a mode that was asked for.
    if (mode !== undefined) chmodSync(target, mode);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (entryAt(target, path)?.isDirectory()) return false;
    throw exists(path);
  } finally {
    parent.close();
  }
}

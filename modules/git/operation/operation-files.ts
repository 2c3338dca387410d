import {mkdir, rm, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Repository} from '../repository.js';
import {readPlainFile} from '../safety/plain-file.js';

/** Small files in which git keeps a merge or a cherry-pick that is under way: commits and resets end it. */
const names = [
  'MERGE_HEAD',
  'MERGE_MSG',
  'MERGE_MODE',
  'MERGE_RR',
  'SQUASH_MSG',
  'AUTO_MERGE',
  'CHERRY_PICK_HEAD',
  'REVERT_HEAD',
  'sequencer/head',
  'sequencer/todo',
  'sequencer/opts',
  'sequencer/abort-safety',
] as const;

/** The content of those that are there, by name. */
export type OperationFiles = ReadonlyMap<string, Buffer>;

export function takeOperationFiles({gitDir}: Repository): OperationFiles {
  const files = new Map<string, Buffer>();
  for (const name of names) {
    const content = readPlainFile(join(gitDir, name));
    if (content !== undefined) files.set(name, content);
  }
  return files;
}

/** Puts them back; those that were not there go. */
export async function restoreOperationFiles({gitDir}: Repository, files: OperationFiles): Promise<void> {
  for (const name of names) {
    const path = join(gitDir, name);
    const content = files.get(name);
    // First, so that nothing is written through a link that took its place.
    await rm(path, {force: true});
    if (content === undefined) continue;
    await mkdir(dirname(path), {recursive: true});
    await writeFile(path, content, {flag: 'wx'});
  }
}

import {stat} from 'node:fs/promises';
import type {Problem} from '../error-report.js';
import {shellWord} from '../shell-word.js';

/**
 * What keeps a module from working in a folder, `folder` being the whole path of what was `given`. Secrets, which come from
 * the environment, are not shown.
 */
export async function folderProblem(folder: unknown, given: unknown, path: string): Promise<Problem | undefined> {
  if (typeof folder !== 'string' || folder === '') return undefined;
  const facts = await stat(folder).catch(() => undefined);
  if (facts?.isDirectory() === true) return undefined;
  const message = facts ? 'It is a file, not a folder' : 'There is no such folder';
  if (typeof given !== 'string') return {path, message, remedy: 'Make the folder, or name another one'};
  const remedy = facts ? 'Name a folder' : `Make it: mkdir -p ${shellWord(folder)}, or name another one`;
  return {path, message, received: JSON.stringify(given), remedy};
}

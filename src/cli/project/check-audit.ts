import {access, constants, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {nativeCode} from '../../contract/native-errors.js';
import type {Problem} from '../error-report.js';

const remedy = 'Name a folder that can be written, or one that can be made';

/** What keeps the audit log from being written: nothing that changes something could run. Nothing is made here. */
export async function auditProblem(audit: unknown, base: string): Promise<Problem | undefined> {
  if (typeof audit !== 'string' || audit === '') return undefined;
  const folder = resolve(base, audit);
  const why = await whyClosed(folder);
  if (why === undefined) return undefined;
  return {path: 'audit', message: `The audit folder ${folder} can not be used: ${why}`, received: `"${audit}"`, remedy};
}

/** Of the folder, or of the nearest one above it that is there. */
async function whyClosed(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} is a file`;
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = nativeCode(error);
    const above = dirname(folder);
    if ((code === 'ENOENT' || code === 'ENOTDIR') && above !== folder) return whyClosed(above);
    return code === 'EACCES' ? `${folder} can not be written` : `${folder}: ${code ?? String(error)}`;
  }
}

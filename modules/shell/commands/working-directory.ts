import {realpathSync, statSync} from 'node:fs';
import {isAbsolute, relative, resolve, sep} from 'node:path';
import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';

/**
 * Where a program starts: a directory of the base or the base itself, by its real path. No jail: a program goes where the
 * system lets it. Throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, INVALID_PARAMETER.
 */
export function workingDirectory(base: string, cwd = '.'): string {
  if (cwd.includes('\0')) throw refuse('INVALID_PARAMETER', 'The directory holds a NUL character');
  const asked = resolve(base, cwd);
  if (!isInside(asked, base)) throw outside(cwd);
  const real = realPath(asked, cwd);
  if (!isInside(real, base)) throw outside(cwd);
  if (!statSync(real, {throwIfNoEntry: false})?.isDirectory()) {
    throw refuse('INVALID_PARAMETER', `'${cwd}' is no directory`);
  }
  return real;
}

/** The message of the system would name the whole path. */
function realPath(path: string, cwd: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw refuse(commonCode(nativeCode(cause)) ?? 'OPERATION_FAILED', `The directory '${cwd}' can not be used`);
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

const outside = (cwd: string): ToolError =>
  new ToolError('PERMISSION_DENIED', `The directory '${cwd}' lies outside of what this module may use`, {
    outcome: 'not_executed',
    context: {reason: 'outside_base'},
    suggestions: ['Give a directory under basePath of the config'],
  });

const refuse = (code: string, message: string): ToolError =>
  new ToolError(code, message, {
    outcome: 'not_executed',
    suggestions: ['Give a directory that exists, under basePath of the config'],
  });

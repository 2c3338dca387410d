import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';

/**
 * Absolute path of a program: of its name on the PATH, or of an absolute path that leads to one. Found once and used from
 * then on, a later change of PATH changes nothing. undefined: not there. Relative folders of the PATH and relative
 * paths lead to none, for they would mean something else in every directory.
 */
export async function findProgram(command: string, path = process.env['PATH'] ?? ''): Promise<string | undefined> {
  if (isAbsolute(command)) return (await isProgram(command)) ? command : undefined;
  if (command === '' || /[/\\\0]/.test(command)) return undefined;
  const names =
    process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''].map((ending) => command + ending) : [command];
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    for (const name of names) {
      const file = join(folder, name);
      if (await isProgram(file)) return file;
    }
  }
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';

/** Absolute path of a program, found once so that a later change of PATH changes nothing. undefined: not there. */
export async function findProgram(command: string, path = process.env['PATH'] ?? ''): Promise<string | undefined> {
  if (isAbsolute(command)) return (await isProgram(command)) ? command : undefined;
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
    return (await stat(await realpath(file))).isFile();
  } catch {
    return false;
  }
}

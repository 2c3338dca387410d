import {readdirSync, readFileSync} from 'node:fs';

import {expect} from '@jest/globals';

import {inTwoSeconds} from './machine-time.js';

const hasProc = process.platform === 'linux';

/**
 * Processes that name a text in their arguments or their environment, whoever their parent is by now: what a test gave
 * to a program names all that the program started. On systems without /proc nothing is known, and none is found.
 */
function processesNaming(text: string): {readonly pid: number; readonly command: string}[] {
  if (!hasProc) return [];
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    const command = read(`/proc/${name}/cmdline`);
    // A zombie is dead: it waits only for its parent to look.
    if (command === '' || !`${command}\0${read(`/proc/${name}/environ`)}`.includes(text)) return [];
    return [{pid: Number(name), command: command.replaceAll('\0', ' ').trim()}];
  });
}

/** Nothing that names the text is left after 2 s, but a server of the test itself, which has `own` in its command. */
export async function expectNoProcesses(text: string, own = '\0'): Promise<void> {
  const left = () => processesNaming(text).filter(({command}) => !command.includes(own));
  await inTwoSeconds(() => left().length === 0);
  expect(left()).toEqual([]);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile, or is not ours.
    return '';
  }
}

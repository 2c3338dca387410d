import {listProcesses} from '../../src/processes/process-table.js';
import {processTree} from '../../src/processes/process-tree.js';
import {inTwoSeconds} from './machine-time.js';

/**
 * A program in Node that starts another one in a session of its own, which ignores what asks it to end, tells its number,
 * and lets go of it: the child has neither the program's group nor, when the program ends, a parent that is known.
 * With `stay`, the program itself goes on.
 */
export function escaping({stay = false, clean = false} = {}): string {
  const child = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1000)";
  const environment = clean ? ', env: {}' : '';
  return [
    `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}],`,
    `  {detached: true, stdio: 'ignore'${environment}});`,
    'child.unref();',
    "process.stdout.write(String(child.pid) + '\\n');",
    stay ? 'setInterval(() => {}, 1000);' : '',
  ].join('\n');
}

/** Whether a process lives; one that waits to be read by its parent does not. */
export async function isAlive(pid: number): Promise<boolean> {
  return (await listProcesses()).some((entry) => entry.pid === pid);
}

/** Waits until none of the processes lives, for as long as assertion 6 of SECURITY 1 gives them; answers those that do. */
export async function leftAfterTwoSeconds(pids: readonly number[]): Promise<number[]> {
  return untilNone(async () => {
    const alive = new Set((await listProcesses()).map(({pid}) => pid));
    return pids.filter((pid) => alive.has(pid));
  });
}

/** The same for all that this process has started. */
export async function childrenAfterTwoSeconds(): Promise<number[]> {
  return untilNone(async () => (await processTree(process.pid)).slice(1));
}

async function untilNone(look: () => Promise<number[]>): Promise<number[]> {
  let left: number[] = [];
  await inTwoSeconds(async () => (left = await look()).length === 0);
  return left;
}

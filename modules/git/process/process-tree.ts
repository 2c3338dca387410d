import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
}

/** From /proc where there is one, so that a machine without `ps` will do. */
function fromProc(): ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // `pid (name) state parent …`, and the name may hold anything, also `)`.
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      entries.push({pid: Number(name), parent: Number(parent)});
    } catch {
      // It ended meanwhile.
    }
  }
  return entries;
}

async function fromPs(): Promise<ProcessEntry[]> {
  const output = await new Promise<string>((settle) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid='], {timeout: 2000}, (_error, stdout) => settle(stdout));
  });
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, parent]) => Number.isInteger(pid) && Number.isInteger(parent))
    .map(([pid = 0, parent = 0]) => ({pid, parent}));
}

/** A process and all that it started, parents before children. Elsewhere than on POSIX systems the process alone. */
export async function processTree(root: number): Promise<number[]> {
  if (process.platform === 'win32') return [root];
  const entries = process.platform === 'linux' ? fromProc() : await fromPs();
  const tree = [root];
  for (const pid of tree) tree.push(...entries.filter(({parent}) => parent === pid).map((entry) => entry.pid));
  return tree;
}

/** Sends a signal to each; one that is gone already is fine. Returns those that were there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals | 0): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  });
}

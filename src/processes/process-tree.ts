import {listProcesses} from './process-table.js';
import type {ProcessEntry} from './process-table.js';

/** Those that hold, and all that they have started, parents before children. */
export function withDescendants(
  entries: readonly ProcessEntry[],
  holds: (entry: ProcessEntry) => boolean,
): ProcessEntry[] {
  const found = entries.filter(holds);
  const pids = new Set(found.map(({pid}) => pid));
  for (const {pid} of found) {
    for (const entry of entries) {
      if (entry.parent !== pid || pids.has(entry.pid)) continue;
      pids.add(entry.pid);
      found.push(entry);
    }
  }
  return found;
}

/** Numbers of a process and of all that it started and that still hangs on it, as far as they live. */
export async function processTree(root: number): Promise<number[]> {
  return withDescendants(await listProcesses(), ({pid}) => pid === root).map(({pid}) => pid);
}

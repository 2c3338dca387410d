import {createHash, randomBytes} from 'node:crypto';
import {hostname} from 'node:os';

/**
 * Names of the module's own temporary entries: `.haft-<kind>-<host>-<process>-<random>`. They are never listed, no
 * path of a caller reaches them, and what a dead process left is removed by the next one.
 */
const reserved = /^\.haft-(?:temp|undo)-([0-9a-f]{8})-(\d+)-[0-9a-f]{24}$/;

/** How long the entries of another machine are left alone: its processes can't be asked from here. */
const foreignAge = 24 * 3_600_000;

export function isReserved(name: string): boolean {
  return name.startsWith('.haft-') && reserved.test(name);
}

/** A fresh name; nobody can guess it. */
export function reservedName(kind: 'temp' | 'undo'): string {
  return `.haft-${kind}-${hostKey()}-${process.pid}-${randomBytes(12).toString('hex')}`;
}

/**
 * Whether an entry was left behind: its process is gone, or has the number of this one but is older. `changed` is the
 * entry's ctime in ms.
 */
export function isLeftBehind(name: string, changed: number, now = Date.now()): boolean {
  const [, host, pid] = reserved.exec(name) ?? [];
  if (pid === undefined) return false;
  if (host !== hostKey()) return now - changed > foreignAge;
  if (Number(pid) === process.pid) return changed < now - process.uptime() * 1000;
  return !isAlive(Number(pid));
}

function hostKey(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

import {unwatchOwnEnd, watchOwnEnd} from './own-end.js';
import {listProcesses, listProcessesSync} from './process-table.js';
import type {ProcessEntry} from './process-table.js';

/** A tree, as far as it is looked at here. */
interface Tree {
  /** Kills its members among these; false when there are none. */
  killAmong(entries: readonly ProcessEntry[]): boolean;
}

/** Trees whose program runs. */
const running = new Set<Tree>();

/** Trees whose program ended, and of which something may be left. */
const ended = new Set<Tree>();

/** ms after the end of a program, in which others that end are looked after by the same look. */
const soon = 500;

/** Looks at a tree that goes on making processes. */
const mostLooks = 50;

let timer: NodeJS.Timeout | undefined;

/** Remembers a tree until it is let go: it ends with this process, which a detached program would outlive otherwise. */
export function keep(tree: Tree): void {
  if (running.size === 0) watchOwnEnd(killAll);
  running.add(tree);
}

/** Nothing of the tree is left. */
export function letGo(tree: Tree): void {
  running.delete(tree);
  ended.delete(tree);
  if (running.size === 0 && ended.size === 0) unwatchOwnEnd();
}

/** The program of the tree ended: what has escaped from its group is looked for soon, for many trees at a time. */
export function forgetLater(tree: Tree): void {
  // Elsewhere nothing would be found that the signal to the group has not reached.
  if (process.platform !== 'linux') {
    letGo(tree);
    return;
  }
  running.delete(tree);
  ended.add(tree);
  // It does not keep this process alive, whose end takes a look as well.
  timer ??= setTimeout(() => void lookAfterEnded(), soon).unref();
}

async function lookAfterEnded(): Promise<void> {
  const trees = [...ended];
  let left: readonly Tree[] = trees;
  for (let look = 0; left.length > 0 && look < mostLooks; look++) {
    const entries = await listProcesses();
    left = left.filter((tree) => tree.killAmong(entries));
    // What was killed may have started something since it was seen.
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 10).unref());
  }
  timer = undefined;
  for (const tree of trees) letGo(tree);
  if (ended.size > 0) timer = setTimeout(() => void lookAfterEnded(), soon).unref();
}

/** For the end of this process: what is found is killed, and what that has started meanwhile. */
function killAll(): void {
  let left = [...running, ...ended];
  for (let look = 0; left.length > 0 && look < mostLooks; look++) {
    const entries = listProcessesSync();
    left = left.filter((tree) => tree.killAmong(entries));
  }
}

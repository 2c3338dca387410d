import {setTimeout as delay} from 'node:timers/promises';
import {forgetLater, keep, letGo} from './guarded-trees.js';
import {markedEnvironment, newMark} from './process-mark.js';
import {listProcesses, listProcessesSync} from './process-table.js';
import type {ProcessEntry} from './process-table.js';
import {withDescendants} from './process-tree.js';
import {sendSignal} from './send-signal.js';

/** How a tree is ended. */
export interface EndOptions {
  /** Asks to end; default SIGTERM. */
  readonly signal?: NodeJS.Signals;
  /** ms before what has not heeded it is killed; default 500, 0 kills at once. */
  readonly grace?: number;
}

/** ms in which what was killed must be gone. What can not be killed (another user's) is given up then. */
const patience = 2000;

/** ms between two looks; where `ps` must be asked, a look takes a process of its own. */
const shortestPause = process.platform === 'linux' ? 5 : 50;

/**
 * Keeps a program and everything that it starts together, so that all of it ends. It finds them by process group, by
 * parent, and on Linux by a mark in their environment: who begins a session of his own and loses his parent still has
 * that. What does all three, leaving the group, losing its parent and clearing its environment, is not found.
 *
 *     const guard = guardTree();
 *     const child = spawn(file, args, {env: guard.environment(env), detached: true});
 *     guard.started(child.pid);
 *     // to end it early                          // when it ended by itself
 *     await guard.end({grace: 500});              child.once('exit', () => guard.forget());
 *
 * With `detached`, the program leads a group of its own, which signals reach at once. A tree that is neither ended nor
 * forgotten ends with this process.
 */
export class TreeGuard {
  readonly #mark = newMark();
  /** Members that were seen, with the time of their start: they stay members when they lose what they were found by. */
  readonly #seen = new Map<number, string>();
  #root: number | undefined;
  #ending: Promise<boolean> | undefined;

  /** The environment to start the program with: as given, and the mark. */
  environment(env: Readonly<Record<string, string>>): Record<string, string> {
    return markedEnvironment(env, this.#mark);
  }

  /** The program runs. To be called in the same turn in which it was started. */
  started(pid: number): void {
    this.#root = pid;
    keep(this);
  }

  /** Sends a signal to the program's group, or to the program alone where it leads none; false when neither is there. */
  signal(signal: NodeJS.Signals): boolean {
    const root = this.#root;
    if (root === undefined) return false;
    return (process.platform !== 'win32' && sendSignal(-root, signal)) || sendSignal(root, signal);
  }

  /**
   * Ends the program and all that it started: asks, waits, kills. Resolves when nothing of it is left; false when something
   * is left that can not be killed. Called again, it answers the same promise.
   */
  end(options: EndOptions = {}): Promise<boolean> {
    return (this.#ending ??= this.#end(options));
  }

  /** Kills what can be found at once, without waiting: for the end of this process. */
  kill(): void {
    this.killAmong(listProcessesSync());
  }

  /**
   * The program ended by itself, and was read (its `exit` event). What is left of its group is killed now, what has left the
   * group within a second, by one look for all programs that ended meanwhile. Costs microseconds.
   */
  forget(): void {
    const root = this.#root;
    if (root === undefined || this.#ending) return;
    // The number of a group is not given to another process as long as somebody is in it.
    if (process.platform !== 'win32') sendSignal(-root, 'SIGKILL');
    this.#root = undefined;
    forgetLater(this);
  }

  /** Kills its members among these; false when there are none. For the look that guarded-trees.ts takes for many. */
  killAmong(entries: readonly ProcessEntry[]): boolean {
    if (process.platform === 'win32') return this.signal('SIGKILL');
    const members = this.#membersOf(entries);
    for (const {pid} of members) sendSignal(pid, 'SIGKILL');
    return members.length > 0;
  }

  async #end({signal = 'SIGTERM', grace = 500}: EndOptions): Promise<boolean> {
    try {
      if (process.platform === 'win32') return this.signal('SIGKILL');
      let left: readonly ProcessEntry[] = await this.#look();
      if (grace > 0) {
        for (const {pid} of left) sendSignal(pid, signal);
        left = await this.#untilGone(left, grace, () => undefined);
      }
      return (await this.#untilGone(left, patience, killAll)).length === 0;
    } finally {
      letGo(this);
    }
  }

  /** Acts on the members and looks again, until none is left or the time is over; answers those that are left. */
  async #untilGone(
    members: readonly ProcessEntry[],
    time: number,
    act: (members: readonly ProcessEntry[]) => void,
  ): Promise<readonly ProcessEntry[]> {
    const deadline = performance.now() + time;
    let left = members;
    for (let pause = shortestPause; left.length > 0 && performance.now() < deadline; pause = Math.min(2 * pause, 50)) {
      act(left);
      await delay(Math.min(pause, Math.max(0, deadline - performance.now())));
      left = await this.#look();
    }
    return left;
  }

  async #look(): Promise<ProcessEntry[]> {
    return this.#membersOf(await listProcesses());
  }

  #membersOf(entries: readonly ProcessEntry[]): ProcessEntry[] {
    const root = this.#rootIn(entries);
    const members = withDescendants(
      entries,
      ({pid, group, started, marks}) =>
        pid === root || group === root || marks.includes(this.#mark) || this.#seen.get(pid) === started,
    ).filter(({pid}) => pid !== process.pid);
    for (const {pid, started} of members) this.#seen.set(pid, started);
    return members;
  }

  /** The program's number, unless it is another process' by now. */
  #rootIn(entries: readonly ProcessEntry[]): number | undefined {
    const root = this.#root;
    if (root === undefined) return undefined;
    const known = this.#seen.get(root);
    const now = entries.find(({pid}) => pid === root)?.started;
    return known !== undefined && now !== undefined && now !== known ? undefined : root;
  }
}

const killAll = (members: readonly ProcessEntry[]): void => {
  for (const {pid} of members) sendSignal(pid, 'SIGKILL');
};

/** Makes the guard of one program that is about to be started. */
export const guardTree = (): TreeGuard => new TreeGuard();

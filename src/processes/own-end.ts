import {sendSignal} from './send-signal.js';

/** What people and supervisors end a process with. Ctrl-C does not reach programs that lead groups of their own. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[];

let clearUp: (() => void) | undefined;

const onExit = (): void => clearUp?.();

/** Marks listeners that clear up and let the signal do its work, those of another copy of haft among them. */
const letsPass = Symbol.for('haft.letsSignalsPass');

/** Without a listener such a signal ends this process, and no `exit` event tells. Another listener decides by itself. */
function onSignal(signal: NodeJS.Signals): void {
  if (isDecidedElsewhere(signal)) return;
  clearUp?.();
  unwatchOwnEnd();
  sendSignal(process.pid, signal);
}
Object.defineProperty(onSignal, letsPass, {value: true});

/** Whether somebody listens who has a mind of his own. */
function isDecidedElsewhere(signal: NodeJS.Signals): boolean {
  const others = process.listeners(signal).filter((listener) => !(letsPass in listener));
  return others.length > signalExitListeners();
}

/**
 * Listeners of the package signal-exit, which lets signals pass as well, as soon as all other listeners are gone: two that
 * wait for each other would keep the process alive. It counts itself where its copies can see it.
 */
function signalExitListeners(): number {
  const counters = [
    (globalThis as Record<symbol, unknown>)[Symbol.for('signal-exit emitter')],
    (process as unknown as Record<string, unknown>)['__signal_exit_emitter__'],
  ] as readonly ({readonly count?: unknown} | undefined)[];
  return counters.reduce((sum, counter) => sum + (typeof counter?.count === 'number' ? counter.count : 0), 0);
}

/** Calls back when this process ends, by itself or by a signal that can be heard. */
export function watchOwnEnd(callback: () => void): void {
  if (clearUp) return;
  clearUp = callback;
  process.on('exit', onExit);
  // Before all others: a listener for one time is gone when it is its neighbour's turn.
  for (const signal of signals) process.prependListener(signal, onSignal);
}

/** Leaves the process as it was before: nobody listens to its signals. */
export function unwatchOwnEnd(): void {
  if (!clearUp) return;
  clearUp = undefined;
  process.off('exit', onExit);
  for (const signal of signals) process.off(signal, onSignal);
}

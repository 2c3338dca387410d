import {ToolError} from '../contract/errors.js';
import {toToolError} from '../contract/native-errors.js';
import type {Clock} from '../contract/services.js';

export interface Task {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

export interface Failure {
  readonly name: string;
  readonly message: string;
}

export interface SettleOptions {
  readonly clock: Clock;
  /** ms that each task may take. */
  readonly timeout: number;
  /** Tasks at the same time. */
  readonly concurrency: number;
}

/** Runs all tasks, a few at a time and each for a bounded time, past those that fail. Answers the failures in order. */
export async function settleAll(tasks: readonly Task[], options: SettleOptions): Promise<Failure[]> {
  const failures = new Map<Task, Failure>();
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      try {
        await withinTime(task, options);
      } catch (thrown) {
        failures.set(task, {name: task.name, message: toToolError(thrown).message});
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(options.concurrency, tasks.length)}, work));
  return tasks.flatMap((task) => failures.get(task) ?? []);
}

/** Cleans everything up. Throws CLEANUP_INCOMPLETE with the names of what failed or took too long. */
export async function cleanUp(tasks: readonly Task[], options: SettleOptions): Promise<void> {
  const failures = await settleAll(tasks, options);
  if (failures.length === 0) return;
  const text = failures.map(({name, message}) => `${name}: ${message}`).join('; ');
  throw new ToolError(
    'CLEANUP_INCOMPLETE',
    `${String(failures.length)} of ${String(tasks.length)} modules could not be cleaned up: ${text}`,
    {
      suggestions: ['Look at what these modules hold: runtime.handles.list()'],
      context: {modules: failures.map(({name}) => name), failures},
    },
  );
}

/** What is late is left behind: nobody can end it from outside. */
async function withinTime({run}: Task, {clock, timeout}: SettleOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      reject(new Error(`not done after ${String(timeout)} ms`));
    }, timeout);
    // In a then, so that a task which throws at once is a rejection as well.
    void Promise.resolve()
      .then(run)
      .then(() => resolve(), reject)
      .finally(() => {
        clock.clearTimeout(timer);
      });
  });
}

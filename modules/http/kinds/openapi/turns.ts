import {setImmediate} from 'node:timers/promises';

/** ms after which long work lets others run. */
const slice = 20;

/** Does work that stops at many places, and lets others run there when it has gone on for a while. */
export async function inTurns<T>(work: Generator<undefined, T>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (performance.now() - since < slice) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** The same at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

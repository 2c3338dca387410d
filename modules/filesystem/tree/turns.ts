import {setImmediate as nextTurn} from 'node:timers/promises';

/** ms that a loop works before others get their turn. */
const slice = 8;

/** For long loops, so that they keep nobody from their turn, nor their own timeout: `if (turns.due) await turns.next()`. */
export class Turns {
  #last = performance.now();

  get due(): boolean {
    return performance.now() - this.#last > slice;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.#last = performance.now();
  }
}

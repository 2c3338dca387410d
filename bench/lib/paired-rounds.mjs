import {Worker} from 'node:worker_threads';

/**
 * Runs contestants against each other: in every round each runs for about `ms`, one after the other, in an order that
 * rotates. Every contestant lives in a thread of its own, so that what one library does to promises (an
 * AsyncLocalStorage slows every later await down) or to V8's guesses does not touch the others.
 *
 * Answers a Map from name to ns of one iteration, round by round.
 */
export async function measure(contestants, {rounds, warmups, ms}) {
  const lanes = [];
  try {
    for (const contestant of contestants) {
      const lane = new Lane(contestant);
      lanes.push(lane);
      await lane.ask({check: true});
      await lane.calibrate(ms);
    }
    const times = new Map(contestants.map(({name}) => [name, []]));
    for (let round = -warmups; round < rounds; round++) {
      for (let turn = 0; turn < lanes.length; turn++) {
        const lane = lanes[(turn + round + warmups) % lanes.length];
        const ns = await lane.time();
        if (round >= 0) times.get(lane.name).push(ns);
      }
    }
    return times;
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

/** The thread of one contestant. */
class Lane {
  #worker;
  #iterations = 1;

  constructor({name, file, variant}) {
    this.name = name;
    this.#worker = new Worker(new URL('./lane-worker.mjs', import.meta.url), {workerData: {file, variant}});
  }

  async ask(message) {
    const {error, ns} = await new Promise((resolve, reject) => {
      const failed = (error) => reject(new Error(`${this.name}: ${error.message}`, {cause: error}));
      this.#worker.once('error', failed);
      this.#worker.once('message', (answer) => {
        this.#worker.off('error', failed);
        resolve(answer);
      });
      this.#worker.postMessage(message);
    });
    if (error !== undefined) throw new Error(`${this.name}: ${error.message}`, {cause: error});
    return ns;
  }

  /** Finds how many iterations take about `ms`, which warms the code up as well. */
  async calibrate(ms) {
    for (;;) {
      const passed = await this.ask({iterations: this.#iterations});
      if (passed >= (ms * 1e6) / 2) {
        this.#iterations = Math.max(1, Math.round((this.#iterations * ms * 1e6) / passed));
        return;
      }
      this.#iterations *= 2;
    }
  }

  /** ns of one iteration. */
  async time() {
    return (await this.ask({iterations: this.#iterations})) / this.#iterations;
  }

  async close() {
    await this.ask({close: true}).catch(() => undefined);
    await this.#worker.terminate();
  }
}

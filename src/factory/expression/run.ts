import {setImmediate} from 'node:timers/promises';
import {ExpressionLimit, expressionBounds, readable} from './limits.js';
import {Scales} from './weight.js';

/** What jsonata gives of its frames; `base` is that of the evaluation. */
export interface Environment {
  readonly base: object;
  lookup(name: string): unknown;
}

/** No variable can be written like this. */
export const runName = ' run';

/** One evaluation: its time, and the size of what it makes. */
export class Run {
  readonly scales = new Scales();
  readonly #data: unknown;
  readonly #clock: Clock;
  readonly #started = Date.now();
  #limit: number = expressionBounds.value;
  #knowsData = false;
  #made = 0;

  /** `data` may be of any size, and what is made of it grows with it. */
  constructor(data: unknown, clock: Clock) {
    this.#data = data;
    this.#clock = clock;
    clock.turn();
  }

  /** Lets others run from time to time; throws when the time is over. */
  pause(): Promise<void> | undefined {
    const now = Date.now();
    if (now - this.#started > expressionBounds.timeout)
      throw new ExpressionLimit(`It took more than ${readable(expressionBounds.timeout)} ms`);
    return now - this.#clock.at < expressionBounds.slice ? undefined : this.#rest();
  }

  async #rest(): Promise<void> {
    await setImmediate();
    this.#clock.turn();
  }

  /** Throws for a value that is too long to go on with. */
  admit(value: unknown): void {
    if (typeof value === 'string') {
      this.admitLength(value.length);
    } else if (typeof value === 'object' && value !== null && !this.scales.isKnown(value)) {
      this.#clock.assertTurning(3 * expressionBounds.hold);
      const weight = this.scales.weigh(value, this.#limit);
      if (weight > this.#limit) this.#assertLength(this.scales.weigh(value, this.#limitOfData()));
      if (Array.isArray(value)) this.#count(value.length * 8);
    }
  }

  /** Throws for a text that is too long to go on with. */
  admitLength(length: number): void {
    if (length > this.#limit) this.#assertLength(length);
  }

  /** Throws for a text that is too long to be made, or one too many. */
  make(length: number): void {
    this.admitLength(length);
    this.#count(length);
  }

  /** Throws for a list that is too long to be made, or one too many. */
  makeList(length: number): void {
    this.#clock.assertTurning(3 * expressionBounds.hold);
    this.#count(length * 8);
  }

  #count(size: number): void {
    this.#made += size;
    if (this.#made > expressionBounds.total)
      throw new ExpressionLimit(
        `Lists and texts of more than ${readable(expressionBounds.total)} bytes were made on the way`,
      );
  }

  #assertLength(length: number): void {
    const limit = this.#limitOfData();
    if (length > limit)
      throw new ExpressionLimit(
        `A value became longer than ${readable(limit)} characters, which is the most for this data`,
      );
  }

  #limitOfData(): number {
    if (!this.#knowsData) {
      this.#knowsData = true;
      this.#limit = expressionBounds.value + 2 * this.scales.weigh(this.#data, Infinity);
    }
    return this.#limit;
  }
}

/** When others could run last, of all evaluations of an expression. */
export class Clock {
  at = 0;
  #cpu = 0;
  #reads = 0;

  turn(): void {
    this.at = Date.now();
    this.#cpu = cpuTime();
  }

  /** For loops of jsonata that can not pause, and parts evaluated side by side: throws when they hold the process. */
  assertTurning(most: number): void {
    if (Date.now() - this.at > most && cpuTime() - this.#cpu > most)
      throw new ExpressionLimit(`A step took more than ${String(most)} ms at once`);
  }

  /** The same for what is asked very often. */
  assertTurningSometimes(): void {
    this.#reads += 1;
    if (this.#reads % 64 === 0) this.assertTurning(expressionBounds.hold);
  }
}

function cpuTime(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

const runs = new WeakMap<object, Run>();

/** The evaluation that a frame belongs to. */
export function runOf(environment: Environment): Run {
  let run = runs.get(environment.base);
  if (!run) {
    run = environment.lookup(runName) as Run;
    runs.set(environment.base, run);
  }
  return run;
}

import type {UnderWay} from '../contract/services.js';
import type {Linked} from './linked-list.js';

/** Where an entry is kept. */
interface Keeper {
  remove(entry: RunningEntry): void;
}

/** The place of a call among those that run, and when its time is over. */
export class RunningEntry implements Linked<RunningEntry> {
  readonly call: UnderWay;
  /** ms by the clock */
  readonly endsAt: number;
  keeper: Keeper | undefined;
  previous: RunningEntry | undefined;
  next: RunningEntry | undefined;

  constructor(call: UnderWay, endsAt: number, keeper: Keeper) {
    this.call = call;
    this.endsAt = endsAt;
    this.keeper = keeper;
  }

  leave(): void {
    this.keeper?.remove(this);
    this.keeper = undefined;
  }
}

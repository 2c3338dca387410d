import type {Clock, TimerHandle} from '../contract/services.js';
import type {HandleRecord} from './handle-record.js';

/** Whether nobody has used it for longer than it may lie idle. One that is in use does not. */
export function isExpired({idleTtl, users, lastUsedAt}: HandleRecord, clock: Clock): boolean {
  if (idleTtl === undefined || users > 0) return false;
  return clock.now() - lastUsedAt >= idleTtl;
}

/** Releases idle resources also when nobody asks for them again; looks when the first can be idle for too long. */
export class IdleSweep {
  readonly #clock: Clock;
  readonly #records: () => Iterable<HandleRecord>;
  readonly #expire: (record: HandleRecord) => void;
  #planned: {readonly timer: TimerHandle; readonly at: number} | undefined;

  constructor(clock: Clock, records: () => Iterable<HandleRecord>, expire: (record: HandleRecord) => void) {
    this.#clock = clock;
    this.#records = records;
    this.#expire = expire;
  }

  /** Something can be idle for too long in so many ms. */
  plan(after: number): void {
    const at = this.#clock.now() + after;
    if (this.#planned !== undefined && this.#planned.at <= at) return;
    this.stop();
    const timer = this.#clock.setTimeout(() => {
      this.#planned = undefined;
      this.#sweep();
    }, after);
    timer.unref?.();
    this.#planned = {timer, at};
  }

  #sweep(): void {
    let next = Infinity;
    for (const record of this.#records()) {
      if (record.idleTtl === undefined || record.releasing) continue;
      if (isExpired(record, this.#clock)) this.#expire(record);
      else next = Math.min(next, this.#untilIdle(record, record.idleTtl));
    }
    if (next !== Infinity) this.plan(next);
  }

  /** ms until it can be idle for too long; one that is in use has all of its time before it. */
  #untilIdle({users, lastUsedAt}: HandleRecord, idleTtl: number): number {
    return users > 0 ? idleTtl : lastUsedAt + idleTtl - this.#clock.now();
  }

  /** Until something is planned again. */
  stop(): void {
    if (this.#planned !== undefined) this.#clock.clearTimeout(this.#planned.timer);
    this.#planned = undefined;
  }
}

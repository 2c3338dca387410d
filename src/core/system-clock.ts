import type {Clock} from '../contract/services.js';

/** The time of this machine. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  setTimeout: (callback: () => void, ms: number) => setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (timer: unknown) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
});

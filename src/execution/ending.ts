import type {ActiveCall} from './active-call.js';

/**
 * What becomes of what a tool answers or throws. A call that waits for nothing but its tool ends where the tool's promise
 * settles, without another promise in between.
 */
export interface Ending<T> {
  answered(call: ActiveCall, answer: unknown): T | Promise<T>;
  failed(call: ActiveCall, thrown: unknown): T | Promise<T>;
}

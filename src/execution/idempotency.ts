import {ToolError} from '../contract/errors.js';
import type {ActiveCall} from './active-call.js';
import {withOutcome} from './outcome.js';
import {thrownError} from './thrown-error.js';

interface Remembered {
  readonly input: string;
  readonly answer: Promise<unknown>;
  settled: boolean;
}

const maxRemembered = 1000;

/**
 * Makes calls with one idempotency key one call: the same input gets the answer of the first, other input is refused.
 * An answer is kept when something may have happened, forgotten when nothing did.
 */
export class Idempotency {
  readonly #remembered = new Map<string, Remembered>();

  async once(call: ActiveCall, key: string, run: () => Promise<unknown>): Promise<unknown> {
    const id = JSON.stringify([call.session ?? null, key]);
    const input = JSON.stringify(call.input);
    const known = this.#remembered.get(id);
    if (!known) return this.#first(call, id, input, run);
    if (known.input !== input) {
      throw new ToolError(
        'IDEMPOTENCY_CONFLICT',
        `The idempotency key was used with other input for ${call.spec.name}`,
        {
          outcome: 'not_executed',
          suggestions: ['Use a new key for a new call'],
        },
      );
    }
    call.cached = true;
    return call.race(known.answer);
  }

  async #first(call: ActiveCall, id: string, input: string, run: () => Promise<unknown>): Promise<unknown> {
    const answer = run().catch((thrown: unknown) => {
      throw withOutcome(call, thrownError(thrown));
    });
    const remembered: Remembered = {input, answer, settled: false};
    this.#remembered.set(id, remembered);
    this.#evict();
    try {
      return await answer;
    } catch (error) {
      const outcome = ToolError.isToolError(error) ? error.outcome : undefined;
      if (outcome !== 'partial' && outcome !== 'unknown') this.#remembered.delete(id);
      throw error;
    } finally {
      remembered.settled = true;
    }
  }

  /** Forgets the oldest answers; a call that still runs is never forgotten. */
  #evict(): void {
    if (this.#remembered.size <= maxRemembered) return;
    for (const [id, {settled}] of this.#remembered) {
      if (!settled) continue;
      this.#remembered.delete(id);
      return;
    }
  }
}

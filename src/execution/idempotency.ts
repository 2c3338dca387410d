import {createHash} from 'node:crypto';
import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {jsonOf} from '../schema/output-schema.js';
import type {ActiveCall} from './active-call.js';
import {withOutcome} from './outcome.js';
import {thrownError} from './thrown-error.js';

interface Remembered {
  readonly input: string;
  readonly answer: Promise<unknown>;
  settled: boolean;
}

const maxRemembered = 1000;

/** JSON that is the same whatever the order of the keys was. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

/**
 * Makes calls with one idempotency key one call: the same input gets the answer of the first, other input is refused.
 * An answer is kept when something may have happened, forgotten when nothing did.
 */
export class Idempotency {
  readonly #remembered = new Map<string, Remembered>();

  async once(call: ActiveCall, key: string, run: () => Promise<unknown>): Promise<unknown> {
    const id = JSON.stringify([call.session ?? null, key]);
    // Its hash, so that a thousand large inputs are not kept.
    const input = createHash('sha256').update(canonical(call.input)).digest('base64');
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
    return jsonOf(await call.race(known.answer), call.services.limits);
  }

  async #first(call: ActiveCall, id: string, input: string, run: () => Promise<unknown>): Promise<unknown> {
    const answer = run().catch((thrown: unknown) => {
      throw withOutcome(call, thrownError(thrown));
    });
    // A copy: what a caller does with his data does not reach the next one.
    const copy = answer.then((data) => jsonOf(data, call.services.limits));
    copy.catch(() => undefined);
    const remembered: Remembered = {input, answer: copy, settled: false};
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

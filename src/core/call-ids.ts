import {randomBytes} from 'node:crypto';

const digits = 36;
const blockSize = digits ** 2;

/** Two digits in base 36. */
const lowDigits = (low: number): string => low.toString(digits).padStart(2, '0');

/**
 * Ids of calls: a counter behind a random prefix. The last two digits come from a table, for V8 takes 60 ns to write a
 * number, and keeps what it wrote.
 */
export class CallIds {
  readonly #prefix = randomBytes(6).toString('hex');
  readonly #low: readonly string[] = Array.from({length: blockSize}, (_, low) => lowDigits(low));
  #count = 0;
  #block = `${this.#prefix}-0`;

  next(): string {
    const low = ++this.#count % blockSize;
    if (low === 0) this.#block = `${this.#prefix}-${(this.#count / blockSize).toString(digits)}`;
    return this.#block + (this.#low[low] ?? '');
  }
}

import {ExpressionLimit, expressionBounds} from './limits.js';

/** What has more parts than this is remembered; less is counted anew, which is quicker. */
const rememberedParts = 64;

/**
 * How long values are as JSON, about, each part counted as often as it appears: an expression can put one list into
 * another twice, forty times over. What was counted is remembered, for values of an expression do not change.
 */
export class Scales {
  #known = new WeakMap<object, number>();
  readonly #functions = new WeakSet<object>();
  #parts = 0;

  /** A function of the expression, whose fields are no data. */
  addFunction(value: object): void {
    this.#functions.add(value);
  }

  isKnown(value: object): boolean {
    return this.#known.has(value);
  }

  /** Values may have changed (`|…|…|`). */
  forget(): void {
    this.#known = new WeakMap();
  }

  /** The weight, or Infinity where it is above the limit. */
  weigh(value: unknown, limit: number): number {
    return this.#weigh(value, limit, 0);
  }

  #weigh(value: unknown, limit: number, depth: number): number {
    this.#parts += 1;
    if (typeof value === 'string') return value.length + 2;
    if (typeof value !== 'object' || value === null) return 8;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    if (this.#functions.has(value)) return 8;
    if (depth > expressionBounds.depth)
      throw new ExpressionLimit(`A value is nested deeper than ${String(expressionBounds.depth)} levels`);
    const before = this.#parts;
    let weight = 16;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && weight <= limit; index++)
        weight += this.#weigh(value[index], limit - weight, depth + 1);
    } else {
      for (const key in value) {
        if (weight > limit) break;
        const item = (value as Record<string, unknown>)[key];
        // jsonata would wait for it, forever.
        if (key === 'then' && typeof item === 'function') throw new Error('A field "then" can not be a function');
        weight += key.length + 4 + this.#weigh(item, limit - weight, depth + 1);
      }
    }
    if (weight > limit) return Infinity;
    if (this.#parts - before > rememberedParts) this.#known.set(value, weight);
    return weight;
  }
}

import type {SecurityTier} from '../../contract/security-tier.js';

/** One word or several. Words are compared without regard to case. */
export type Words = string | readonly string[];

/** Of a list that a tool has: words that all must be there, or `any` of which one must. Both may be given. */
export type Listed = Words | {readonly all?: Words; readonly any?: Words};

/**
 * A fact that an author can make a function of the input. `false`: never. `true`: always, or for some inputs. `'varies'`: only
 * where it depends on the input.
 */
export type Flag = boolean | 'varies';

/** What tools are searched by (R15.4). All that is given must hold. */
export interface ToolCriteria {
  /** Ranks the answer; see `searchTools`. */
  readonly text?: string;
  /** Full name, name in its module, or alias; of a list, one of them. */
  readonly name?: Words;
  /** One of them. */
  readonly provider?: Words;
  /** Name of the instance or of the kind of module: `git`, `GitModule`; one of them. */
  readonly module?: Words;
  /** One of them. */
  readonly category?: Words;
  /** One of them. */
  readonly resource?: Words;
  /** One of them, `free`, `low`, `medium`, `high`; or no more than `{max}`. */
  readonly cost?: Words | {readonly max: string};
  /** One of them, `low`, `medium`, `high`; or no less than `{min}`. */
  readonly reliability?: Words | {readonly min: string};
  /** All of them, or `{any}` of them. */
  readonly tags?: Listed;
  /** Types of handles that it makes: all of them, or `{any}`. */
  readonly produces?: Listed;
  /** Types of handles that it takes: all of them, or `{any}`. */
  readonly consumes?: Listed;
  /** All of them, or `{any}` of them. */
  readonly requirements?: Listed;
  /** Doing it twice is the same as doing it once. */
  readonly idempotent?: Flag;
  /** `false` finds tools that never change anything; `true` those that may. */
  readonly sideEffects?: Flag;
  /** `true` finds tools that can be taken back, for some inputs at least. */
  readonly reversible?: Flag;
  /** 0 to 4: this tier, or none above `{max}`. */
  readonly securityTier?: SecurityTier | {readonly max: SecurityTier};
  /** Same as `securityTier: {max}`. */
  readonly maxTier?: SecurityTier;
}

/** A criterion that is a fact: everything but the text. */
export type FactName = Exclude<keyof ToolCriteria, 'text'>;

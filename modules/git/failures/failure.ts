import type {Outcome} from '../../../src/sdk.js';

/** What git says in the C locale, and what it means. */
export interface Failure {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly outcome?: Outcome;
  /** Only these commands say so; left out: any. */
  readonly commands?: readonly string[];
  /** Only said by commands that talk to a remote. */
  readonly remote?: true;
}

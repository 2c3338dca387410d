import {AssertionError} from 'node:assert';

interface Broken {
  /** What was promised and is not so; names tool and example. */
  readonly message: string;
  /** What the author can do about it. */
  readonly remedy: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** Fails the case it is called in. */
export function broken({message, remedy, ...values}: Broken): never {
  throw new AssertionError({message: `${message}\n  To do: ${remedy}`, operator: 'fail', ...values});
}

/** Fails the case it is called in, unless the promise holds. */
export function promised(holds: boolean, what: () => Broken): asserts holds {
  if (!holds) broken(what());
}

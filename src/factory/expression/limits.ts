/** An expression is data: it may not take the process with it, nor hold it (SECURITY 4). ms, levels, items, characters. */
export const expressionBounds = Object.freeze({
  /** ms that an evaluation may take, and after which it lets others run. */
  timeout: 1000,
  slice: 10,
  /** ms that one step may hold the process. */
  hold: 150,
  depth: 1000,
  sequence: 1_000_000,
  /** Characters of an expression, of a value that it makes (as JSON, about), of a text that $pad makes, of a picture. */
  length: 20_000,
  value: 5_000_000,
  pad: 1_000_000,
  picture: 1000,
  /** Bytes, about, of all lists and texts that one evaluation makes. */
  total: 256_000_000,
});

/** More than an expression may take; jsonata knows its own by `code`, so this one has one as well. */
export class ExpressionLimit extends Error {
  readonly code = 'LIMIT_EXCEEDED';
}

/** A number as people read it: 5,000,000. */
export const readable = (count: number): string => count.toLocaleString('en-US');

import {refuse} from './refusals.js';
import type {Where} from './where.js';

/** INVALID_PARAMETER for a change of every row that was not asked for by name: a condition may have got lost (C26, DB04). */
export function assertBounded(where: Where, all: boolean): void {
  const bounded = Object.keys(where).length > 0;
  if (bounded && all) throw refuse('all', 'is true, but where names conditions', 'Give one of them');
  if (bounded || all) return;
  throw refuse(
    'where',
    'names no condition, which would change every row',
    'Name the rows, or give all: true if every row is meant',
  );
}

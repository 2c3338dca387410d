import type {Value} from '../answer.js';

/** A value of the catalog that is known to be a text. */
export const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

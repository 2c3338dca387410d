import {statementErrors} from './shared.js';

/** Codes of tools that change rows of a table. */
export const rowErrors = {
  ...statementErrors,
  INVALID_PARAMETER:
    'A column, value or condition is none of the table, or the call would change every row without all: true',
  UNDO_REFUSED: 'Rows were changed since, or others are in the way',
} as const;

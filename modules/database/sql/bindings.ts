import {ToolError} from '../../../src/sdk.js';

/** A value as a statement takes it: in the text of its type, so that nothing has to guess what it is. */
export type Bound = string | null;

/** Where the values of a statement go. */
export interface Binder {
  /** Takes a value and answers what stands for it in the statement. */
  bind(value: Bound): string;
}

/** What one statement can have: the protocol counts them in 16 bits. */
export const maxParameters = 65_535;

/** Values become parameters: `$1`, `$2`, … */
export class Parameters implements Binder {
  readonly values: Bound[] = [];

  bind(value: Bound): string {
    if (this.values.push(value) <= maxParameters) return `$${this.values.length}`;
    throw new ToolError('LIMIT_EXCEEDED', `A statement takes at most ${maxParameters} values`, {
      outcome: 'not_executed',
      suggestions: ['Make several calls of it, or use a list with in'],
    });
  }
}

/** Values become literals, for what takes no parameters: defaults and checks of a table that is made. */
export const literals: Binder = {
  bind: (value) => (value === null ? 'null' : literal(value)),
};

/** A text as a literal that means the same whatever `standard_conforming_strings` says. */
function literal(text: string): string {
  if (text.includes('\0')) {
    throw new ToolError('INVALID_PARAMETER', 'A text with a NUL character can not be stored', {
      outcome: 'not_executed',
    });
  }
  const doubled = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${doubled.replaceAll('\\', '\\\\')}` : doubled;
}

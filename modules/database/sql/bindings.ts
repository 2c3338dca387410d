import {ToolError} from '../../../src/sdk.js';
import type {Column} from '../catalog/table.js';

/** A value as a statement takes it: in the text of its type, so that nothing has to guess what it is. */
export type Bound = string | null;

/** Where the values of a statement go. */
export interface Binder {
  /** Takes a value and answers what stands for it in the statement; `path` is where it stands in the input. */
  bind(value: Bound, path?: string, column?: BoundColumn): string;
}

/** The column that a value is for. */
type BoundColumn = Pick<Column, 'name' | 'type'>;

/** What one statement can have: the protocol counts them in 16 bits. */
export const maxParameters = 65_535;

/** Values become parameters: `$1`, `$2`, … */
export class Parameters implements Binder {
  readonly values: Bound[] = [];
  readonly #paths: (string | undefined)[] = [];
  readonly #columns: (BoundColumn | undefined)[] = [];

  bind(value: Bound, path?: string, column?: BoundColumn): string {
    this.#paths.push(path);
    this.#columns.push(column);
    if (this.values.push(value) <= maxParameters) return `$${this.values.length}`;
    throw new ToolError('LIMIT_EXCEEDED', `A statement takes at most ${maxParameters} values`, {
      outcome: 'not_executed',
      suggestions: ['Make several calls of it, or use a list with in'],
    });
  }

  /** An error of the statement; one about a value names the column that it was for. */
  explain(error: unknown): unknown {
    if (!ToolError.isToolError(error)) return error;
    const {code, message, outcome, recoverable, suggestions, context, cause} = error;
    const index = Number(context?.['parameter']) - 1;
    const [path, column] = [this.#paths[index], this.#columns[index]];
    if (path === undefined || column === undefined) return error;
    const what = `Parameter "${path}" does not fit the column "${column.name}" of type ${column.type}: ${message}`;
    const place = {...context, parameter: path, column: column.name, type: column.type};
    return new ToolError(code, what, {outcome, recoverable, suggestions, context: place, cause});
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

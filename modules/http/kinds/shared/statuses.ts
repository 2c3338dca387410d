import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {StatusMeaning} from '../../answer.js';

/** What `statuses` of a tool say: `ok`, or a code. */
export interface Statuses {
  readonly meaning: StatusMeaning;
  /** The error with the code that its status has, or as it is. */
  readonly coded: (thrown: unknown) => unknown;
}

/** Reads `statuses` of a tool. */
export function statusesOf(given: unknown): Statuses {
  const codes = new Map(Object.entries(isRecord(given) ? given : {}).map(([status, code]) => [Number(status), code]));
  return {
    meaning: (status) => (codes.has(status) ? codes.get(status) === 'ok' : undefined),
    coded: (thrown) => {
      if (!ToolError.isToolError(thrown)) return thrown;
      const code = codes.get(Number(thrown.context?.['status']));
      if (typeof code !== 'string' || code === 'ok') return thrown;
      const {message, outcome, recoverable, suggestions, context, cause} = thrown;
      return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause});
    },
  };
}

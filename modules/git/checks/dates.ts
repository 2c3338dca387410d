import {ToolError} from '../../../src/sdk.js';

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const relative = /^(\d{1,6}) (second|minute|hour|day|week|month|year)s?( ago)?$/;

/**
 * A date for `--since` and `--until`: ISO 8601 (a bare date is its midnight in UTC, where git would take the present
 * time of day) or `2 weeks ago`. Anything else answers INVALID_PARAMETER: git itself takes any text as some date.
 */
export function checkDate(text: string, parameter: string): string {
  if (iso.test(text)) {
    const time = Date.parse(/^\d{4}-\d{2}-\d{2}T/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/.test(text) ? `${text}Z` : text);
    if (!Number.isNaN(time)) return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
  }
  const match = relative.exec(text);
  if (match) return `${match[1] ?? ''} ${match[2] ?? ''}s ago`;
  throw new ToolError('INVALID_PARAMETER', `${parameter} '${text.slice(0, 100)}' is not a date`, {
    suggestions: [`Give ${parameter} as '2024-05-31', '2024-05-31T12:00:00Z' or '2 weeks ago'`],
    context: {parameter},
    outcome: 'not_executed',
  });
}

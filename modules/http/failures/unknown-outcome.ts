import {ToolError} from '../../../src/sdk.js';

const look = 'Look whether it happened before sending it again';

/**
 * An error as it is suggested: where nobody knows whether the request happened, looking comes first, and nothing says to
 * send it again. Where it did not happen, or may happen twice, what the error suggests stays.
 */
export function suggestingCare(error: ToolError): ToolError {
  if (error.outcome !== 'unknown') return error;
  const {code, message, outcome, recoverable, suggestions = [], context, cause} = error;
  const harmless = suggestions.flatMap((text) => withoutRepeating(text) ?? []);
  return new ToolError(code, message, {outcome, recoverable, suggestions: [look, ...harmless], context, cause});
}

/** `Check the network` of `Check the network, then try again`; nothing of what only says to send it again. */
function withoutRepeating(suggestion: string): string | undefined {
  const rest = suggestion.replace(/, then try again$/i, '');
  return /^(try again|set retry)\b/i.test(rest) ? undefined : rest;
}

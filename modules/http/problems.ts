import {ToolError} from '../../src/sdk.js';

/** A value of a call that can not be sent. */
export function invalid(parameter: string, message: string, suggestions: readonly string[] = []): ToolError {
  return new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed', suggestions, context: {parameter}});
}

/** A value of the config that can not be used. Says nothing of what was received where that may be a secret. */
export function misconfigured(property: string, message: string, suggestion: string): ToolError {
  return new ToolError('INVALID_CONFIG', `Config of http: ${message}`, {
    outcome: 'not_executed',
    suggestions: [suggestion],
    context: {module: 'http', property},
  });
}

/** Something that the config does not open. `reason` is `origin`, `path`, `protocol` or `address`. */
export function denied(reason: string, message: string, suggestion: string): ToolError {
  return new ToolError('PERMISSION_DENIED', message, {
    outcome: 'not_executed',
    suggestions: [suggestion],
    context: {reason},
  });
}

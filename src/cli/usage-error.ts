import {ToolError} from '../contract/errors.js';

/** What to do next: there is always something. */
type Suggestions = readonly [string, ...string[]];

/** What a person or a program typed can not be understood: exit code 2, nothing was done. */
export function usageError(message: string, ...suggestions: Suggestions): ToolError {
  return new ToolError('INVALID_PARAMETER', message, {outcome: 'not_executed', suggestions});
}

/** The config that was named or found can not be used: exit code 3, nothing was done. */
export function configError(message: string, ...suggestions: Suggestions): ToolError {
  return new ToolError('INVALID_CONFIG', message, {outcome: 'not_executed', suggestions});
}

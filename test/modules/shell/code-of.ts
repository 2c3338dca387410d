import {ToolError} from '../../../src/sdk.js';

/** What is thrown. */
export function errorOf(act: () => unknown): ToolError {
  try {
    act();
  } catch (error) {
    if (ToolError.isToolError(error)) return error;
    throw error;
  }
  throw new Error('Nothing was thrown');
}

/** Code and message of what is thrown. */
export function codeOf(act: () => unknown): [string, string] {
  const {code, message} = errorOf(act);
  return [code, message];
}

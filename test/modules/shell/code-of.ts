import {ToolError} from '../../../src/sdk.js';

/** Code and message of what is thrown. */
export function codeOf(act: () => unknown): [string, string] {
  try {
    act();
  } catch (error) {
    if (ToolError.isToolError(error)) return [error.code, error.message];
    throw error;
  }
  throw new Error('Nothing was thrown');
}

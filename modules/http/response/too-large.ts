import {ToolError} from '../../../src/sdk.js';

/** An answer beyond its limit. */
export function tooLarge(maxBytes: number, option = 'maxResponseBytes'): ToolError {
  return new ToolError('LIMIT_EXCEEDED', `The answer is longer than ${maxBytes} bytes`, {
    suggestions: [
      option === 'maxResponseBytes' ? 'Ask for less, or use download, which streams into a file' : 'Ask for less',
      `Raise ${option} of the config`,
    ],
    context: {limit: maxBytes},
  });
}

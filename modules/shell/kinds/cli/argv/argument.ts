import {ToolError} from '../../../../../src/sdk.js';

/** A value as one argument: text as it is, anything else as JSON. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A value as the list of what it holds. */
export const listOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter((one) => one !== undefined && one !== null);

/**
 * Whether the author of a config wrote an option as such: what begins with `-` there, and what has no placeholder. A value
 * of the config itself is the operator's word.
 */
export const isAuthored = (template: unknown): boolean =>
  typeof template !== 'string' || template.startsWith('-') || !template.includes('{');

/** An argument that a program can be given. Throws INVALID_PARAMETER. */
export function argument(text: string): string {
  if (text.includes('\0')) throw refuse(text, 'holds a NUL character');
  return text;
}

/** A value that can not be an argument. */
export const refuse = (text: string, why: string, suggestions = forTexts): ToolError =>
  new ToolError('INVALID_PARAMETER', `${text.length > 80 ? 'A value' : `The value ${JSON.stringify(text)}`} ${why}`, {
    outcome: 'not_executed',
    suggestions,
  });

const forTexts = ['Give another value', 'For a file, write ./ before its name'];

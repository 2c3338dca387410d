import {ToolError} from '../../../src/sdk.js';

/** What ends an operation that conflicts stopped. */
export const steps = ['continue', 'abort'] as const;

/** Answers INVALID_PARAMETER unless exactly one of the parameters is given. */
export function requireOneOf(input: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const given = names.filter((name) => input[name] !== undefined && input[name] !== false);
  if (given.length === 1) return;
  const listed = `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
  const why = given.length === 0 ? `None of ${listed} is given` : `${given.join(' and ')} can not be combined`;
  throw new ToolError('INVALID_PARAMETER', why, {outcome: 'not_executed', suggestions: [`Give one of ${listed}`]});
}

/** The message itself; answers INVALID_PARAMETER for an empty one, or a NUL character. */
export function checkMessage(message: string | undefined): string | undefined {
  if (message === undefined || (message.trim() !== '' && !message.includes('\0'))) return message;
  throw new ToolError('INVALID_PARAMETER', 'The message is empty or holds a NUL character', {
    outcome: 'not_executed',
    suggestions: ['Give a message that says what was done'],
  });
}

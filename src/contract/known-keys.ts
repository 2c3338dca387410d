import {ToolError} from './errors.js';
import {isRecord} from './json.js';
import {nearest} from './nearest.js';

/**
 * Refuses an object with a key that would silently do nothing, and what is no object at all. In plain JavaScript a
 * misspelt `policy` must not mean that there is none. Throws INVALID_CONFIG with the nearest name.
 */
export function assertKnownKeys(what: string, value: unknown, known: readonly string[]): void {
  if (!isRecord(value)) {
    throw new ToolError(
      'INVALID_CONFIG',
      `${what} must be an object, received ${value === null ? 'null' : typeof value}`,
      {
        outcome: 'not_executed',
        suggestions: [`Give an object with any of ${known.join(', ')}`],
      },
    );
  }
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw new ToolError('INVALID_CONFIG', `${what}: "${unknown}" is not known`, {
    outcome: 'not_executed',
    suggestions: [near === undefined ? `Use ${known.join(', ')}` : `Did you mean "${near}"?`],
    context: {key: unknown},
  });
}

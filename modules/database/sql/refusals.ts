import {nearest, ToolError} from '../../../src/sdk.js';

/** INVALID_PARAMETER for a value that no statement is made of; `path` is where it stands in the input. */
export function refuse(path: string, problem: string, ...suggestions: string[]): ToolError {
  return new ToolError('INVALID_PARAMETER', `Parameter "${path}" ${problem}`, {
    outcome: 'not_executed',
    suggestions,
    context: {path},
  });
}

/** The same for a name that is none of those there are; the message says which one was probably meant. */
export function refuseName(path: string, what: string, name: string, known: readonly string[]): ToolError {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : `. Did you mean ${shown(near)} instead of ${shown(name)}?`;
  const listed = known.length === 0 ? 'There are none' : `Use one of ${known.slice(0, 30).map(shown).join(', ')}`;
  return refuse(path, `names no ${what}: ${shown(name)}${hint}`, listed);
}

/** A name of the caller's choosing in a message: quoted, control characters written out, and not endlessly long. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 77)}...` : name);
}

/** A short picture of a value that was received. */
export function pictured(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

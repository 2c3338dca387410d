import {ToolError} from '../contract/errors.js';

/** A name from outside, which may be anything. */
export const spelled = (name: unknown): string => (typeof name === 'string' ? name : typeof name);

/** `waiting` is a provider of that name which has no module yet, `near` the tool that was most likely meant. */
export function toolNotFound(
  name: string,
  {waiting, near}: {waiting: string | undefined; near: string | undefined},
): ToolError {
  const meant = near === undefined ? 'Search for it: searchTools(text)' : `Did you mean '${near}'?`;
  const first = `Provider '${waiting ?? ''}' has no module yet: call createModule('${waiting ?? ''}', config) first`;
  return new ToolError('TOOL_NOT_FOUND', `Tool '${name}' not found`, {
    outcome: 'not_executed',
    suggestions: [waiting === undefined ? meant : first],
  });
}

export function ambiguous(name: string, candidates: readonly string[]): ToolError {
  return new ToolError('TOOL_NOT_FOUND', `Tool name '${name}' is ambiguous: it may be ${candidates.join(' or ')}`, {
    outcome: 'not_executed',
    suggestions: ['Use the full name of the tool that is meant'],
    context: {candidates},
  });
}

/** For a module whose registry was cleaned up while it was being made. */
export function abandoned(name: string): ToolError {
  return new ToolError('INVALID_STATE', `The registry was cleaned up while module '${name}' was being made`, {
    outcome: 'not_executed',
    suggestions: ['Create the module again'],
  });
}

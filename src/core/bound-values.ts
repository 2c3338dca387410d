import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {Tool} from './tool.js';

/**
 * Refuses values for `focus` that no tool of the module would take: each call would miss them later. A module with a tool
 * that takes any property takes any. Throws INVALID_PARAMETER.
 */
export function assertBound(bound: unknown, tools: readonly Tool[], module: string): void {
  if (!isRecord(bound)) {
    throw new ToolError('INVALID_PARAMETER', `focus of ${module} takes an object, received ${typeof bound}`, {
      outcome: 'not_executed',
      suggestions: ['Give parameters by name: focus({repository})'],
    });
  }
  const schemas = tools.map((tool) => tool.inputSchema);
  if (schemas.some((schema) => schema.additionalProperties !== false)) return;
  const known = new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})));
  const unknown = Object.keys(bound).find((name) => !known.has(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, [...known]);
  throw new ToolError('INVALID_PARAMETER', `No tool of ${module} has a parameter "${unknown}"`, {
    outcome: 'not_executed',
    suggestions: [near === undefined ? `Use some of ${[...known].join(', ')}` : `Did you mean "${near}"?`],
  });
}

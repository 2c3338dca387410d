import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {ToolDefinition} from './tool-definition.js';

/** Throws INVALID_CONFIG for what defineTool did not make, and for two tools of one name or alias. */
export function assertUniqueNames(module: string, tools: readonly ToolDefinition[]): void {
  const seen = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    if (!isDefinition(tool)) {
      throw new ToolError('INVALID_CONFIG', `Module ${module}: tools[${String(index)}] was not made by defineTool`, {
        outcome: 'not_executed',
        suggestions: ['Give tools: [defineTool({…})]'],
      });
    }
    const {name, aliases} = tool;
    for (const word of [name, ...aliases]) {
      if (seen.has(word)) {
        throw new ToolError('INVALID_CONFIG', `Module ${module} has two tools that are called ${word}`, {
          suggestions: ['Rename one of them, or drop the alias'],
        });
      }
      seen.add(word);
    }
  }
}

/** Plain JavaScript can hand over a spec that defineTool never saw. */
function isDefinition(tool: unknown): boolean {
  return isRecord(tool) && Array.isArray(tool['aliases']) && typeof tool['run'] === 'function';
}

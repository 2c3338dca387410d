import {isRecord} from '../../contract/json.js';
import type {PlanningFacts, ToolMetadata} from '../../contract/metadata.js';

/** What tools are filtered by, all of their records that is kept: whole records are many times the size. */
export type ToolFacts = Pick<
  ToolMetadata,
  | 'name'
  | 'tool'
  | 'aliases'
  | 'provider'
  | 'module'
  | 'category'
  | 'resource'
  | 'tags'
  | 'requirements'
  | 'planning'
  | 'securityTier'
>;

/** The facts of a record, in which user code may have anything in the place of planning. */
export function factsOf(record: ToolMetadata): ToolFacts {
  const {name, tool, aliases, provider, module, category, resource, tags, requirements, securityTier} = record;
  const planning = isRecord(record.planning) ? record.planning : ({} as PlanningFacts);
  return {name, tool, aliases, provider, module, category, resource, tags, requirements, planning, securityTier};
}

import type {FoundTool, ToolDefinition} from '../../../../src/sdk.js';

/** A tool of a server as data, which `overrides` of a config are put over; its texts are cleaned and bounded already. */
export function foundTool(name: string, definition: ToolDefinition): FoundTool {
  const {description, aliases, category, resource, tags, input, output, errors, planning} = definition;
  const {requirements, limitations, securityTier, timeout} = definition;
  const config = {
    description,
    aliases,
    category,
    resource,
    tags,
    input,
    output,
    errors,
    planning,
    requirements,
    limitations,
    securityTier,
    timeout,
  };
  return {name, config: Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined))};
}

import type {ModuleMetadata} from '../contract/metadata.js';
import type {ModuleIdentity} from './module-identity.js';
import type {Tool} from './tool.js';

/** The record of a live module: its definition's, with the tools it really has. */
export function describeInstance(
  identity: ModuleIdentity,
  name: string,
  tools: Readonly<Record<string, Tool>>,
): ModuleMetadata {
  const {metadata} = identity;
  return Object.freeze({
    module: identity.module,
    description: metadata.description ?? `Tools of ${identity.module}`,
    version: identity.version,
    category: identity.category,
    tags: metadata.tags ?? [],
    requirements: metadata.requirements ?? [],
    limitations: metadata.limitations ?? [],
    configSchema: metadata.configSchema ?? {type: 'object'},
    handles: metadata.handles ?? {},
    ...(metadata.discovers !== undefined && {discovers: metadata.discovers}),
    ...(metadata.rate !== undefined && {rate: metadata.rate}),
    name,
    tools: Object.fromEntries(Object.entries(tools).map(([key, tool]) => [key, tool.getMetadata()])),
  });
}

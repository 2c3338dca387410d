import type {ModuleMetadata} from '../contract/metadata.js';
import type {ProviderEntry} from './providers.js';

/** What a provider can do, in short (R15.5). An author's own `getCapabilities` may add to it. */
export interface Capabilities {
  /** Names of the tools. */
  readonly tools: readonly string[];
  /** Types of the handles that its tools make or take. */
  readonly focusTypes?: readonly string[];
  /** What it needs to work, in words. */
  readonly requirements: readonly string[];
  /** What it can not do, in words. */
  readonly limitations: readonly string[];
  readonly description?: string;
  readonly [fact: string]: unknown;
}

/** From the metadata, from a live module where the tools are known only then, and from the author, who has the last word. */
export function capabilitiesOf({provider, record}: ProviderEntry, live: ModuleMetadata | undefined): Capabilities {
  const description = record.description ?? live?.description;
  const own = Object.keys(record.tools);
  const handles = new Set([
    ...record.handles,
    ...Object.values(live?.tools ?? {}).flatMap(({planning}) => [...planning.consumes, ...planning.produces]),
  ]);
  return {
    tools: own.length > 0 ? own : Object.keys(live?.tools ?? {}),
    ...(handles.size > 0 && {focusTypes: [...handles]}),
    requirements: record.requirements,
    limitations: record.limitations,
    ...(description !== undefined && {description}),
    ...provider.getCapabilities(),
  };
}

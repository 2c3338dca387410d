import type {ToolMetadata} from '../contract/metadata.js';

/** Name of the instance that a tool is in. */
export const moduleOf = ({name, tool}: ToolMetadata): string => name.slice(0, -tool.length - 1);

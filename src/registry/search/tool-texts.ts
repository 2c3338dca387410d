import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {WeightedText} from './inverted-index.js';

/** More parameters than this say nothing new of a tool, and come from a machine. */
const maxParameters = 64;

const words = (list: unknown): string =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string').join(' ') : '';
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a tool is found by. A word in its name counts most, one in the description of a parameter least. */
export function toolTexts(metadata: ToolMetadata): WeightedText[] {
  const {planning, inputSchema} = metadata;
  const texts: WeightedText[] = [
    [word(metadata.tool), 3],
    [words(metadata.aliases), 2],
    [words(metadata.tags), 2],
    [word(metadata.name).slice(0, -word(metadata.tool).length), 1.5],
    [word(metadata.category), 1.5],
    [word(metadata.resource), 1.5],
    [word(metadata.description), 1],
    [`${words(planning.produces)} ${words(planning.consumes)}`, 0.5],
  ];
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  for (const [name, property] of Object.entries(properties).slice(0, maxParameters)) {
    texts.push([name, 0.7], [isRecord(property) ? word(property.description) : '', 0.3]);
  }
  return texts;
}

import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import type {WeightedText} from './inverted-index.js';

/** Where a word can stand in the record of a tool. */
export type SearchField =
  | 'name'
  | 'alias'
  | 'tag'
  | 'module'
  | 'category'
  | 'resource'
  | 'description'
  | 'example'
  | 'handle'
  | 'parameter'
  | 'parameterDescription';

/** What a word counts in each field. Integers; only their ratios matter. */
const fieldWeights: Readonly<Record<SearchField, number>> = {
  name: 30,
  alias: 20,
  tag: 20,
  module: 15,
  category: 15,
  resource: 15,
  description: 10,
  example: 5,
  handle: 5,
  parameter: 7,
  parameterDescription: 3,
};

/** A text of a tool's record, and where it stands. */
export interface FieldText extends WeightedText {
  readonly field: SearchField;
}

/** More parameters or examples than these say nothing new of a tool, and come from a machine. */
const maxParameters = 64;
const maxExamples = 8;

const words = (list: unknown): string =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'string').join(' ') : '';
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** All that a tool is found by. A record of user code may have anything in its places. */
export function toolTexts(metadata: ToolMetadata): FieldText[] {
  const {planning, inputSchema, examples} = metadata;
  const texts: FieldText[] = [];
  const add = (field: SearchField, text: string): void => {
    if (text !== '') texts.push({field, text, weight: fieldWeights[field]});
  };
  const tool = word(metadata.tool);
  add('name', tool);
  add('alias', words(metadata.aliases));
  add('tag', words(metadata.tags));
  add('module', word(metadata.name).slice(0, -tool.length || undefined));
  add('category', word(metadata.category));
  add('resource', word(metadata.resource));
  add('description', word(metadata.description));
  for (const example of Array.isArray(examples) ? examples.slice(0, maxExamples) : [])
    add('example', isRecord(example) ? word(example['description']) : '');
  if (isRecord(planning)) add('handle', [words(planning.produces), words(planning.consumes)].join(' ').trim());
  const properties = isRecord(inputSchema) && isRecord(inputSchema.properties) ? inputSchema.properties : {};
  for (const [name, property] of Object.entries(properties).slice(0, maxParameters)) {
    add('parameter', name);
    add('parameterDescription', isRecord(property) ? word(property.description) : '');
  }
  return texts;
}

import type {JsonSchema} from '../../contract/json.js';
import {isRecord} from '../../contract/json.js';
import {nearest} from '../../contract/nearest.js';
import {compileSchema} from '../../schema/compile.js';
import {typeText} from '../type-text.js';

export type Answer = {readonly value: unknown} | {readonly problem: string};

/** A parameter that a value is read for. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The schema that it is a property of: definitions stand there. */
  readonly root: JsonSchema;
}

/** The parameters of an object schema, in their order. */
export const parametersOf = (root: JsonSchema): Parameter[] =>
  Object.entries(root.properties ?? {}).map(([name, schema]) => ({name, schema, root}));

/**
 * Reads what somebody typed as a value of a parameter: a text as it stands, `yes` or `no`, a number, a choice, a list with
 * commas, JSON for the rest. Answers what is wrong with it in words.
 */
export function readAnswer(text: string, parameter: Parameter): Answer {
  const {schema} = parameter;
  const read = readers.find(({fits}) => fits(schema))?.read ?? readOpen;
  const answer = read(text, parameter);
  return 'problem' in answer ? answer : validated(answer.value, parameter);
}

type Reader = (text: string, parameter: Parameter) => Answer;

const isType = (type: string) => (schema: JsonSchema) => schema.type === type;

/** By kind of schema; the first that fits reads. */
const readers: readonly {readonly fits: (schema: JsonSchema) => boolean; readonly read: Reader}[] = [
  {fits: (schema) => typeof schema.handle === 'string', read: readJsonOrText},
  {fits: (schema) => Array.isArray(schema.enum), read: readChoice},
  {fits: isType('string'), read: (text) => ({value: text})},
  {fits: isType('boolean'), read: readBoolean},
  {fits: (schema) => schema.type === 'integer' || schema.type === 'number', read: readNumber},
  {fits: isType('array'), read: readList},
  {fits: isType('object'), read: readJson},
];

function readChoice(text: string, {schema}: Parameter): Answer {
  const choices = schema.enum ?? [];
  const index = choices.findIndex((choice) => String(choice) === text);
  if (index >= 0) return {value: choices[index]};
  const near = nearest(text, choices.map(String));
  return {problem: near === undefined ? `Choose one of ${choices.map(String).join(', ')}` : `Did you mean '${near}'?`};
}

function readBoolean(text: string): Answer {
  if (/^(y|yes|true)$/i.test(text)) return {value: true};
  return /^(n|no|false)$/i.test(text) ? {value: false} : {problem: 'Answer yes or no'};
}

function readNumber(text: string, {schema}: Parameter): Answer {
  const value = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(value);
  return isNumber ? {value} : {problem: `It takes ${schema.type === 'integer' ? 'an integer' : 'a number'}`};
}

function readList(text: string, parameter: Parameter): Answer {
  if (text.trimStart().startsWith('[')) return readJson(text, parameter);
  const {items} = parameter.schema;
  const item: Parameter = {...parameter, schema: isRecord(items) ? items : {type: 'string'}};
  const values: unknown[] = [];
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const answer = readAnswer(part, item);
    if ('problem' in answer) return answer;
    values.push(answer.value);
  }
  return {value: values};
}

function readJson(text: string, {schema}: Parameter): Answer {
  try {
    return {value: JSON.parse(text) as unknown};
  } catch {
    return {problem: `It takes JSON: ${typeText(schema)}`};
  }
}

function readJsonOrText(text: string, parameter: Parameter): Answer {
  const answer = readJson(text, parameter);
  return 'problem' in answer ? {value: text} : answer;
}

/** Of several types: a text where one is welcome (file modes such as 0644 are no numbers), else JSON. */
function readOpen(text: string, parameter: Parameter): Answer {
  const isUnbound = typeText(parameter.schema) === 'any';
  return !isUnbound && 'value' in validated(text, parameter) ? {value: text} : readJsonOrText(text, parameter);
}

/** Holds a value against the schema. A call in its place, `{"$tool": …}`, is known only when it was made. */
function validated(value: unknown, {name, schema, root}: Parameter): Answer {
  if (isRecord(value) && typeof value['$tool'] === 'string') return {value};
  const {$defs, definitions, $schema} = root;
  const wrapper: JsonSchema = {
    ...($schema !== undefined && {$schema}),
    ...($defs !== undefined && {$defs}),
    ...(definitions !== undefined && {definitions}),
    type: 'object',
    properties: {[name]: schema},
  };
  const [issue] = compileSchema(wrapper)({[name]: value}) ?? [];
  return issue ? {problem: issue.message} : {value};
}

import {isRecord} from '../../contract/json.js';
import type {ToolMetadata} from '../../contract/metadata.js';
import {onOneLine} from '../printable.js';
import type {Parameter} from './read-answer.js';
import {parametersOf} from './read-answer.js';
import type {Questioner} from './questioner.js';

/** Levels of handles made by tools that take handles. */
const maxDepth = 4;

/** Parameters that a call can not do without and that the input has not. */
export const missingParameters = (record: ToolMetadata, given: object): Parameter[] =>
  requiredParameters(record, given).filter(({schema}) => schema.default === undefined);

/** Required parameters that the input has not, by their names or their aliases; those with a default are among them. */
function requiredParameters({inputSchema, input}: ToolMetadata, given: object): Parameter[] {
  const aliasesOf = (name: string): unknown[] => {
    const spec = Object.hasOwn(input, name) ? input[name] : undefined;
    return isRecord(spec) && Array.isArray(spec['aliases']) ? spec['aliases'] : [];
  };
  return parametersOf(inputSchema).filter(
    ({name}) =>
      (inputSchema.required ?? []).includes(name) &&
      ![name, ...aliasesOf(name)].some((key) => Object.hasOwn(given, String(key))),
  );
}

/** The input with what a person answers for everything that it needs and has not. */
export async function askInput(
  record: ToolMetadata,
  given: Readonly<Record<string, unknown>>,
  questioner: Questioner,
  records: readonly ToolMetadata[],
  depth = 0,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {...given};
  for (const parameter of requiredParameters(record, given)) {
    const spec = record.input[parameter.name];
    const isSecret = isRecord(spec) && spec['secret'] === true;
    const makers = depth < maxDepth ? makersOf(parameter.schema.handle, records) : [];
    answers[parameter.name] =
      makers.length > 0
        ? await askHandle(parameter, makers, questioner, records, depth)
        : await questioner.value({...parameter, ...(isSecret && {isSecret})});
  }
  return answers;
}

/** Tools that make such a handle without taking one. */
const makersOf = (type: string | undefined, records: readonly ToolMetadata[]): readonly ToolMetadata[] =>
  type === undefined
    ? []
    : records.filter(({planning: {produces, consumes}}) => produces.includes(type) && !consumes.includes(type));

/** A handle lives as long as the command, so the answer is the call that makes it. */
async function askHandle(
  {name, schema}: Parameter,
  makers: readonly ToolMetadata[],
  questioner: Questioner,
  records: readonly ToolMetadata[],
  depth: number,
): Promise<unknown> {
  const [first] = makers;
  const title = `${onOneLine(name)}  a ${schema.handle ?? ''} handle, made by`;
  const choices = makers.map((maker) => ({value: maker.name, description: maker.description}));
  const chosen = makers.length === 1 ? first?.name : await questioner.choice(title, choices, first?.name);
  const maker = makers.find((candidate) => candidate.name === chosen) ?? first;
  if (!maker) return undefined;
  const input = await askInput(maker, {}, questioner, records, depth + 1);
  return {$tool: maker.name, ...(Object.keys(input).length > 0 && {input})};
}

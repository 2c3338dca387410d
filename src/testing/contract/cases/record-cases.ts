import type {JsonSchema} from '../../../contract/json.js';
import type {ToolMetadata} from '../../../contract/metadata.js';
import {differenceOf, shown} from '../difference.js';
import {successes} from '../examples.js';
import {promised} from '../promise.js';
import {onBench} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** What the record of a tool promises (DESIGN 8, R16). */
export function recordCases(subject: CaseSubject): CaseSpec[] {
  const {contract, name, tool} = subject;
  return [
    {title: 'has the whole record', run: async () => checkWhole(subject)},
    {title: 'has a record that is JSON, but for facts that depend on the input', run: async () => checkJson(tool)},
    onBench(contract, 'is found under its aliases', async ({module}) => {
      for (const alias of tool.aliases) {
        promised(module.getTool(alias) === module.getTool(name), () => ({
          message: `${tool.name} is not found under its alias ${alias}`,
          remedy: 'Give aliases of a tool to defineTool',
        }));
      }
    }),
  ];
}

function checkWhole({contract: {metadata}, name, tool}: CaseSubject): void {
  const expected = {name: `${metadata.name}.${name}`, tool: name, provider: metadata.name, module: metadata.module};
  const difference = differenceOf(tool, expected, 'includes');
  promised(difference === undefined, () => ({
    message: `The record of ${tool.name} has other names than its module: ${String(difference)}`,
    remedy: 'Let defineModule write the metadata',
  }));
  const lacking = lacksOf(tool);
  promised(lacking.length === 0, () => ({
    message: `The record of ${tool.name} lacks ${lacking.map(([what]) => what).join('; ')}`,
    remedy: [...new Set(lacking.map(([, remedy]) => remedy))].join('; '),
  }));
}

type Lack = readonly [what: string, remedy: string];

const hasText = (value: unknown): boolean => typeof value === 'string' && /\S/.test(value);

/** What is missing, each with what to do. */
function lacksOf(tool: ToolMetadata): Lack[] {
  const {inputSchema, outputSchema, output, examples, tags, positional = []} = tool;
  const texts = (['description', 'category', 'resource', 'version'] as const).filter((key) => !hasText(tool[key]));
  const properties = inputSchema.properties ?? {};
  const codes = Object.entries(output.error.codes);
  return [
    ...texts.map((key): Lack => [key, `give \`${key}\` to defineTool`]),
    ...(hasText(output.success.description)
      ? []
      : [['what a success returns', 'give `returns` to defineTool'] as const]),
    ...(tags.length > 0 ? [] : [['tags', 'give `tags`, words by which the tool is found'] as const]),
    ...(outputSchema ? [] : [['an output schema', 'give `output` to defineTool'] as const]),
    ...(successes(examples).length > 0 ? [] : [['an example of a success', 'add one to `examples`'] as const]),
    ...undescribed(properties).map((name): Lack => [
      `a description of the parameter ${name}`,
      `describe it: ${name}: {type: …, description: …}`,
    ]),
    ...codes.flatMap(([code, when]): Lack[] =>
      /^[A-Z][A-Z0-9_]+$/.test(code) && hasText(when)
        ? []
        : [
            [
              `a code in capitals with a text for ${code}`,
              `give errors: {${code.toUpperCase()}: 'When it is answered'}`,
            ],
          ],
    ),
    ...positional.flatMap((name): Lack[] =>
      Object.hasOwn(properties, name) ? [] : [[`the positional parameter ${name}`, 'name parameters of `input` only']],
    ),
  ];
}

const undescribed = (properties: Readonly<Record<string, JsonSchema>>): string[] =>
  Object.entries(properties).flatMap(([name, {description}]) => (hasText(description) ? [] : [name]));

function checkJson(tool: ToolMetadata): void {
  const {sideEffects, reversible, ...planning} = tool.planning;
  const record = {...tool, planning};
  // What is undefined is left out of JSON.
  const difference = differenceOf(JSON.parse(JSON.stringify(record)), record, 'equal');
  promised(difference === undefined, () => ({
    message: `The record of ${tool.name} is no JSON: ${String(difference)}`,
    remedy: 'Write examples and schemas as plain data',
  }));
  for (const [fact, value] of Object.entries({sideEffects, reversible})) {
    promised(typeof value === 'boolean' || typeof value === 'function', () => ({
      message: `planning.${fact} of ${tool.name} is ${shown(value)}`,
      remedy: 'Give true, false or a function of the input',
    }));
  }
}

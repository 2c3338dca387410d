import type {JsonSchema} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import type {Output} from './output.js';
import {printable} from './printable.js';
import {shellWord} from './shell-word.js';
import {typeText} from './type-text.js';

type Row = readonly [name: string, type: string, need: string, description: string];

function propertyRows(schema: JsonSchema | undefined, isInput: boolean): Row[] {
  const {properties = {}, required = []} = schema ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const need = required.includes(name)
      ? 'required'
      : property.default === undefined
        ? ''
        : `default ${JSON.stringify(property.default)}`;
    return [name, typeText(property), isInput || need !== 'required' ? need : 'always', property.description ?? ''];
  });
}

const fact = (value: boolean | ((input: Record<string, unknown>) => boolean)): string =>
  typeof value === 'function' ? 'depends on the input' : value ? 'yes' : 'no';

function facts({
  planning,
  securityTier,
  timeout,
  version,
  module,
  category,
  tags,
}: ToolMetadata): (readonly [string, string])[] {
  return [
    ['module', `${module} ${version}, ${category}`],
    ['tags', tags.join(', ')],
    ['changes something', fact(planning.sideEffects)],
    ['can be taken back', fact(planning.reversible)],
    ['twice is once', fact(planning.idempotent)],
    ['cost, reliability', `${planning.cost}, ${planning.reliability}`],
    ['security tier', String(securityTier)],
    ['timeout', timeout === 0 ? 'none' : `${timeout} ms`],
    ['makes handles', planning.produces.join(', ')],
    ['takes handles', planning.consumes.join(', ')],
  ];
}

/** The whole record of a tool for people. */
export function describeTool(record: ToolMetadata, output: Output): void {
  const {stdout} = output;
  const section = (title: string, rows: readonly (readonly string[])[]): void => {
    if (rows.length === 0) return;
    stdout.line();
    output.heading(title);
    output.table(
      (rows[0] ?? []).map(() => ({title: ''})),
      rows,
      '  ',
    );
  };
  output.heading(record.name);
  stdout.line(printable(record.description));
  if (record.aliases.length > 0) stdout.line(stdout.style('dim', `Also called ${record.aliases.join(', ')}`));
  const isObject = record.outputSchema?.type === 'object' && record.outputSchema.properties !== undefined;
  section('Input', propertyRows(record.inputSchema, true));
  if (isObject) section('Output', propertyRows(record.outputSchema, false));
  else if (record.outputSchema) section('Output', [[typeText(record.outputSchema), record.output.success.description]]);
  section('Errors', Object.entries(record.output.error.codes));
  section(
    'Facts',
    facts(record).filter(([, text]) => text !== ''),
  );
  section(
    'Requirements',
    record.requirements.map((text) => [text]),
  );
  section(
    'Limitations',
    record.limitations.map((text) => [text]),
  );
  if (record.examples.length === 0) return;
  stdout.line();
  output.heading('Examples');
  for (const {description, input, setup} of record.examples) {
    stdout.line(`  ${stdout.style('dim', `# ${printable(description)}`)}`);
    // What names the outcome of another call can not be typed as it stands.
    const isWhole = setup?.['steps'] === undefined;
    stdout.line(`  ${isWhole ? `haft call ${record.name} ` : ''}${printable(shellWord(JSON.stringify(input ?? {})))}`);
  }
}

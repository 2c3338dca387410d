import type {JsonSchema} from '../../../contract/json.js';
import {shown} from '../difference.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';
import {onBench} from './case.js';
import type {CaseSpec, CaseSubject} from './case.js';

/** What a tool can not read is refused, and nothing is executed. */
export function inputCases(subject: CaseSubject): CaseSpec[] {
  const {contract} = subject;
  return [
    onBench(contract, 'refuses what it does not know or can not read, and executes nothing', (bench) =>
      checkUnreadable(bench, subject),
    ),
    onBench(contract, 'refuses a wrong type or a value out of bounds, by its name, and executes nothing', (bench) =>
      checkParameters(bench, subject),
    ),
  ];
}

async function checkUnreadable(bench: Workbench, {name, tool}: CaseSubject): Promise<void> {
  const {required = [], additionalProperties} = tool.inputSchema;
  const inputs: unknown[] = [null, 'text', 7, [], JSON.parse('{"__proto__": {"a": 1}}')];
  if (additionalProperties === false) inputs.push({noSuchParameter: 1});
  if (required.length > 0) inputs.push({});
  await refused(bench, name, inputs);
}

async function checkParameters(bench: Workbench, {name, tool}: CaseSubject): Promise<void> {
  const entries = Object.entries(tool.inputSchema.properties ?? {});
  const inputs = entries.flatMap(([parameter, schema]) => wrongValues(schema).map((value) => ({[parameter]: value})));
  for (const input of inputs) {
    const {errors} = bench.module.getTool(name).validate(input);
    const [parameter = ''] = Object.keys(input);
    promised(
      errors.some(({path}) => path === parameter),
      () => ({
        message: `${tool.name}: validate(${shown(input)}) does not name the parameter ${parameter}`,
        remedy: 'Do not override validate; describe the parameter in `input`',
        actual: errors,
      }),
    );
  }
  await refused(bench, name, inputs);
}

/** Values that a schema rules out. */
function wrongValues(schema: JsonSchema): unknown[] {
  const {type, handle, minimum, maximum, minLength, maxLength} = schema;
  const wrong: unknown[] = [];
  if (handle !== undefined) return [5];
  if (typeof type === 'string') wrong.push(['string', 'array', 'object'].includes(type) ? 5 : 'text');
  if (type === 'string' && schema.enum) wrong.push('none of these, for sure');
  if (typeof minimum === 'number') wrong.push(minimum - 1);
  if (typeof maximum === 'number') wrong.push(maximum + 1);
  if (typeof minLength === 'number' && minLength > 0) wrong.push('');
  if (typeof maxLength === 'number' && maxLength < 10_000) wrong.push('x'.repeat(maxLength + 1));
  return wrong;
}

async function refused(bench: Workbench, name: string, inputs: readonly unknown[]): Promise<void> {
  const tool = bench.tool(name);
  const before = await bench.fingerprint();
  for (const input of inputs) {
    const what = `called with ${shown(input)}`;
    const result = await bench.execute(name, input, {what});
    promised(!result.success && result.error.outcome === 'not_executed' && result.metadata.attempts === 0, () => ({
      message: `${tool.name}, ${what}, was not refused before it ran: ${shown(result)}`,
      remedy: 'Describe the parameters in `input`, and do not catch what the pipeline throws',
      actual: result,
    }));
  }
  const remedy = 'Do nothing before the pipeline has accepted the input';
  await bench.assertUnchanged(before, `${tool.name} refused its input, and changed something all the same`, remedy);
}

import {isRecord} from '../../../../src/sdk.js';

/** Whether an input is declared to be one of a few values, or a number. */
export function isClosedInput(input: unknown, name: string): boolean {
  const declared = declaredAt(input, [name]);
  if (typeof declared === 'string') return /^(?:integer|number|boolean)\??$/.test(declared);
  if (!isRecord(declared)) return false;
  return Array.isArray(declared['enum']) || ['integer', 'number', 'boolean'].includes(String(declared['type']));
}

/**
 * Whether a template is one input that is declared to be a boolean, or a list of them: `{all}`, `{options.all}`. What a
 * schema of code says is its own affair: who wrote it can run code.
 */
export function isFlagInput(input: unknown, template: unknown): boolean {
  const steps = typeof template === 'string' ? /^\{([\w$.-]+)\}$/.exec(template)?.[1]?.split('.') : undefined;
  if (steps === undefined) return false;
  if (isOfCode(input)) return true;
  const declared = declaredAt(input, steps);
  return typeof declared === 'string' ? /^boolean(?:\[\])?\??$/.test(declared) : isBoolean(declared);
}

function isBoolean(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  return [schema['type']].flat().includes('boolean') || isBoolean(schema['items']);
}

/** A Standard Schema, or JSON Schema that is marked as such. */
const isOfCode = (input: unknown): boolean =>
  typeof input === 'function' ||
  (isRecord(input) && ('~standard' in input || Object.getOwnPropertySymbols(input).length > 0));

/** What an input, or what is in it, is declared to be; items of a list are looked into. */
function declaredAt(input: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return input;
  if (!isRecord(input)) return undefined;
  if (isRecord(input['items'])) return declaredAt(input['items'], steps);
  const parameters = input['type'] === 'object' && isRecord(input['properties']) ? input['properties'] : input;
  return Object.hasOwn(parameters, step) ? declaredAt(parameters[step], rest) : undefined;
}

import {isRecord} from '../../../../src/sdk.js';

/** Whether an input is declared to be one of a few values, or a number. */
export function isClosedInput(input: unknown, name: string): boolean {
  if (!isRecord(input)) return false;
  const {properties} = input;
  const parameters = input['type'] === 'object' && isRecord(properties) ? properties : input;
  const declared = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (typeof declared === 'string') return /^(?:integer|number|boolean)\??$/.test(declared);
  if (!isRecord(declared)) return false;
  return Array.isArray(declared['enum']) || ['integer', 'number', 'boolean'].includes(String(declared['type']));
}

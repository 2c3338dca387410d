import {isRecord} from '../../../../../src/sdk.js';
import type {JsonSchema} from '../../../../../src/sdk.js';
import {Broken} from '../broken.js';
import type {OpenapiDocument} from '../document.js';

interface Marked {
  readonly branch: unknown;
  /** What tells the branch from others. */
  readonly mark?: JsonSchema;
}

/** The branches of a choice, each with the values of the property that says which it is. */
export function discriminated(
  branches: readonly unknown[],
  discriminator: unknown,
  document: OpenapiDocument,
  file: string,
): readonly Marked[] {
  if (!isRecord(discriminator) || typeof discriminator['propertyName'] !== 'string')
    return branches.map((branch) => ({branch}));
  const name = discriminator['propertyName'];
  if (name === '__proto__') return branches.map((branch) => ({branch}));
  const mapping = Object.entries(isRecord(discriminator['mapping']) ? discriminator['mapping'] : {});
  return branches.map((branch) => {
    const reference = isRecord(branch) ? branch['$ref'] : undefined;
    if (typeof reference !== 'string' || saysIt(document, file, reference, name)) return {branch};
    const own = nameOf(reference);
    const mapped = mapping.filter(([, target]) => target === reference || target === own).map(([value]) => value);
    const values = mapped.length > 0 ? mapped : [own];
    return {branch, mark: {properties: {[name]: {type: 'string', enum: values}}, required: [name]}};
  });
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Whether the schema lists the values of the property itself. */
function saysIt(document: OpenapiDocument, file: string, reference: string, name: string): boolean {
  try {
    const {value} = document.resolve({file, value: {$ref: reference}});
    const parts = isRecord(value)
      ? [value, ...(Array.isArray(value['allOf']) ? (value['allOf'] as unknown[]) : [])]
      : [];
    return parts.some((part) => {
      const properties = isRecord(part) && isRecord(part['properties']) ? part['properties'] : {};
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return isRecord(property) && (property['enum'] !== undefined || property['const'] !== undefined);
    });
  } catch (thrown) {
    if (thrown instanceof Broken) return false;
    throw thrown;
  }
}

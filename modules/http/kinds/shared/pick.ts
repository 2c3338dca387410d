import {isRecord, nearest} from '../../../../src/sdk.js';

/** Makes smaller data of data; `warn` hears of paths that may be misspelt. */
export type Pick = (data: unknown, warn: (message: string) => void) => unknown;

/** A new name, and the steps that lead to its value. */
type PickedField = readonly [name: string, steps: readonly string[]];

/** Names of an object that a misspelt step is compared with. */
const mostNames = 500;

/**
 * Reads `pick` of a tool: new names with paths. A list is picked item by item, and what is no object stays as it is; a path
 * that leads nowhere gives no field: where it does so in all of the data, and something has nearly its name, that is
 * warned of. For long lists: an expression takes a hundred times as long.
 */
export function pickOf(given: unknown): Pick | undefined {
  if (!isRecord(given)) return undefined;
  const fields = Object.entries(given).map(([name, path]): PickedField => [name, String(path).split('.')]);
  return (data, warn) => {
    const found = new Set<string>();
    const picked = pickFields(data, fields, found);
    if (found.size < fields.length) {
      for (const [name, steps] of fields) {
        const near = found.has(name) ? undefined : nearPath(data, steps);
        if (near !== undefined) warn(`pick: nothing is at "${steps.join('.')}"; did you mean "${near}"?`);
      }
    }
    return picked;
  };
}

function pickFields(data: unknown, fields: readonly PickedField[], found: Set<string>): unknown {
  if (Array.isArray(data)) return data.map((item) => pickFields(item, fields, found));
  if (!isRecord(data)) return data;
  const picked: Record<string, unknown> = {};
  for (const [name, steps] of fields) {
    const value = readSteps(data, steps);
    if (value === undefined) continue;
    picked[name] = value;
    found.add(name);
  }
  return picked;
}

/** The path with the name that is there in place of the first step that is not; of a list, in its first item. */
function nearPath(data: unknown, steps: readonly string[]): string | undefined {
  let value = Array.isArray(data) ? (data as unknown[])[0] : data;
  for (const [index, step] of steps.entries()) {
    if (Array.isArray(value)) value = readSteps(value, [step === '*' ? '0' : step]);
    else if (!isRecord(value)) return undefined;
    else if (Object.hasOwn(value, step)) value = value[step];
    else {
      const near = nearest(step, Object.keys(value).slice(0, mostNames));
      return near === undefined ? undefined : steps.with(index, near).join('.');
    }
  }
  return undefined;
}

/** Own properties, items of lists by number, and `*` for what each item of a list has. */
function readSteps(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const [index, step] of steps.entries()) {
    if (Array.isArray(found)) {
      const rest = steps.slice(index + 1);
      if (step === '*') return found.map((item) => readSteps(item, rest)).filter((item) => item !== undefined);
      found = /^-?\d+$/.test(step) ? (found as unknown[]).at(Number(step)) : undefined;
    } else found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** Reads one path: `data.items.-1.id`. */
export const readPath = (value: unknown, path: string): unknown => readSteps(value, path.split('.'));

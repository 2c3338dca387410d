import {nearest} from '../../../src/sdk.js';
import {invalid} from '../errors.js';

/**
 * Refuses options that would silently do nothing: Node's own `{flags: 'a'}`, or a misspelt `overwrite`, would replace a
 * file that was to be kept. Throws INVALID_PARAMETER with the nearest name.
 */
export function assertStreamOptions(method: string, options: unknown, known: readonly string[]): void {
  const all = known.join(', ');
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    const received = options === null ? 'null' : Array.isArray(options) ? 'array' : typeof options;
    throw invalid('options', `Options of ${method} must be an object, received ${received}`, [
      `Give an object with any of ${all}`,
    ]);
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw invalid('options', `${method} has no option "${unknown}"; options are ${all}`, [
    near === undefined ? `Use ${all}` : `Did you mean "${near}"?`,
  ]);
}

import type {JsonSchema} from '../../contract/json.js';
import type {Random} from './random.js';

const span = 1000;
const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A number within its bounds; undefined where there is none. */
export function numberFor(schema: JsonSchema, isInteger: boolean, random: Random): number | undefined {
  const {multipleOf} = schema;
  const [from, to] = boundsOf(schema);
  if (isNumber(multipleOf) && multipleOf > 0) return multipleBetween(schema, [from, to], multipleOf, random);
  const low = Math.ceil(from) + (Math.ceil(from) === schema['exclusiveMinimum'] ? 1 : 0);
  const high = Math.floor(to) - (Math.floor(to) === schema['exclusiveMaximum'] ? 1 : 0);
  // A whole number reads better; a fraction where there is none between the bounds, or now and then.
  if (low <= high && (isInteger || random.chance(0.7))) return random.integer(low, high);
  if (isInteger) return undefined;
  const fraction = from + (to - from) * (0.25 + random.next() / 2);
  const rounded = Number(fraction.toFixed(2));
  return rounded > from && rounded < to ? rounded : fraction;
}

function boundsOf(schema: JsonSchema): readonly [from: number, to: number] {
  const lows = [schema['minimum'], schema['exclusiveMinimum']].filter(isNumber);
  const highs = [schema['maximum'], schema['exclusiveMaximum']].filter(isNumber);
  const low = lows.length > 0 ? Math.max(...lows) : undefined;
  const high = highs.length > 0 ? Math.min(...highs) : undefined;
  const from = low ?? (high === undefined || high >= 0 ? Math.min(0, high ?? 0) : high - span);
  return [from, high ?? from + span];
}

function multipleBetween(
  schema: JsonSchema,
  [from, to]: readonly [number, number],
  step: number,
  random: Random,
): number | undefined {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  if (first > last) return undefined;
  const value = random.integer(first, last) * step;
  // 3 * 0.1 is 0.30000000000000004.
  const clean = Number(value.toPrecision(12));
  return clean === schema['exclusiveMinimum'] || clean === schema['exclusiveMaximum'] ? undefined : clean;
}

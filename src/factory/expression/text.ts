import {ExpressionLimit, expressionBounds, readable} from './limits.js';
import type {Run} from './run.js';

interface Marked {
  readonly _jsonata_function?: unknown;
  readonly _jsonata_lambda?: unknown;
}

/** A function of the expression or of jsonata. */
export const isCallable = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' &&
    value !== null &&
    ((value as Marked)._jsonata_function === true || (value as Marked)._jsonata_lambda === true));

/** `$string` as jsonata has it: numbers to 15 digits, functions as ''. Its own asks a function for each part. */
export function textOf(run: Run, value: unknown, isPretty = false): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  if (isCallable(value)) return '';
  if (typeof value === 'number' && !Number.isFinite(value)) throw notFinite(value);
  run.admit(value);
  const whole = isOuter(value) ? (value as unknown[])[0] : value;
  const text = JSON.stringify(plain(whole, run, {isPretty, indents: 0}, 1), undefined, isPretty ? 2 : 0) as
    string | undefined;
  if (text !== undefined) run.make(text.length);
  return text;
}

const isOuter = (value: unknown): boolean =>
  Array.isArray(value) && (value as {outerWrapper?: unknown}).outerWrapper === true;

/** What jsonata throws is no Error: its message is made of the code. */
const notFinite = (value: number): Error => Object.assign(new Error(), {code: 'D3001', value});

interface Layout {
  readonly isPretty: boolean;
  indents: number;
}

/** What JSON.stringify writes as `$string` would. */
function plain(value: unknown, run: Run, layout: Layout, depth: number): unknown {
  if (layout.isPretty) {
    layout.indents += 2 * depth;
    if (layout.indents % 1024 < 2 * depth) run.admitLength(layout.indents);
  }
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? '' : value;
  if (isCallable(value)) return '';
  if (Array.isArray(value)) {
    const list = new Array<unknown>(value.length);
    for (let index = 0; index < value.length; index++) list[index] = plain(value[index], run, layout, depth + 1);
    return list;
  }
  const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value))
    copy[key] = plain((value as Record<string, unknown>)[key], run, layout, depth + 1);
  return copy;
}

function plainNumber(value: number): number {
  if (!Number.isFinite(value)) {
    if (Number.isNaN(value)) return value;
    throw Object.assign(new Error(), {code: 'D1001', value});
  }
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** Whether a text has characters of two units; without them, units are characters. */
export const hasPairs = (text: string): boolean => /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text);

/** Characters of a text, as jsonata counts them. */
export function lengthOf(text: string): number {
  if (!hasPairs(text)) return text.length;
  let count = 0;
  for (let index = 0; index < text.length; index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** A canonical text: two values are equal to jsonata when theirs are. */
export function keyOf(value: unknown, functionNumber: (value: unknown) => number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isCallable(value)) return `f${String(functionNumber(value))}`;
  if (typeof value !== 'object' || value === null) return value === 0 ? '0' : String(value);
  if (Array.isArray(value)) return `[${value.map((item) => keyOf(item, functionNumber)).join(',')}]`;
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${keyOf(item, functionNumber)}`).join(',')}}`;
}

/** Throws for a picture or another short text that is none. */
export function assertShort(what: string, text: unknown): void {
  if (typeof text === 'string' && text.length > expressionBounds.picture)
    throw new ExpressionLimit(`${what} is longer than ${readable(expressionBounds.picture)} characters`);
}

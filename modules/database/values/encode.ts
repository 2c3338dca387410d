import {ToolError} from '../../../src/sdk.js';
import {arrayText} from './array-text.js';
import {oids} from './types.js';
import type {TypeFacts} from './types.js';

/** Whether a value needs to know the type of its parameter before it can be sent. */
export const isCompound = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The text of a value that is no list and no object; the server reads it as what its place asks for. */
export function encodeScalar(value: unknown, place: string): string | null {
  switch (typeof value) {
    case 'string':
      return checkText(value, place);
    case 'number':
      if (Number.isFinite(value)) return String(value);
      return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      if (value === null || value === undefined) return null;
      throw unusable(place, `is a ${typeof value}`, 'Give text, a number, true, false, null, a list or an object');
  }
}

/** The text of a list or an object, for a parameter of that type. Answers INVALID_PARAMETER for any other (DB03). */
export function encodeCompound(
  value: object,
  place: string,
  oid: number,
  facts: (oid: number) => TypeFacts | undefined,
): string {
  if (oid === oids.json || oid === oids.jsonb) return JSON.stringify(value);
  const type = facts(oid);
  const {element, delimiter, base, name = 'another type'} = type ?? {};
  if (base !== undefined) return encodeCompound(value, place, base, facts);
  if (!Array.isArray(value)) {
    throw unusable(place, `is an object, but ${name} is expected`, 'Give one value, or cast the parameter to jsonb');
  }
  if (element === undefined) {
    throw unusable(place, `is a list, but ${name} is expected`, 'Give one value, or use = any($1) for a list of them');
  }
  const items = value as readonly unknown[];
  if (element === oids.json || element === oids.jsonb) {
    return arrayText(
      items.map((item) => (item === null ? null : JSON.stringify(item))),
      String,
      delimiter,
    );
  }
  const encodeItem = (item: unknown): string => {
    if (isCompound(item)) throw unusable(place, `holds an object, but ${name} is expected`, 'Give a list of values');
    return encodeScalar(item, place) ?? '';
  };
  return arrayText(items, encodeItem, delimiter);
}

/** Postgres keeps no NUL character, and half a surrogate pair would be stored as something else. */
export function checkText(text: string, place: string): string {
  if (text.includes('\0')) throw unusable(place, 'holds a NUL character', 'Leave it out: Postgres can not keep it');
  if (/\p{Surrogate}/u.test(text)) {
    throw unusable(place, 'holds half of a surrogate pair', 'Give whole characters');
  }
  return text;
}

const unusable = (place: string, what: string, next: string): ToolError =>
  new ToolError('INVALID_PARAMETER', `${place} ${what}`, {outcome: 'not_executed', suggestions: [next]});

import type {Value} from '../answer.js';
import {parseArrayText} from './array-text.js';
import {parseJsonText} from './json-text.js';
import {oids} from './types.js';
import type {TypeFacts} from './types.js';

/** Reads the text of one type. */
export type Decoder = (text: string) => Value;

const asText: Decoder = (text) => text;

const asInteger: Decoder = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
};

/** NaN and the infinities are no numbers of JSON. */
const asFloat: Decoder = (text) => {
  const number = Number(text);
  return Number.isFinite(number) && !Object.is(number, -0) ? number : text;
};

const isoMoment = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(\+00)?$/;

/** `2026-01-31 12:00:00.5+00` as `2026-01-31T12:00:00.5Z`; infinity, BC and years past 9999 stay as they are. */
const asMoment: Decoder = (text) => {
  const [, day, time, utc] = isoMoment.exec(text) ?? [];
  return day === undefined || time === undefined ? text : `${day}T${time}${utc === undefined ? '' : 'Z'}`;
};

const decoders: ReadonlyMap<number, Decoder> = new Map<number, Decoder>([
  [oids.bool, (text) => text === 't'],
  [oids.int2, Number],
  [oids.int4, Number],
  [oids.oid, Number],
  [oids.int8, asInteger],
  [oids.float4, asFloat],
  [oids.float8, asFloat],
  [oids.json, parseJsonText],
  [oids.jsonb, parseJsonText],
  [oids.timestamp, asMoment],
  [oids.timestamptz, asMoment],
]);

/**
 * How the values of a type become JSON: one table for every backend (docs/decisions/0043). What is not in it stays the
 * text that Postgres writes, which it also reads.
 */
export function decoderOf(oid: number, facts: (oid: number) => TypeFacts | undefined): Decoder {
  const decoder = decoders.get(oid);
  if (decoder) return decoder;
  const {element, delimiter, base} = facts(oid) ?? {};
  if (base !== undefined) return decoderOf(base, facts);
  if (element === undefined) return asText;
  const decodeItem = decoderOf(element, facts);
  return (text) => parseArrayText(text, decodeItem, delimiter);
}

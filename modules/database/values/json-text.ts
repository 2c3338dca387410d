import type {Value} from '../answer.js';

/** A text, or a number: what a number in the text of JSON is told from. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const mayLoseDigits = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * Reads the text of json and jsonb. A number that JavaScript can not hold without loss is answered as the text of its
 * digits, like an int8 of that size.
 */
export function parseJsonText(text: string): Value {
  if (!mayLoseDigits.test(text)) return JSON.parse(text) as Value;
  const safe = text.replace(textOrNumber, (token) =>
    token.startsWith('"') || isLossless(token) ? token : `"${token}"`,
  );
  return JSON.parse(safe) as Value;
}

/** The shortest text of the nearest number has the same digits. */
function isLossless(token: string): boolean {
  const number = Number(token);
  return Number.isFinite(number) && digitsOf(token) === digitsOf(String(number));
}

const digitsOf = (token: string): string =>
  token.replace(/e.*$/i, '').replace(/[^\d]/g, '').replace(/^0+/, '').replace(/0+$/, '');

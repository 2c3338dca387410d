import {invalid} from '../../problems.js';

const escapeCharacter = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Percent-encoding (RFC 3986): everything but letters, digits and `-._~`. Throws INVALID_PARAMETER for half a character. */
export function percent(text: string): string {
  try {
    return encodeURIComponent(text).replace(/[!'()*]/g, escapeCharacter);
  } catch {
    throw invalid('request', 'A value has half of a character in it, which no URL can have', ['Give a valid text']);
  }
}

const reserved = /%(3A|2F|3F|5B|5D|40|21|24|27|28|29|2A|2C|3B|3D)/g;

/** Leaves reserved characters as they are, but for those that end or part a query: `#`, `&` and `+`. */
export const percentReserved = (text: string): string =>
  percent(text).replace(reserved, (code) => decodeURIComponent(code));

/** What of a value is sent as text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

import {isRecord} from '../../../../src/sdk.js';
import {invalid} from '../../problems.js';
import {percent, percentReserved, textOf} from './percent.js';

/** How a parameter of a query, a form or a cookie is written (OpenAPI, "Style Values"). */
export interface ParameterStyle {
  /** `brackets`: lists repeat the name, objects are `name[key]`, as APIs that nobody described mostly have it. */
  readonly style: 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'brackets';
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** The value is text of this type. */
  readonly contentType: string | undefined;
}

const separators = {form: ',', spaceDelimited: '%20', pipeDelimited: '%7C'} as const;
const deepest = 8;

/** Reads how a parameter is written. */
export function styleOf(given: Readonly<Record<string, unknown>>): ParameterStyle {
  const style = (given['style'] ?? 'form') as ParameterStyle['style'];
  return {
    style,
    explode: typeof given['explode'] === 'boolean' ? given['explode'] : style === 'form',
    allowReserved: given['allowReserved'] === true,
    contentType: typeof given['contentType'] === 'string' ? given['contentType'] : undefined,
  };
}

export const plainStyle: ParameterStyle = {
  style: 'brackets',
  explode: true,
  allowReserved: false,
  contentType: undefined,
};

/** A value as the text of its content type. */
export const typedText = (value: unknown, contentType: string): string =>
  typeof value === 'string' && !/\bjson\b/i.test(contentType) ? value : JSON.stringify(value);

/**
 * `name=value` pairs, encoded, of one parameter; none for what is missing. `taken` are the names of other parameters,
 * which an exploded object may not say (INVALID_PARAMETER): the caller would speak for the config.
 */
export function pairsOf(name: string, value: unknown, style: ParameterStyle, taken: ReadonlySet<string>): string[] {
  const encode = style.allowReserved ? percentReserved : percent;
  const pair = (key: string, item: unknown): string => `${percent(key)}=${encode(textOf(item))}`;
  if (value === undefined || value === null) return [];
  if (style.contentType !== undefined) return [pair(name, typedText(value, style.contentType))];
  if (typeof value !== 'object') return [pair(name, value)];
  if (style.style === 'brackets' || style.style === 'deepObject') return nestedPairs(name, value, pair, deepest);
  if (Array.isArray(value)) {
    const items = value.filter(isThere);
    if (style.explode) return items.map((item) => pair(name, item));
    const text = items.map((item) => encode(textOf(item))).join(separators[style.style]);
    return items.length === 0 ? [] : [`${percent(name)}=${text}`];
  }
  const entries = Object.entries(value).filter(([, item]) => isThere(item));
  if (!style.explode) {
    const text = entries.flatMap(([key, item]) => [encode(key), encode(textOf(item))]).join(separators[style.style]);
    return entries.length === 0 ? [] : [`${percent(name)}=${text}`];
  }
  const speaksFor = entries.find(([key]) => key !== name && taken.has(key));
  if (speaksFor) throw invalid(name, `"${speaksFor[0]}" is a parameter of its own`, [`Leave it out of "${name}"`]);
  return entries.map(([key, item]) => pair(key, item));
}

const isThere = (item: unknown): boolean => item !== undefined && item !== null;

function nestedPairs(
  name: string,
  value: unknown,
  pair: (key: string, item: unknown) => string,
  depth: number,
): string[] {
  if (!isThere(value)) return [];
  if (typeof value !== 'object') return [pair(name, value)];
  if (depth === 0) throw invalid('query', `The value of "${name.slice(0, 100)}" is too deep`, ['Send it as JSON']);
  if (Array.isArray(value)) return value.flatMap((item) => nestedPairs(name, item, pair, depth - 1));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => nestedPairs(`${name}[${key}]`, item, pair, depth - 1));
}

/** Style `simple`, of headers: `a,b`, `key,value` or, exploded, `key=value`. */
export function simpleText(value: unknown, {explode, contentType}: ParameterStyle): string | undefined {
  if (!isThere(value)) return undefined;
  if (contentType !== undefined) return typedText(value, contentType);
  if (Array.isArray(value)) return value.filter(isThere).map(textOf).join(',');
  if (!isRecord(value)) return textOf(value);
  const entries = Object.entries(value).filter(([, item]) => isThere(item));
  return entries.map(([key, item]) => `${key}${explode ? '=' : ','}${textOf(item)}`).join(',');
}

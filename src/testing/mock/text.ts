import type {JsonSchema} from '../../contract/json.js';
import {textForPattern} from './pattern-text.js';
import type {Random} from './random.js';

const words = 'amber birch cedar delta ember fjord grove heron iris jade kelp larch maple north olive pine quill'.split(
  ' ',
);

const two = (value: number): string => String(value).padStart(2, '0');
const hex = (random: Random, length: number): string =>
  Array.from({length}, () => random.integer(0, 15).toString(16)).join('');
const date = (random: Random): string =>
  `${String(random.integer(2020, 2029))}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
const time = (random: Random): string =>
  `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}Z`;
const host = (random: Random): string => `${random.pick(words)}.example.com`;
const path = (random: Random): string => `/${random.pick(words)}/${random.pick(words)}`;

/** A text of each format that JSON Schema and ajv-formats know. Hosts and addresses are those reserved for documentation. */
const formats: Readonly<Record<string, (random: Random) => string>> = {
  date,
  time,
  'iso-time': time,
  'date-time': (random) => `${date(random)}T${time(random)}`,
  'iso-date-time': (random) => `${date(random)}T${time(random)}`,
  duration: (random) => `P${String(random.integer(1, 30))}DT${String(random.integer(1, 23))}H`,
  email: (random) => `${random.pick(words)}@example.com`,
  'idn-email': (random) => `${random.pick(words)}@example.com`,
  hostname: host,
  'idn-hostname': host,
  ipv4: (random) => `192.0.2.${String(random.integer(1, 254))}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: (random) => `https://${host(random)}${path(random)}`,
  url: (random) => `https://${host(random)}${path(random)}`,
  iri: (random) => `https://${host(random)}${path(random)}`,
  'uri-reference': path,
  'iri-reference': path,
  'uri-template': (random) => `${path(random)}/{id}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  'json-pointer': path,
  'json-pointer-uri-fragment': (random) => `#${path(random)}`,
  'relative-json-pointer': (random) => `0${path(random)}`,
  regex: (random) => `^${random.pick(words)}$`,
  byte: (random) => Buffer.from(random.pick(words)).toString('base64'),
};

/** A text that fits `format`, `pattern`, `minLength` and `maxLength`, as far as it can be had. */
export function textFor({format, pattern, minLength, maxLength}: JsonSchema, random: Random): string {
  if (typeof pattern === 'string') {
    const text = textForPattern(pattern, random);
    if (text !== undefined) return text;
  }
  const write = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (write) return write(random);
  const least = typeof minLength === 'number' ? minLength : 1;
  const most = typeof maxLength === 'number' ? maxLength : Math.max(least, 40);
  let text = random.pick(words);
  while (text.length < least || (text.length < most && random.chance(0.3))) text += ` ${random.pick(words)}`;
  // A blank at the end would be lost where people trim.
  return text.slice(0, most).replace(/ $/, 'e');
}

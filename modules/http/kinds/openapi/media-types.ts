import type {Media} from './operation.js';

/** How a body of a media type is sent, in the words of a rest tool. */
export type BodyType = 'json' | 'form' | 'multipart' | 'text' | 'bytes';

/** `Application/JSON; charset=utf-8` as `application/json`. */
const plainType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

export function bodyTypeOf(type: string): BodyType {
  const plain = plainType(type);
  if (/^(application|text|\*)\/([\w.!#$&^+-]+\+)?(json|\*)$/.test(plain)) return plain === 'text/*' ? 'text' : 'json';
  if (plain === 'multipart/form-data') return 'multipart';
  if (plain === 'application/x-www-form-urlencoded') return 'form';
  if (/^text\/|^application\/([\w.-]+\+)?(xml|yaml|x-yaml|x-ndjson|javascript|graphql|sql)$/.test(plain)) return 'text';
  return 'bytes';
}

/** The best way to send or to read a body: JSON, where that is offered. */
export function preferred(media: readonly Media[]): Media | undefined {
  const order: readonly BodyType[] = ['json', 'form', 'multipart', 'text', 'bytes'];
  const rank = (one: Media): number => {
    const place = order.indexOf(bodyTypeOf(one.type)) * 4;
    // `application/json` before `application/vnd.api+json`, and both before anything.
    return place + (plainType(one.type).includes('*') ? 2 : plainType(one.type).includes('+') ? 1 : 0);
  };
  return [...media].sort((one, other) => rank(one) - rank(other))[0];
}

/** The type to send where it is not the one that the body has by itself. */
export function contentTypeOf(type: string): string | undefined {
  const plain = plainType(type);
  const known = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  return plain.includes('*') || known.includes(plain) ? undefined : type;
}

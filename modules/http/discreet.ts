import type {HttpConfig} from './options.js';

/** What of a config may hold secrets: there for who asks for it by name, not for who prints it. */
const hidden = ['headers', 'defaultHeaders', 'auth'] as const;

/**
 * The same config with these properties not enumerable. They are no `secret: true` of the schema, which makes every text
 * in them known to the redactor: a user name, or `application/json`, would be missing from answers then.
 */
export function discreet(config: HttpConfig): HttpConfig {
  const hides = new Set<string>(hidden);
  const descriptors = Object.getOwnPropertyDescriptors(config) as Record<string, PropertyDescriptor>;
  for (const [name, descriptor] of Object.entries(descriptors)) {
    if (hides.has(name)) descriptors[name] = {...descriptor, enumerable: false};
  }
  return Object.freeze(Object.create(Object.prototype, descriptors) as HttpConfig);
}

import {isSensitiveKey} from '../contract/sensitive.js';
import type {Redactor} from '../contract/services.js';

const mask = '[redacted]';
const bounds = Object.freeze({string: 2000, key: 100, items: 50, keys: 50, depth: 6, values: 1000, characters: 50_000});

/**
 * `user:p@ssword@` in a URL, up to the last `@` of its authority as URLs are read, and query parameters, of which those
 * named like secrets matter. Both read a text once.
 */
const urlCredentials = /:\/\/[^/?#\s"<>]*@/g;
const queryParameter = /([?&]([^=&?#\s]{1,100})=)[^&#\s]+/g;
const isSecretParameter = (name: string): boolean => isSensitiveKey(name) || /auth|signature/i.test(name);

/** The spellings under which a secret can come back: raw, percent, base64, base64url, hex, JSON-escaped (SECURITY 1.3). */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** What one copy may still hold. */
interface Left {
  values: number;
  characters: number;
}

/** Replaces secrets: those it was told by value, others by the name of their key or their place in a URL. */
export class SecretRedactor implements Redactor {
  /** The longest first: what is left of a secret that begins with another one is a secret, too. */
  #spellings: readonly string[] = [];

  add(secret: string): void {
    if (secret.length < 4) return;
    const all = new Set([...this.#spellings, ...spellings(secret)]);
    this.#spellings = [...all].sort((a, b) => b.length - a.length);
  }

  get size(): number {
    return this.#spellings.length;
  }

  text(value: string): string {
    return this.#known(value)
      .replace(urlCredentials, `://${mask}@`)
      .replace(queryParameter, (all, start: string, name: string) =>
        isSecretParameter(name) ? `${start}${mask}` : all,
      );
  }

  #known(value: string): string {
    let text = value;
    for (const secret of this.#spellings) if (text.includes(secret)) text = text.replaceAll(secret, mask);
    return text;
  }

  value(value: unknown): unknown {
    return this.#read(() => value, bounds.depth, {values: bounds.values, characters: bounds.characters});
  }

  #bounded(value: unknown, depth: number, left: Left): unknown {
    if (--left.values < 0) return '…';
    if (typeof value === 'string') {
      const text = this.text(value);
      const most = Math.min(bounds.string, Math.max(left.characters, 20));
      left.characters -= Math.min(text.length, most);
      return text.length > most ? `${text.slice(0, most)}… (${String(text.length)} characters)` : text;
    }
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
      return `[${typeof value}]`;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return Array.isArray(value) ? '[array]' : '[object]';
    if (Array.isArray(value)) {
      const items = value.slice(0, bounds.items).map((item) => this.#bounded(item, depth - 1, left));
      return value.length > bounds.items ? [...items, `… (${String(value.length)} items)`] : items;
    }
    return this.#boundedObject(value, depth, left);
  }

  #boundedObject(value: object, depth: number, left: Left): unknown {
    const copy: Record<string, unknown> = {};
    const keys = Object.keys(value);
    for (const key of keys.slice(0, bounds.keys)) {
      if (key === '__proto__') continue;
      const name = this.#known(key).slice(0, bounds.key);
      const read = (): unknown => (value as Record<string, unknown>)[key];
      copy[name] = isSensitiveKey(key) ? mask : this.#read(read, depth - 1, left);
    }
    if (keys.length > bounds.keys) copy['…'] = `${String(keys.length)} keys`;
    return copy;
  }

  /** A getter, a proxy: reading may throw. */
  #read(read: () => unknown, depth: number, left: Left): unknown {
    try {
      return this.#bounded(read(), depth, left);
    } catch {
      return '[unreadable]';
    }
  }

  conceal<T>(value: T): T {
    return this.#spellings.length === 0 ? value : (this.#concealed(value) as T);
  }

  #concealed(value: unknown): unknown {
    if (typeof value === 'string') return this.#known(value);
    if (typeof value !== 'object' || value === null || ('_handle' in value && Object.isFrozen(value))) return value;
    if (Array.isArray(value)) return value.map((item) => this.#concealed(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.#known(key), this.#concealed(item)]));
  }
}

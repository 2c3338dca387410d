import {isSensitiveKey} from '../contract/sensitive.js';
import type {Redactor} from '../contract/services.js';

const mask = '[redacted]';
const bounds = Object.freeze({string: 2000, items: 50, keys: 50, depth: 6});

/** `user:password@` in a URL, and the values of query parameters that are named like secrets. */
const urlCredentials = /([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]*@/gi;
const querySecrets = /([?&](?:[^=&#\s]*(?:token|secret|password|api_?key|signature|auth)[^=&#\s]*)=)[^&#\s]+/gi;

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

/** Replaces secrets: those it was told by value, others by the name of their key or their place in a URL. */
export class SecretRedactor implements Redactor {
  readonly #spellings = new Set<string>();

  add(secret: string): void {
    if (secret.length < 4) return;
    for (const spelling of spellings(secret)) this.#spellings.add(spelling);
  }

  get size(): number {
    return this.#spellings.size;
  }

  text(value: string): string {
    return this.#known(value).replace(urlCredentials, `$1${mask}@`).replace(querySecrets, `$1${mask}`);
  }

  #known(value: string): string {
    let text = value;
    for (const secret of this.#spellings) if (text.includes(secret)) text = text.replaceAll(secret, mask);
    return text;
  }

  value(value: unknown): unknown {
    return this.#bounded(value, bounds.depth);
  }

  #bounded(value: unknown, depth: number): unknown {
    if (typeof value === 'string') {
      const text = this.text(value);
      return text.length > bounds.string
        ? `${text.slice(0, bounds.string)}… (${String(text.length)} characters)`
        : text;
    }
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
      return `[${typeof value}]`;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return Array.isArray(value) ? '[array]' : '[object]';
    if (Array.isArray(value)) {
      const items = value.slice(0, bounds.items).map((item) => this.#bounded(item, depth - 1));
      return value.length > bounds.items ? [...items, `… (${String(value.length)} items)`] : items;
    }
    return this.#boundedObject(value, depth);
  }

  #boundedObject(value: object, depth: number): unknown {
    const copy: Record<string, unknown> = {};
    const keys = Object.keys(value);
    for (const key of keys.slice(0, bounds.keys)) {
      if (key === '__proto__') continue;
      copy[this.#known(key)] = isSensitiveKey(key) ? mask : this.#read(value, key, depth);
    }
    if (keys.length > bounds.keys) copy['…'] = `${String(keys.length)} keys`;
    return copy;
  }

  #read(value: object, key: string, depth: number): unknown {
    try {
      return this.#bounded((value as Record<string, unknown>)[key], depth - 1);
    } catch {
      return '[unreadable]';
    }
  }

  conceal<T>(value: T): T {
    return this.#spellings.size === 0 ? value : (this.#concealed(value) as T);
  }

  #concealed(value: unknown): unknown {
    if (typeof value === 'string') return this.#known(value);
    if (typeof value !== 'object' || value === null || ('_handle' in value && Object.isFrozen(value))) return value;
    if (Array.isArray(value)) return value.map((item) => this.#concealed(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#concealed(item)]));
  }
}

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

/** Characters of base64 that are looked for inside of more of it; fewer are there by chance. */
const shortestInside = 8;

/** The spellings under which a secret can come back: raw, percent, base64, base64url, hex, JSON-escaped (SECURITY 1.3). */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    // Bytes that were taken for a text of one byte a character.
    bytes.toString('latin1'),
    ...[0, 1, 2].flatMap((before) => base64Inside(bytes, before)),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** What is the same in all base64 of a text in which so many bytes (modulo 3) come before the secret, and any behind it. */
function base64Inside(secret: Buffer, before: number): string[] {
  const bits = [8 * before, 8 * (before + secret.length)] as const;
  const [first, end] = [Math.ceil(bits[0] / 6), Math.floor(bits[1] / 6)];
  if (end - first < shortestInside) return [];
  const bytes = Buffer.concat([Buffer.alloc(before), secret]);
  return (['base64', 'base64url'] as const).map((encoding) => bytes.toString(encoding).slice(first, end));
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

  torn(value: string, edge: 'start' | 'end'): string {
    const text = withoutHalves(value, edge);
    let gone = 0;
    for (const secret of this.#spellings) {
      for (let size = Math.min(secret.length - 1, text.length); size > gone; size--) {
        const isPart = edge === 'end' ? text.endsWith(secret.slice(0, size)) : text.startsWith(secret.slice(-size));
        if (isPart) gone = size;
      }
    }
    let place = edge === 'end' ? text.length - gone : gone;
    // A whole one that reaches into what goes would be a part afterwards.
    for (let across = this.#across(text, place); across; across = this.#across(text, place)) {
      place = across[edge === 'end' ? 0 : 1];
    }
    return edge === 'end' ? text.slice(0, place) : text.slice(place);
  }

  /** From where to where a secret is that a place in a text is inside of. */
  #across(text: string, place: number): readonly [number, number] | undefined {
    for (const secret of this.#spellings) {
      const at = text.indexOf(secret, Math.max(0, place - secret.length + 1));
      if (at >= 0 && at < place) return [at, at + secret.length];
    }
    return undefined;
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

  /** The value itself where no secret is in it, as in almost all: a copy costs more than a look. */
  conceal<T>(value: T): T {
    const shortest = this.#spellings.at(-1)?.length;
    return shortest !== undefined && this.#tells(value, shortest) ? (this.#concealed(value) as T) : value;
  }

  #tells(value: unknown, shortest: number): boolean {
    if (typeof value === 'string') return value.length >= shortest && this.#known(value) !== value;
    if (typeof value !== 'object' || value === null || ('_handle' in value && Object.isFrozen(value))) return false;
    if (Array.isArray(value)) return value.some((item) => this.#tells(item, shortest));
    return Object.keys(value).some(
      (key) => this.#tells(key, shortest) || this.#tells((value as Record<string, unknown>)[key], shortest),
    );
  }

  #concealed(value: unknown): unknown {
    if (typeof value === 'string') return this.#known(value);
    if (typeof value !== 'object' || value === null || ('_handle' in value && Object.isFrozen(value))) return value;
    if (Array.isArray(value)) return value.map((item) => this.#concealed(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.#known(key), this.#concealed(item)]));
  }
}

/** Without what is left of a character that was cut in its middle: at most three bytes, each read as U+FFFD. */
function withoutHalves(text: string, edge: 'start' | 'end'): string {
  let [start, end] = [0, text.length];
  for (let left = 3; left > 0 && text[edge === 'end' ? end - 1 : start] === '\uFFFD'; left--)
    if (edge === 'end') end--;
    else start++;
  return text.slice(start, end);
}

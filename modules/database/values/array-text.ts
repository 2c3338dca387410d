import type {Value} from '../answer.js';

/**
 * Reads Postgres' text of an array: `{1,NULL,"a \"b\""}`, nested to any depth. Bounds (`[0:1]={…}`) are left out: an
 * array of JSON starts where it starts.
 */
export function parseArrayText(text: string, decode: (item: string) => Value, delimiter = ','): readonly Value[] {
  const start = text.startsWith('[') ? text.indexOf('=') + 1 : 0;
  return new ArrayReader(text, decode, delimiter).read(start);
}

class ArrayReader {
  readonly #text: string;
  readonly #decode: (item: string) => Value;
  readonly #delimiter: string;
  #at = 0;

  constructor(text: string, decode: (item: string) => Value, delimiter: string) {
    this.#text = text;
    this.#decode = decode;
    this.#delimiter = delimiter;
  }

  read(start: number): readonly Value[] {
    this.#at = start + 1;
    return this.#list();
  }

  /** Stands behind the opening brace, and afterwards behind the closing one. */
  #list(): readonly Value[] {
    const items: Value[] = [];
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at];
      if (char === '}') {
        this.#at++;
        break;
      }
      if (char === this.#delimiter) this.#at++;
      else items.push(this.#item(char));
    }
    return items;
  }

  #item(char: string | undefined): Value {
    if (char === '{') {
      this.#at++;
      return this.#list();
    }
    if (char === '"') return this.#decode(this.#quoted());
    const start = this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}' && this.#text[this.#at] !== this.#delimiter) {
      this.#at++;
    }
    const word = this.#text.slice(start, this.#at);
    return word === 'NULL' ? null : this.#decode(word);
  }

  #quoted(): string {
    let item = '';
    let start = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const char = this.#text[this.#at];
      if (char === '"') break;
      if (char !== '\\') continue;
      item += this.#text.slice(start, this.#at);
      start = ++this.#at;
    }
    item += this.#text.slice(start, this.#at);
    this.#at++;
    return item;
  }
}

/** Writes an array as Postgres reads it; `encode` gives the text of one element that is not null. */
export function arrayText(items: readonly unknown[], encode: (item: unknown) => string, delimiter = ','): string {
  const parts = items.map((item) => {
    if (item === null || item === undefined) return 'NULL';
    if (Array.isArray(item)) return arrayText(item as readonly unknown[], encode, delimiter);
    return `"${encode(item).replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${parts.join(delimiter)}}`;
}

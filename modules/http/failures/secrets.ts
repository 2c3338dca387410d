import {ToolError} from '../../../src/sdk.js';
import {isSecretName, secretParts} from '../request/secret-names.js';

const mask = '[redacted]';
/** Shorter ones would be found everywhere. */
const shortest = 4;

/** The secrets that one call brought: they are told nowhere, also not where a server says them back (HT09). */
export class CallSecrets {
  readonly #known = new Set<string>();

  addHeaders(headers: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(headers)) {
      if (!isSecretName(name)) continue;
      for (const part of secretParts(value, shortest)) this.#known.add(part);
    }
  }

  addQuery(url: URL): void {
    for (const [name, value] of url.searchParams)
      if (isSecretName(name) && value.length >= shortest) this.#known.add(value);
  }

  /** The error, or one like it that does not say them. */
  concealIn(error: ToolError): ToolError {
    if (this.#known.size === 0) return error;
    const {code, outcome, recoverable, suggestions, cause} = error;
    const message = this.conceal(error.message);
    const context = this.#concealDeep(error.context ?? {}) as Record<string, unknown>;
    return new ToolError(code, message, {outcome, recoverable, suggestions, context, cause});
  }

  /** The texts of a value, and no numbers: a secret that looks like one is none of them. */
  #concealDeep(value: unknown): unknown {
    if (typeof value === 'string') return this.conceal(value);
    if (Array.isArray(value)) return value.map((item) => this.#concealDeep(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#concealDeep(item)]));
  }

  /** A text without them, in clear and in the spellings of URLs, JSON and base64. */
  conceal(text: string): string {
    let safe = text;
    for (const secret of [...this.#known].sort((a, b) => b.length - a.length)) {
      for (const spelling of spellings(secret)) safe = safe.replaceAll(spelling, mask);
    }
    return safe;
  }
}

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

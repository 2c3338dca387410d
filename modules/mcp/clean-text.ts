import type {Runtime} from '../../src/sdk.js';

// Escape sequences of terminals, whole: what follows the ESC would be left as text else.

const escapes = /(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B[@-Z\\^_]?/g;

/**
 * Characters that nobody sees or that change what is seen: controls but tab and newline, zero-width and bidirectional
 * marks, variation selectors, and the tags in which text can be hidden from people, but not from models.
 */
const unseen =
  // eslint-disable-next-line no-misleading-character-class -- each of them alone
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/gu;

/** What knows the secrets that a text may hold. */
export type Secrets = Pick<Runtime['redactor'], 'text' | 'torn'>;

/**
 * Text of a server as people and models may see it: without what can not be seen, and of bounded length. For an error, also
 * without `secrets`, which are looked for before it is cut: a part of one is not known for one.
 */
export function cleanText(text: string, maxLength: number, secrets?: Secrets): string {
  // Cut before it is looked at, with room for what will go.
  const start = text.slice(0, 4 * maxLength);
  const clean = start.replaceAll('\r\n', '\n').replace(escapes, '').replace(unseen, '');
  const whole = start.length < text.length ? (secrets?.torn(clean, 'end') ?? clean) : clean;
  const seen = (secrets?.text(whole) ?? whole).trim();
  return seen.length > maxLength ? `${seen.slice(0, maxLength - 1)}…` : seen;
}

/** The same for what may be no text; undefined where nothing is left to see. */
export function cleanOptional(text: unknown, maxLength: number): string | undefined {
  const seen = typeof text === 'string' ? cleanText(text, maxLength) : '';
  return seen === '' ? undefined : seen;
}

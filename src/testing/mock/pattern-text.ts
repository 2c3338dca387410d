import type {Random} from './random.js';

type Writer = (random: Random) => string;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const word = `${letters}${letters.toUpperCase()}${digits}_`;
const printable = Array.from({length: 95}, (_, index) => String.fromCharCode(32 + index)).join('');

const sets: Readonly<Record<string, string>> = {
  d: digits,
  w: word,
  s: ' ',
  D: letters,
  W: '-',
  S: word,
};
const controls: Readonly<Record<string, string>> = {t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', 0: '\0'};

/** How often `*` and `+` repeat at most. */
const maxRepeats = 6;

/**
 * A text that fits a regular expression: alternatives, groups, classes, escapes and repeats. Undefined for what it can not
 * read (look-around, back references), and where an anchor stands in the way.
 */
export function textForPattern(pattern: string, random: Random): string | undefined {
  try {
    const text = new PatternReader(pattern).read()(random);
    return new RegExp(pattern, 'u').test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a pattern into what writes texts for it. Throws for what it does not know. */
class PatternReader {
  readonly #source: string;
  #index = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Writer {
    const writer = this.#alternatives();
    if (this.#index < this.#source.length) throw new SyntaxError('Unbalanced )');
    return writer;
  }

  #alternatives(): Writer {
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    return (random) => random.pick(branches)(random);
  }

  #sequence(): Writer {
    const parts: Writer[] = [];
    while (this.#index < this.#source.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated(this.#atom()));
    return (random) => parts.map((part) => part(random)).join('');
  }

  #atom(): Writer {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
        return () => '';
      case '.':
        return oneOf(word);
      case '(':
        return this.#group();
      case '[':
        return oneOf(this.#class());
      case '\\':
        return oneOf(this.#escape());
      default:
        return () => character;
    }
  }

  #group(): Writer {
    if (this.#take('?') && !this.#take(':')) {
      const name = /^<\w+>/.exec(this.#source.slice(this.#index));
      if (!name) throw new SyntaxError('Look-around is not read');
      this.#index += name[0].length;
    }
    const writer = this.#alternatives();
    if (!this.#take(')')) throw new SyntaxError('Unbalanced (');
    return writer;
  }

  /** The characters of a class, those of its complement for `[^…]`. */
  #class(): string {
    const isComplement = this.#take('^');
    let members = '';
    while (!this.#take(']')) {
      const from = this.#member();
      const isRange = this.#peek() === '-' && this.#source[this.#index + 1] !== ']';
      members += isRange ? charactersBetween(from, (this.#next(), this.#member())) : from;
    }
    if (!isComplement) return members;
    return Array.from(printable)
      .filter((character) => !members.includes(character))
      .join('');
  }

  #member(): string {
    const character = this.#next();
    return character === '\\' ? this.#escape() : character;
  }

  /** The characters that an escape stands for; none for `\b`. */
  #escape(): string {
    const character = this.#next();
    const set = sets[character] ?? controls[character];
    if (set !== undefined) return set;
    if (character === 'b') return '';
    if (character === 'u' || character === 'x') return this.#code(character);
    if (character === 'p' || /[1-9kBP]/.test(character)) throw new SyntaxError(`\\${character} is not read`);
    return character;
  }

  #code(kind: string): string {
    const code = (kind === 'x' ? /^[\da-f]{2}/i : /^(?:[\da-f]{4}|\{[\da-f]+\})/i).exec(
      this.#source.slice(this.#index),
    );
    if (!code) throw new SyntaxError('A code is expected');
    this.#index += code[0].length;
    return String.fromCodePoint(parseInt(code[0].replace(/[{}]/g, ''), 16));
  }

  #repeated(atom: Writer): Writer {
    const [least, most] = this.#repeats();
    this.#take('?');
    return (random) => {
      const count = random.integer(least, Math.min(most, least + maxRepeats));
      return Array.from({length: count}, () => atom(random)).join('');
    };
  }

  #repeats(): readonly [least: number, most: number] {
    if (this.#take('?')) return [0, 1];
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    const bounds = /^\{(\d+)(,?)(\d*)\}/.exec(this.#source.slice(this.#index));
    if (!bounds) return [1, 1];
    this.#index += bounds[0].length;
    const least = Number(bounds[1]);
    if (bounds[2] === '') return [least, least];
    return [least, bounds[3] === '' ? Infinity : Number(bounds[3])];
  }

  #peek(): string {
    return this.#source[this.#index] ?? '';
  }

  #next(): string {
    const character = this.#source[this.#index++];
    if (character === undefined) throw new SyntaxError('The pattern ends too early');
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#index++;
    return true;
  }
}

const oneOf =
  (characters: string): Writer =>
  (random) =>
    characters === '' ? '' : random.pick(Array.from(characters));

function charactersBetween(from: string, to: string): string {
  const [first, last] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  // Of a long range, its beginning will do.
  const count = Math.min(last - first + 1, 200);
  return Array.from({length: Math.max(count, 1)}, (_, index) => String.fromCodePoint(first + index)).join('');
}

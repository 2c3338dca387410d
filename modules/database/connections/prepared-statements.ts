import {randomBytes} from 'node:crypto';
import type {ExchangeOptions, RawAnswer} from './exchange.js';
import type {WireError, WireField} from './wire.js';

/** Uses of a text in a session that make it worth a name: most texts come once. */
const worthwhile = 3;

/** Texts that a session remembers. The server keeps a plan of each that has a name. */
const maxTexts = 100;

/** Characters of a text that is remembered. */
const maxLength = 10_000;

/** ms that a name lives: the types of its values were read from tables, which somebody else may change. */
const lifetime = 5000;

/** SQLSTATE of a statement that the server does not have under its name. */
const unknownStatement = '26000';

/** Tags of statements that end what the session keeps under names, or may give columns and parameters other types. */
const newStart = /^(?:(DISCARD|DEALLOCATE)|ALTER|CREATE|DROP|DO$|CALL$)/;

/** A text that came before in this session. */
export interface Prepared {
  uses: number;
  /** Number of the use of any text that was its last. */
  last: number;
  /** Under which the server has it, or is about to. */
  name: string | undefined;
  /** Its columns, when the server has it. */
  columns: readonly WireField[] | undefined;
  /** What is said to run it where it has no values, which is the same each time. */
  said: (ExchangeOptions & {readonly maxRows: number; readonly hold: boolean}) | undefined;
  /** By the clock, when it got its name. */
  since: number;
  /** Number of the definitions that it was read with. */
  definitions: number;
}

/** How often the definitions of a database were seen to change; one for all its sessions. */
export interface Definitions {
  changes: number;
}

/**
 * Texts that come again in one session get a name, so that the server reads and plans them once. The names are nobody
 * else's: behind a pooler that mixes sessions up they are not found, never taken for another statement.
 */
export class PreparedStatements {
  readonly #definitions: Definitions;
  readonly #prefix = `haft_${randomBytes(8).toString('hex')}_`;
  readonly #texts = new Map<string, Prepared>();
  #uses = 0;
  #names = 0;
  #unused: string[] = [];
  #stopped = false;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  /** What is known of a text that comes now; undefined where it gets no name, or not yet. */
  use(text: string, now: number): Prepared | undefined {
    if (this.#stopped || text.length > maxLength) return undefined;
    const known = this.#texts.get(text);
    if (!known) {
      if (this.#texts.size >= maxTexts) this.#dropOldest();
      this.#texts.set(text, {
        uses: 1,
        last: ++this.#uses,
        name: undefined,
        columns: undefined,
        said: undefined,
        since: 0,
        definitions: 0,
      });
      return undefined;
    }
    known.last = ++this.#uses;
    if (++known.uses < worthwhile) return undefined;
    if (known.name !== undefined && this.#isOld(known, now)) this.#drop(known);
    if (known.name === undefined) {
      known.name = `${this.#prefix}${String(++this.#names)}`;
      known.since = now;
      known.definitions = this.#definitions.changes;
    }
    return known;
  }

  #isOld({since, definitions}: Prepared, now: number): boolean {
    return now - since > lifetime || definitions !== this.#definitions.changes;
  }

  #dropOldest(): void {
    const oldest = [...this.#texts].reduce((a, b) => (a[1].last < b[1].last ? a : b));
    this.#drop(oldest[1]);
    this.#texts.delete(oldest[0]);
  }

  /** Its name is not used again: the server is told with the next statement. */
  #drop(prepared: Prepared): void {
    if (prepared.name !== undefined) this.#unused.push(prepared.name);
    prepared.name = prepared.columns = prepared.said = undefined;
  }

  /**
   * A statement failed. Whether that may be for what the server keeps under its name, so that it is worth saying anew: its
   * columns or the types of its values have changed, or the server does not have it. Nothing of it has run then.
   */
  failed(prepared: Prepared, {code, severity}: WireError, {bound}: {readonly bound: boolean}): boolean {
    const wasKept = prepared.columns !== undefined;
    if (wasKept && bound) return false;
    this.#drop(prepared);
    if (severity === undefined || !wasKept) return false;
    if (code === unknownStatement) this.#stop();
    return true;
  }

  /** A statement was answered: what that tells of its own name, of all names, and of definitions. */
  answered({tag = '', fields}: Pick<RawAnswer, 'tag' | 'fields'>, prepared?: Prepared): void {
    if (prepared) {
      prepared.columns ??= fields;
      return;
    }
    const [news, forgets] = newStart.exec(tag) ?? [];
    if (forgets !== undefined) this.#forget();
    else if (news !== undefined) this.#definitions.changes++;
  }

  /** Names that the server can forget. */
  takeUnused(): readonly string[] {
    if (this.#unused.length === 0) return this.#unused;
    const unused = this.#unused;
    this.#unused = [];
    return unused;
  }

  /** The server has forgotten all of them. */
  #forget(): void {
    this.#texts.clear();
    this.#unused = [];
  }

  /** The server does not keep names: none is given any more. */
  #stop(): void {
    this.#forget();
    this.#stopped = true;
  }
}

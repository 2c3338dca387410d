import {isSensitiveKey} from '../../contract/sensitive.js';
import type {Io} from '../io.js';
import type {Output} from '../output.js';
import {onOneLine, printable} from '../printable.js';
import {textWidth, truncate} from '../text-width.js';
import {typeText} from '../type-text.js';
import {Prompter} from './prompter.js';
import type {Parameter} from './read-answer.js';
import {readAnswer} from './read-answer.js';

export interface Choice {
  readonly value: string;
  readonly description?: string;
}

/** A parameter to ask for. The default of its schema is shown, and taken for an empty line. */
export interface Question extends Parameter {
  /** Default: whether its name says so. */
  readonly isSecret?: boolean;
}

/** Whether somebody can be asked: at a terminal, outside of CI, and not refused by `--no-input`. */
export const mayAsk = ({person, env}: Io, isRefused: boolean): boolean =>
  person !== undefined && !isRefused && ['', '0', 'false', undefined].includes(env['CI']);

/** Asks for values until they fit. All it prints goes to stderr. */
export class Questioner {
  readonly #prompter: Prompter;
  readonly #output: Output;
  /** Whether a secret was asked for, which must not be shown again. */
  askedSecret = false;

  constructor(io: Io & {readonly person: NonNullable<Io['person']>}, output: Output) {
    this.#prompter = new Prompter(io.person, io.signal);
    this.#output = output;
  }

  close(): void {
    this.#prompter.close();
  }

  /** A value of a parameter, in the words of its schema. */
  async value(question: Question): Promise<unknown> {
    const {name, schema} = question;
    const fallback = schema.default;
    const {stderr} = this.#output;
    const secret = question.isSecret ?? isSensitiveKey(name);
    if (secret) this.askedSecret = true;
    if (schema.enum && schema.enum.length > 1) {
      const choices = schema.enum.map((value) => ({value: shown(value)}));
      const chosen = await this.choice(
        this.#about(question),
        choices,
        fallback === undefined ? undefined : shown(fallback),
      );
      return schema.enum.find((value) => shown(value) === chosen);
    }
    this.#output.note(this.#about(question));
    const hint = fallback === undefined ? '' : stderr.style('dim', ` [${onOneLine(shown(fallback))}]`);
    for (;;) {
      const text = await this.#prompter.ask(`${stderr.style('cyan', printable(name))}${hint}: `, {secret});
      if (text === '' && fallback !== undefined) return fallback;
      const answer =
        text === '' ? {problem: 'A value is needed; "" is the empty text'} : readAnswer(unquoted(text), question);
      if ('value' in answer) return answer.value;
      this.#complain(answer.problem);
    }
  }

  /** One of several, by its number or its name. */
  async choice(title: string, choices: readonly Choice[], fallback?: string): Promise<string> {
    const {stderr} = this.#output;
    this.#output.note(title);
    choices.forEach(({value, description = ''}, index) => {
      const number = stderr.style('dim', `${String(index + 1).padStart(4)})`);
      const about = truncate(onOneLine(description), stderr.width - textWidth(value) - 9);
      this.#output.note(`${number} ${stderr.style('cyan', onOneLine(value))}  ${about}`.trimEnd());
    });
    const hint = fallback === undefined ? '' : stderr.style('dim', ` [${onOneLine(fallback)}]`);
    for (;;) {
      const text = (await this.#prompter.ask(`Number or name${hint}: `)).trim();
      if (text === '' && fallback !== undefined) return fallback;
      const found = choices.find(({value}, index) => value === text || String(index + 1) === text);
      if (found) return found.value;
      this.#complain(`Answer a number from 1 to ${choices.length}, or one of the names`);
    }
  }

  /** Yes or no. */
  async agree(question: string, fallback = true): Promise<boolean> {
    for (;;) {
      const text = (await this.#prompter.ask(`${question} [${fallback ? 'Y/n' : 'y/N'}]: `)).trim();
      if (text === '') return fallback;
      if (/^(y|yes)$/i.test(text)) return true;
      if (/^(n|no)$/i.test(text)) return false;
      this.#complain('Answer yes or no');
    }
  }

  #complain(problem: string): void {
    this.#output.note(`  ${this.#output.stderr.style('red', '×')} ${onOneLine(problem)}`);
  }

  /** What is asked for: its name, its type, what it is. */
  #about({name, schema}: Parameter): string {
    const {stderr} = this.#output;
    const how = schema.type === 'array' ? ', separated by commas or as JSON' : '';
    const type = Array.isArray(schema.enum) ? '' : ` (${typeText(schema)}${how})`;
    return `${stderr.style('bold', onOneLine(name))}${stderr.style('dim', onOneLine(type) === '' ? '' : ` ${onOneLine(type)}`)}  ${onOneLine(schema.description ?? '')}`.trimEnd();
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** `""` is how the empty text is typed. */
const unquoted = (text: string): string => (text === '""' ? '' : text);

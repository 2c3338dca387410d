import {once} from 'node:events';
import {createInterface} from 'node:readline';
import type {Interface} from 'node:readline';
import {Writable} from 'node:stream';
import {ToolError} from '../../contract/errors.js';
import type {Io, Person} from '../io.js';
import {usageError} from '../usage-error.js';

/** What readline echoes, held back while a secret is typed. */
class Echo extends Writable {
  isSilent = false;
  readonly #person: Person;

  constructor(person: Person) {
    super();
    this.#person = person;
  }

  get columns(): number {
    return this.#person.output.columns ?? 80;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    if (!this.isSilent) this.#person.output.write(chunk.toString());
    done();
  }
}

/** Asks a person at a terminal, line by line. Lines that were typed or pasted ahead answer the questions that follow. */
export class Prompter {
  readonly #person: Person;
  readonly #echo: Echo;
  readonly #lines: string[] = [];
  readonly #readline: Interface;
  readonly #ended: AbortSignal;

  /** `signal` ends a question; Ctrl-C aborts it. */
  constructor(person: Person, signal: Io['signal']) {
    this.#person = person;
    this.#echo = new Echo(person);
    const end = new AbortController();
    this.#ended = signal ? AbortSignal.any([end.signal, signal]) : end.signal;
    this.#readline = createInterface({
      input: person.input,
      output: this.#echo,
      terminal: true,
      historySize: 0,
    });
    this.#readline.on('line', (line) => this.#lines.push(line));
    this.#readline.on('SIGINT', () => {
      person.interrupt();
      end.abort(cancelled());
    });
    this.#readline.on('close', () => {
      end.abort(usageError('The input ended before all questions were answered', 'Give the input as JSON'));
    });
  }

  /** The next line that is typed. Throws OPERATION_CANCELLED on Ctrl-C, INVALID_PARAMETER where the input ends (Ctrl-D). */
  async ask(question: string, {secret = false} = {}): Promise<string> {
    if (secret) {
      this.#person.output.write(question);
      this.#echo.isSilent = true;
    }
    this.#readline.setPrompt(secret ? '' : question);
    this.#readline.prompt();
    try {
      return await this.#nextLine();
    } finally {
      this.#echo.isSilent = false;
      if (secret) this.#person.output.write('\n');
    }
  }

  async #nextLine(): Promise<string> {
    if (this.#lines.length === 0) {
      try {
        await once(this.#readline, 'line', {signal: this.#ended});
      } catch {
        this.#person.output.write('\n');
        throw this.#ended.reason instanceof ToolError ? this.#ended.reason : cancelled();
      }
    }
    return this.#lines.shift() ?? '';
  }

  close(): void {
    this.#readline.close();
  }
}

const cancelled = (): ToolError =>
  new ToolError('OPERATION_CANCELLED', 'Ended before it was done', {outcome: 'not_executed'});

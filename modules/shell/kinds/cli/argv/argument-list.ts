import {argument, refuse} from './argument.js';

/** How far a list had come, to go back there. */
export interface Mark {
  readonly length: number;
  readonly hasEnded: boolean;
  readonly isOption: boolean;
  readonly isHungry: boolean;
}

/**
 * The arguments of a call as they come together. It knows whether options have ended, which only a `--` says that the
 * config wrote as an argument of its own: one that an option takes for its value ends nothing (SH03).
 */
export class ArgumentList {
  readonly #texts: string[] = [];
  #hasEnded = false;
  /** Whether the last is an option as the config wrote it, which may take what follows for its value. */
  #isOption = false;
  /** Whether it does: what was to be its value is missing. */
  #isHungry = false;

  get length(): number {
    return this.#texts.length;
  }

  get texts(): string[] {
    return this.#texts;
  }

  /** What the config or the operator says. Throws INVALID_PARAMETER. */
  addOwn(text: string): void {
    this.#add(argument(text));
    this.#isOption = text.startsWith('-') && text !== '-' && !text.includes('=');
  }

  /** What an input says: it would be read as an option where it begins with `-`, but not behind `--`. Throws INVALID_PARAMETER. */
  addValue(text: string, option?: string): void {
    // It is looked at before the option stands there.
    if (text.startsWith('-') && !this.#hasEnded) throw refuse(text, 'begins with "-" and would be read as an option');
    if (option !== undefined) this.#add(option);
    this.#add(argument(text));
  }

  /** An option that an input of its own turns on: it takes no value. */
  addFlag(name: string): void {
    this.#add(name);
  }

  /** `--`: what follows is no option, unless an option took it for its value. */
  addEnd(): void {
    this.#hasEnded ||= !this.#isHungry;
    this.#add('--');
  }

  /** Says that a value that could stand here is missing. */
  skipValue(): void {
    this.#isHungry ||= this.#isOption;
  }

  mark(): Mark {
    return {
      length: this.#texts.length,
      hasEnded: this.#hasEnded,
      isOption: this.#isOption,
      isHungry: this.#isHungry,
    };
  }

  backTo({length, hasEnded, isOption, isHungry}: Mark): void {
    this.#texts.length = length;
    [this.#hasEnded, this.#isOption, this.#isHungry] = [hasEnded, isOption, isHungry];
  }

  #add(text: string): void {
    this.#texts.push(text);
    this.#isOption = false;
    this.#isHungry = false;
  }
}

/** Adds arguments; false when an input that they name is missing. */
export type Item = (values: Readonly<Record<string, unknown>>, argv: ArgumentList) => boolean;

/** The options that a command takes, as its help page writes them: `--all`, `-n <count>`, `--format=<text>`. */
export class Flags {
  readonly #any: boolean;
  /** Whether short ones can be written together. */
  readonly clusters: boolean;
  /** By name: whether it takes a value. */
  readonly #flags = new Map<string, boolean>();

  /** Throws a text for what is no option. */
  constructor(declared: '*' | readonly string[] = [], clusters = false) {
    this.#any = declared === '*';
    this.clusters = clusters;
    for (const one of declared === '*' ? [] : declared) {
      const [, name, value] = /^(-{1,2}(?:[^\s=<>]+)?)(?:[ =](<[^<>]+>))?$/.exec(one) ?? [];
      if (name === undefined) throw new Error(`"${one}" is no option; write '--all' or '--format <text>'`);
      this.#flags.set(name, value !== undefined);
    }
  }

  /** Names, for a message. */
  get names(): readonly string[] {
    return [...this.#flags.keys()];
  }

  /** Whether an option is declared, and takes no value. */
  isSwitch(name: string): boolean {
    return this.#flags.get(name) === false;
  }

  /** How a few options that are written together would be written apart; undefined for what has no such form. */
  apart(argument: string): readonly string[] | undefined {
    const [start, rest] = [argument.slice(0, 2), argument.slice(2)];
    if (this.clusters || !/^-[a-z0-9]{2,8}$/i.test(argument)) return undefined;
    if (this.#flags.get(start) === true) return [start, rest];
    return this.isSwitch(start) ? Array.from(argument.slice(1), (letter) => `-${letter}`) : undefined;
  }

  /**
   * How an argument that begins with `-` is understood: `flag`, `flag-and-next` when the next argument is its value, or
   * undefined when it is not declared. `--name=value` is known, and with clusters `-n5` and `-la` (of `-l` and `-a`): to a
   * program like find, `-delete` is one option, whatever its letters are (SH03).
   */
  read(argument: string): 'flag' | 'flag-and-next' | undefined {
    if (this.#any) return 'flag';
    const takesValue = this.#flags.get(argument);
    if (takesValue !== undefined) return takesValue ? 'flag-and-next' : 'flag';
    const equals = argument.indexOf('=');
    if (argument.startsWith('--')) {
      return equals > 0 && this.#flags.get(argument.slice(0, equals)) === true ? 'flag' : undefined;
    }
    if (!this.clusters) return undefined;
    if (this.#flags.get(argument.slice(0, 2)) === true) return 'flag';
    const letters = Array.from(argument.slice(1));
    return letters.length > 0 && letters.every((letter) => this.isSwitch(`-${letter}`)) ? 'flag' : undefined;
  }
}

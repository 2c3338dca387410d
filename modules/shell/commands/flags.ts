/** The options that a command takes, as its help page writes them: `--all`, `-n <count>`, `--format=<text>`. */
export class Flags {
  readonly #any: boolean;
  /** By name: whether it takes a value. */
  readonly #flags = new Map<string, boolean>();

  /** Throws a text for what is no option. */
  constructor(declared: '*' | readonly string[] = []) {
    this.#any = declared === '*';
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

  /**
   * How an argument that begins with `-` is understood: `flag`, `flag-and-next` when the next argument is its value, or
   * undefined when it is not declared. `--name=value`, `-n5` and `-la` (of `-l` and `-a`) are known.
   */
  read(argument: string): 'flag' | 'flag-and-next' | undefined {
    if (this.#any) return 'flag';
    const takesValue = this.#flags.get(argument);
    if (takesValue !== undefined) return takesValue ? 'flag-and-next' : 'flag';
    const equals = argument.indexOf('=');
    if (argument.startsWith('--')) {
      return equals > 0 && this.#flags.get(argument.slice(0, equals)) === true ? 'flag' : undefined;
    }
    if (this.#flags.get(argument.slice(0, 2)) === true) return 'flag';
    const letters = Array.from(argument.slice(1));
    return letters.length > 0 && letters.every((letter) => this.isSwitch(`-${letter}`)) ? 'flag' : undefined;
  }
}

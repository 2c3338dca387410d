/** What a run found out: an error for each part that is not as promised. */
export type Verdicts<Part extends string> = Readonly<Partial<Record<Part, Error | undefined>>>;

/**
 * One run of a tool that several cases look at, each at its part: to prepare a run costs more than to look at it. The first
 * case makes it; a case that comes a second time gets a new one.
 */
export class SharedRun<Part extends string> {
  readonly #make: () => Promise<Verdicts<Part>>;
  readonly #seen = new Set<Part>();
  #run: Promise<Verdicts<Part>> | undefined;

  constructor(make: () => Promise<Verdicts<Part>>) {
    this.#make = make;
  }

  /** Throws what the run found out of this part. */
  async look(part: Part): Promise<void> {
    if (!this.#run || this.#seen.has(part)) {
      this.#seen.clear();
      this.#run = this.#make();
    }
    this.#seen.add(part);
    const verdicts: Verdicts<string> = await this.#run;
    const error = verdicts[part];
    if (error) throw error;
  }
}

/** What a check throws; undefined when it holds. */
export async function verdictOf(check: () => Promise<void> | void): Promise<Error | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    return (error ?? new Error('Something was thrown that is nothing')) as Error;
  }
}

import {test} from '@jest/globals';

import {Random} from './fault-random.js';

const soaks = process.env['HAFT_SOAK'] === '1';

/** The same faults in every run of the tests; others in each soak. HAFT_SEED repeats one. */
const seed = Number(process.env['HAFT_SEED'] ?? (soaks ? Date.now() % 2 ** 32 : 1));

/** How many calls a fault is tried on: a few in a run of the tests, many in `npm run soak`. */
export const callCount = (few: number, many: number): number => (soaks ? many : few);

/** A test whose faults follow from a seed, which is told when it fails. */
export function faultTest(name: string, run: (random: Random) => Promise<void>): void {
  const seeded = async (): Promise<void> => {
    try {
      await run(new Random(seed));
    } catch (error) {
      if (error instanceof Error) error.message += `\n\nHAFT_SEED=${String(seed)} repeats it`;
      throw error;
    }
  };
  test(name, seeded, soaks ? 900_000 : 120_000);
}

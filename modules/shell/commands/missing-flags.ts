import type {Flags} from './flags.js';

/**
 * What the config would have to declare for an option that it does not take, as it writes options: `-h` for `-lh` where
 * `-l` is declared, `-n <count>` for `-n 5` and `-n5`, `--format <value>` for `--format=x`. `next` is the argument behind it.
 */
export function missingFlags(argument: string, next: string | undefined, flags: Flags): readonly string[] {
  const [, long] = /^(--[^=<>\s]+)=/.exec(argument) ?? [];
  if (long !== undefined) return [`${long} <value>`];
  const [, counted] = /^(-[a-z])\d+$/i.exec(argument) ?? [];
  if (counted !== undefined) return [`${counted} <count>`];
  const letters = /^-[a-z0-9]{2,8}$/i.test(argument) ? Array.from(argument.slice(1), (letter) => `-${letter}`) : [];
  const missing = [...new Set(letters)].filter((letter) => !flags.isSwitch(letter));
  if (missing.length < new Set(letters).size) return missing;
  return [next !== undefined && /^\d+$/.test(next) ? `${argument} <count>` : argument];
}

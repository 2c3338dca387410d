import type {LeftOut} from '../core/wrap-kind.js';
import {onOneLine} from './printable.js';

/** What could have become a tool and did not: how many, or each with the reason. */
export function leftOutNote(module: string, leftOut: readonly LeftOut[], isWhole: boolean): string[] {
  if (leftOut.length === 0) return [];
  const count = leftOut.length === 1 ? '1 was left out' : `${leftOut.length} were left out`;
  if (!isWhole) return [`haft: of ${onOneLine(module)} ${count}; --verbose tells why`];
  return [
    `haft: of ${onOneLine(module)} ${count}:`,
    ...leftOut.map(({name, reason}) => `  ${onOneLine(name)}: ${onOneLine(reason)}`),
  ];
}

import {isRecord} from '../../../../src/sdk.js';
import {TooLarge} from './bounds.js';

/** Keys that merges may copy: a few lines can ask for billions. */
const maxCopied = 100_000;

/** Puts what `<<: *base` names into the objects that say so; what they have themselves wins. Changes what it is given. */
export function expandMerges(root: unknown): unknown {
  const seen = new Set<object>();
  let copied = 0;
  const merge = (target: Record<string, unknown>, bases: unknown, levels: number): void => {
    for (const base of Array.isArray(bases) ? (bases as unknown[]) : [bases]) {
      if (!isRecord(base) || levels === 0) continue;
      for (const [key, value] of Object.entries(base)) {
        if (++copied > maxCopied) throw new TooLarge(`merges more than ${maxCopied} keys`);
        if (key === '<<') merge(target, value, levels - 1);
        else if (key !== '__proto__' && !Object.hasOwn(target, key)) target[key] = value;
      }
    }
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isRecord(value) && Object.hasOwn(value, '<<')) {
      const {'<<': bases} = value;
      delete value['<<'];
      merge(value, bases, 10);
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(root);
  return root;
}

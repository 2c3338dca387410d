import {isRecord} from '../../../src/sdk.js';
import {cleanText} from '../clean-text.js';
import type {Secrets} from '../clean-text.js';
import type {PinnedDefinition} from './fingerprint.js';

/** One place at which two definitions differ. */
export interface Difference {
  /** `description`, `inputSchema.properties.path.type` */
  readonly path: string;
  /** As JSON, shortened; undefined where there was nothing. */
  readonly was: string | undefined;
  readonly is: string | undefined;
}

const most = 50;

/** What a person has to know before approving the second in place of the first, without secrets. */
export function differences(
  was: PinnedDefinition | undefined,
  is: PinnedDefinition | undefined,
  secrets?: Secrets,
): Difference[] {
  const found: Difference[] = [];
  const visit = (before: unknown, after: unknown, path: string): void => {
    if (found.length >= most || isSame(before, after)) return;
    const parts = isRecord(before) && isRecord(after) ? new Set([...Object.keys(before), ...Object.keys(after)]) : [];
    if (!isRecord(before) || !isRecord(after)) {
      found.push({path: cleanText(path, 200, secrets), was: shown(before, secrets), is: shown(after, secrets)});
    } else {
      for (const part of parts) visit(own(before, part), own(after, part), path === '' ? part : `${path}.${part}`);
    }
  };
  visit(was ?? {}, is ?? {}, '');
  return found;
}

const own = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

const shown = (value: unknown, secrets: Secrets | undefined): string | undefined =>
  value === undefined ? undefined : cleanText(JSON.stringify(value) ?? '', 300, secrets);

/** A difference as a line of text. */
export const differenceText = ({path, was = 'nothing', is = 'nothing'}: Difference): string =>
  `${path}: ${was} → ${is}`;

/** The parts of a definition that differ, by name only: what an agent may know of a text that nobody has approved. */
export const changedParts = (found: readonly Difference[]): string[] => [
  ...new Set(found.map(({path}) => path.split('.', 1)[0] ?? path)),
];

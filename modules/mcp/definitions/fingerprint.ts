import {createHash} from 'node:crypto';
import {isRecord} from '../../../src/sdk.js';

/** The parts of a definition by which a tool is chosen and called. Icons and `_meta` are not among them. */
const pinned = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** What a server says of a tool, as far as it is approved. */
export type PinnedDefinition = Readonly<Partial<Record<(typeof pinned)[number], unknown>>>;

export const pinnedPart = (said: Readonly<Record<string, unknown>>): PinnedDefinition =>
  Object.fromEntries(pinned.filter((key) => said[key] !== undefined).map((key) => [key, said[key]]));

/** The same for definitions that differ in the order of their keys only (MC06). */
export function fingerprintOf(definition: PinnedDefinition): string {
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('hex')}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  // As a list: in an object, keys like "1" keep an order of their own, and "__proto__" is none.
  return {
    entries: Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  };
}

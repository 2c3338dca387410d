/** How large a description may be; GitHub's has 13 MB, 91,000 parts and 20 levels. */
export const documentBounds = Object.freeze({bytes: 33_554_432, parts: 1_000_000, levels: 200, files: 200});

/** A description is too large, or contains itself. */
export class TooLarge extends Error {}

/**
 * Counts the parts of a description as often as they stand in it: with the aliases of YAML a few lines can stand for
 * millions, or contain themselves. Throws TooLarge.
 */
export function assertDocumentBounds(root: unknown): void {
  let parts = 0;
  const visit = (value: unknown, level: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (++parts > documentBounds.parts) throw new TooLarge(`has more than ${documentBounds.parts} parts`);
    if (level > documentBounds.levels)
      throw new TooLarge(`is nested deeper than ${documentBounds.levels} levels, or contains itself`);
    // Parsed data inherits nothing; to list its values first would take twice as long.
    for (const key in value) visit((value as Record<string, unknown>)[key], level + 1);
  };
  visit(root, 0);
}

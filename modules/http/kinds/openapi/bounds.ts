/**
 * How large a description may be; GitHub's has 13 MB, 91,000 parts and 20 levels. YAML takes its parser, which nothing can
 * interrupt, twenty times as long as JSON: 4 MB about a second. `yaml` is in characters.
 */
export const documentBounds = Object.freeze({
  bytes: 33_554_432,
  yaml: 4_194_304,
  parts: 1_000_000,
  levels: 200,
  files: 200,
});

/** A description is too large, or contains itself. */
export class TooLarge extends Error {}

/** A part with all that is in it. */
interface Extent {
  readonly parts: number;
  /** Levels below it. */
  readonly levels: number;
}

const nothing: Extent = {parts: 0, levels: -1};

/**
 * Counts the parts of a description as often as they stand in it: with the aliases of YAML a few lines can stand for
 * millions, or contain themselves. Each is looked at once. Throws TooLarge.
 */
export function assertDocumentBounds(root: unknown): void {
  const known = new Map<object, Extent>();
  const visit = (value: unknown, level: number): Extent => {
    if (typeof value !== 'object' || value === null) return nothing;
    const before = known.get(value);
    if (level + (before?.levels ?? 0) > documentBounds.levels)
      throw new TooLarge(`is nested deeper than ${documentBounds.levels} levels, or contains itself`);
    if (before) return before;
    let parts = 1;
    let levels = 0;
    // Parsed data inherits nothing; to list its values first would take twice as long.
    for (const key in value) {
      const inner = visit((value as Record<string, unknown>)[key], level + 1);
      parts += inner.parts;
      if (inner.levels >= levels) levels = inner.levels + 1;
      if (parts > documentBounds.parts) throw new TooLarge(`has more than ${documentBounds.parts} parts`);
    }
    const extent = {parts, levels};
    known.set(value, extent);
    return extent;
  };
  visit(root, 0);
}

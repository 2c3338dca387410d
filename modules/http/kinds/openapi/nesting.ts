import {documentBounds, TooLarge} from './bounds.js';

const quote = 34;
const backslash = 92;
const opening: ReadonlySet<number> = new Set([91, 123]);
const closing: ReadonlySet<number> = new Set([93, 125]);

/** Characters between two places where the look may rest. */
const stretch = 65_536;

/**
 * Looks how deep a text of JSON is nested before it is parsed: deep nesting costs the parser by the level, many times what it
 * costs to look. Throws TooLarge.
 */
export function* assertNesting(text: string): Generator<undefined, void> {
  let levels = 0;
  let isString = false;
  for (let index = 0; index < text.length; index++) {
    if (index % stretch === 0) yield;
    const code = text.charCodeAt(index);
    if (isString) {
      if (code === backslash) index++;
      else if (code === quote) isString = false;
    } else if (code === quote) isString = true;
    else if (opening.has(code)) {
      // The document itself is level 0.
      if (++levels > documentBounds.levels + 1)
        throw new TooLarge(`is nested deeper than ${documentBounds.levels} levels`);
    } else if (closing.has(code)) levels--;
  }
}

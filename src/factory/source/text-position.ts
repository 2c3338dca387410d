/** A place in a text as editors count it: both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Where an offset of a text is. */
export function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return {line: before.split('\n').length, column: offset - start + 1};
}

/** Characters of a line that are shown around a place. */
const shownWidth = 76;

/** The line of a place, and below it a caret under the place. Long lines are cut around it. */
export function caretLines(text: string, {line, column}: TextPosition): readonly [string, string] {
  const whole = (text.split('\n')[line - 1] ?? '').replace(/\r$/, '').replaceAll('\t', ' ');
  const start = Math.max(0, Math.min(column - 1 - shownWidth / 2, whole.length - shownWidth));
  return [whole.slice(start, start + shownWidth), `${' '.repeat(column - 1 - start)}^`];
}

/** Columns that a character takes: two for what East Asian scripts and emoji use, none for marks on another one. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const zero = /\p{Mn}|\p{Me}|[\u200b\u200c]|\u200d/u;

const columnsOf = (character: string): number => (zero.test(character) ? 0 : wide.test(character) ? 2 : 1);

/** Columns of a text without control characters in a terminal. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** As much of a text as fits into so many columns, with `…` where something was left out. */
export function truncate(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept}…`;
}

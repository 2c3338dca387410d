/**
 * Words as they were typed. bash cuts them at `=` and `:` (COMP_WORDBREAKS) and hands the pieces over one by one; of the last
 * word it replaces the last piece only, so what stands before that is answered as `cut`.
 */
export function joinWords(pieces: readonly string[]): {readonly words: readonly string[]; readonly cut: string} {
  const words: string[] = [];
  let cut = '';
  let isJoined = false;
  for (const piece of pieces) {
    const isBreak = piece === '=' || piece === ':';
    const before = words.at(-1) ?? '';
    if (words.length > 1 && (isBreak || isJoined)) {
      words[words.length - 1] = before + piece;
      cut = isBreak ? before + piece : before;
    } else {
      words.push(piece);
      cut = '';
    }
    isJoined = isBreak;
  }
  return {words, cut};
}

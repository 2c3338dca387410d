const doubled = /([bdfgmnprt])\1$/;

/** `running` and `runn` are one word with `run`. */
const undouble = (word: string): string => word.replace(doubled, '$1');

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(x|z|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return undouble(word.slice(0, -3));
  if (word.length > 4 && word.endsWith('ied')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('ed') && !word.endsWith('eed')) return undouble(word.slice(0, -2));
  if (word.length > 6 && /[st]ion$/.test(word)) return word.slice(0, -3);
  return word;
}

/**
 * The stem of a lower-case English word, lightly: plurals, -ing, -ed, -ion and a silent e. It is no dictionary; what matters
 * is that `create`, `creates`, `created`, `creating` and `creation` end alike.
 */
export function stem(word: string): string {
  const bare = withoutEnding(withoutPlural(word));
  return bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare;
}

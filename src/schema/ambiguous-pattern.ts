/** One way through a group: what its first characters can be, as far as each is a single character. */
interface Alternative {
  readonly atoms: string[];
  /** Something came whose length varies; what follows it has no known place. */
  ended: boolean;
}

interface Quantifier {
  readonly text: string;
  readonly min: number;
  readonly max: number;
}

const once: Quantifier = {text: '', min: 1, max: 1};

/** Repeating a choice this often takes no time worth speaking of. */
const harmless = 10;

/** An escape or a class; `\d`, `\u{1F600}`, `\p{L}`, `[^\]]`, or any other single character. */
const atomPattern =
  /\\(?:u\{[^}]*\}|[pP]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|./suy;
const groupPattern = /\((?:\?(?::|[=!]|<[=!]|<[^>]*>))?/suy;
const quantifierPattern = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/suy;
const ofNoLength = new Set(['^', '$', '\\b', '\\B']);

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function quantifierAt(pattern: string, at: number): Quantifier {
  const match = matchAt(quantifierPattern, pattern, at);
  if (!match) return once;
  const [text, min, range, max] = match;
  if (min === undefined) return {text, min: text.startsWith('+') ? 1 : 0, max: text.startsWith('?') ? 1 : Infinity};
  const most = range === undefined ? Number(min) : max === '' ? Infinity : Number(max);
  return {text, min: Number(min), max: most};
}

/**
 * Whether a pattern repeats a choice whose alternatives can not be told apart by their first characters, as in `(a|a)*`
 * or `(a|aa)+`: such a pattern can take exponential time although no repetition is inside another.
 */
export function hasAmbiguousRepeat(pattern: string, flags: string): boolean {
  const groups: Alternative[][] = [[{atoms: [], ended: false}]];
  let at = 0;
  const take = (atom: string | undefined, quantifier: Quantifier): void => {
    const alternative = groups.at(-1)?.at(-1);
    if (!alternative || alternative.ended) return;
    if (atom !== undefined && quantifier.min > 0) alternative.atoms.push(atom);
    alternative.ended = atom === undefined || quantifier !== once;
  };
  while (at < pattern.length) {
    const opening = matchAt(groupPattern, pattern, at);
    if (opening) {
      groups.push([{atoms: [], ended: false}]);
      at += opening[0].length;
    } else if (pattern[at] === '|') {
      groups.at(-1)?.push({atoms: [], ended: false});
      at += 1;
    } else if (pattern[at] === ')') {
      const quantifier = quantifierAt(pattern, at + 1);
      const alternatives = groups.pop() ?? [];
      if (quantifier.max > harmless && areAmbiguous(alternatives, flags)) return true;
      take(undefined, quantifier);
      at += 1 + quantifier.text.length;
    } else {
      const atom = matchAt(atomPattern, pattern, at)?.[0] ?? pattern.slice(at, at + 1);
      const quantifier = quantifierAt(pattern, at + atom.length);
      if (!ofNoLength.has(atom)) take(atom, quantifier);
      at += atom.length + quantifier.text.length;
    }
  }
  return false;
}

function areAmbiguous(alternatives: readonly Alternative[], flags: string): boolean {
  return alternatives.some((one, index) => alternatives.slice(index + 1).some((other) => !differ(one, other, flags)));
}

/** Whether some place tells two alternatives apart. */
function differ(one: Alternative, other: Alternative, flags: string): boolean {
  return one.atoms.some((atom, index) => {
    const opposite = other.atoms[index];
    return opposite !== undefined && !overlap(atom, opposite, flags);
  });
}

/** Whether two atoms match a common character: looked for among the first few hundred, and by their text. */
function overlap(one: string, other: string, flags: string): boolean {
  if (one === other) return true;
  const [first, second] = [new RegExp(`^${one}$`, flags), new RegExp(`^${other}$`, flags)];
  for (let code = 0; code < 0x250; code++) {
    const character = String.fromCharCode(code);
    if (first.test(character) && second.test(character)) return true;
  }
  // Two negated or Unicode classes may still meet beyond.
  return isOpen(one) && isOpen(other);
}

const isOpen = (atom: string): boolean => atom === '.' || /^\[\^|^\\[DWSpP]/.test(atom);

/**
 * Edits between two words, two letters that changed places being one (Damerau), for words of a few dozen characters; any
 * number from `limit` on when there are that many.
 */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforePrevious[j - 2] ?? Infinity) + 1 : Infinity;
      current.push(Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, substitution, swapped));
    }
    // Two rows that are all over the limit stay so.
    if (Math.min(...current) >= limit && Math.min(...previous) >= limit) return limit;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** `cmd` for command, `msg` for message: the consonants of a word, in order. */
function isShortFor(word: string, candidate: string): boolean {
  if (!/^[b-df-hj-np-tv-z]{3,}$/.test(word) || candidate.length <= word.length || !candidate.startsWith(word.charAt(0)))
    return false;
  let place = 0;
  for (const letter of candidate) if (letter === word[place]) place++;
  return place === word.length;
}

/** The candidate a person most likely meant, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // Callers in plain JavaScript may ask for anything.
  if (typeof word !== 'string' || word.length > 64) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  let short: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (isShortFor(lower, candidate.toLowerCase()) && (short === undefined || candidate.length < short.length))
      short = candidate;
    const found = distance(lower, candidate.toLowerCase(), bestDistance);
    if (found < bestDistance) [best, bestDistance] = [candidate, found];
  }
  return short ?? best;
}

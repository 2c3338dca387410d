import {cleanText} from '../clean-text.js';

/** What a tool may be called in haft (defineTool). */
const usable = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/;

/** What is wrong with a name of a server's tool; undefined when nothing is (MC07). */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string') return `has a name that is no text (${typeof name})`;
  if (usable.test(name)) return undefined;
  return 'has a name that can not be used: letters, digits and _ . : -, a letter first, at most 64 characters';
}

/** A name as people may see it, however it is meant. */
export const shownName = (name: unknown): string =>
  typeof name === 'string' ? cleanText(name, 80) : `(${typeof name})`;

/** The name of a tool that is called like one of the module's own: a free one, so that both can be reached. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  while (taken.has(free)) free = `tool_${free}`;
  return free;
}

/** `get-sum` and `read_file` as JavaScript spells methods: `getSum`, `readFile`; undefined where that is no other name. */
export function methodName(name: string): string | undefined {
  const [first = '', ...rest] = name.split(/[-_.:]+/).filter((word) => word !== '');
  if (rest.length === 0) return undefined;
  const method = first.charAt(0).toLowerCase() + first.slice(1) + rest.map(capitalised).join('');
  return usable.test(method) && method !== name ? method : undefined;
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Whether a name is meant by one of the patterns, in which `*` is any characters. */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matches(name, pattern.split('*')));
}

/** Read from left to right, each piece where it comes first: no pattern takes long. */
function matches(name: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

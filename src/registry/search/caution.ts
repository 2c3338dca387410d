import type {QueryWord} from './query.js';
import {stem} from './stem.js';
import type {ToolFacts} from './tool-facts.js';

/** What a tool is called that takes something away for good. */
const verbs: ReadonlySet<string> = new Set(
  'delete remove rm rmdir erase unlink drop destroy discard truncate purge wipe'.split(' '),
);
const stems: ReadonlySet<string> = new Set(Array.from(verbs, stem));

/** How somebody begins who wants to know something. */
const asking = /^\s*(?:which|what|who|whose|when|where|how (?:many|much|big|large|long)|is|are|does|do|has|have)\b/i;

/** What a tool counts that takes something away, where nobody says so: `which tables exist` does not mean `dropTable`. */
const unasked = 0.6;
/** What a tool counts that changes something, where somebody only asks. */
const changing = 0.8;

/** Characters of a name that are looked at; code of users may give it any length. */
const maxName = 200;

/** How much a tool does to the world, as far as a search looks at it. */
export type Effect = 'reads' | 'changes' | 'destroys';

/** What a tool does, as its facts and its name say. Where its author left that open, or says that it depends, it reads. */
export function effectOf({tool, planning}: ToolFacts): Effect {
  const {sideEffects} = planning as {sideEffects?: unknown};
  if (sideEffects === false) return 'reads';
  if (typeof tool === 'string' && wordsOf(tool).some((word) => verbs.has(word))) return 'destroys';
  return sideEffects === true ? 'changes' : 'reads';
}

/** `dropTable` and `drop_table` are two words. */
const wordsOf = (name: string): string[] =>
  name
    .slice(0, maxName)
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase());

/** What tools of each effect count for a question. */
export function cautionFor(text: string, words: readonly QueryWord[]): Readonly<Record<Effect, number>> {
  const isAskedFor = words.some(({alternatives}) => alternatives.some(({term}) => stems.has(term)));
  const changes = asking.test(text) ? changing : 1;
  return {reads: 1, changes, destroys: isAskedFor ? changes : unasked};
}

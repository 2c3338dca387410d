import type {NamedTool} from './named-tool.js';
import {NearWords} from './search/near-words.js';

/** More edits than these are no slip of the keyboard. */
const maxEdits = 3;

/** Full names of tools, found by what is nearly one of them, or nearly the name that a tool has in its module. */
export class NearNames {
  readonly #words = new NearWords();
  /** The full names that a word stands for, the oldest first. */
  readonly #fullNames = new Map<string, Set<string>>();

  add({fullName, name}: NamedTool<unknown>): void {
    for (const word of new Set([fullName, name])) {
      const fullNames = this.#fullNames.get(word);
      if (fullNames) fullNames.add(fullName);
      else this.#fullNames.set(word, new Set([fullName]));
      this.#words.add(word);
    }
  }

  delete({fullName, name}: NamedTool<unknown>): void {
    for (const word of new Set([fullName, name])) {
      const fullNames = this.#fullNames.get(word);
      fullNames?.delete(fullName);
      if (fullNames?.size !== 0) continue;
      this.#fullNames.delete(word);
      this.#words.delete(word);
    }
  }

  find(name: string): string | undefined {
    const near = this.#words.find(name, maxEdits);
    const [fullName] = this.#fullNames.get(near ?? '') ?? [];
    return fullName;
  }
}

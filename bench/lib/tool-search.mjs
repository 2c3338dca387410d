import {ok} from 'node:assert/strict';
import {questions} from './tool-texts.mjs';

const asked = questions(500);

/** A contestant that asks one question after the other; `search(text)` answers the names of ten tools. */
export function toolSearch(search) {
  let at = 0;
  return {
    run(times) {
      for (let i = 0; i < times; i++) {
        search(asked[at]);
        at = (at + 1) % asked.length;
      }
      return Promise.resolve();
    },
    async check() {
      for (const text of asked.slice(0, 20)) {
        const names = search(text);
        ok(names.length === 10, `It found ${names.length} tools for ${text}`);
        const words = text.split(' ');
        ok(
          names.every((name) => words.some((word) => name.includes(word))),
          `For "${text}" it found ${names.join(', ')}`,
        );
      }
    },
  };
}

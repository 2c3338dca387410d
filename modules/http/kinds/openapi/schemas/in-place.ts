import {isRecord} from '../../../../../src/sdk.js';
import {Broken} from '../broken.js';
import type {OpenapiDocument, Place} from '../document.js';

/** What to do with a reference for the same value: follow it, take only what it says itself, or leave it out. */
export type InPlace = 'follow' | 'base' | 'drop';

/** What a reference leads to, and its name. */
export type Target = Place & {readonly key: string};

interface Edge {
  readonly to: Target;
  /** By `$ref` or `allOf`: it holds in any case; else it is one of several. */
  readonly all: boolean;
}

/**
 * References from schema to schema for one and the same value (`$ref`, `allOf`, `anyOf`, `oneOf`). A circle of them would
 * have no end, whatever the value is. One by `allOf` alone means nothing and is broken; where a base lists those that
 * extend it (`Pet: oneOf [Cat]`, `Cat: allOf [Pet]`), they get what it says itself.
 */
export class InPlaceReferences {
  readonly #document: OpenapiDocument;
  readonly #edges = new Map<string, readonly Edge[]>();
  readonly #answers = new Map<string, InPlace>();

  constructor(document: OpenapiDocument) {
    this.#document = document;
  }

  /** What the schema at `from` does with a reference to `target`. Throws Broken for a circle without a way out. */
  from(from: string, target: Edge): InPlace {
    const id = `${from} ${target.to.key} ${target.all}`;
    const known = this.#answers.get(id);
    if (known) return known;
    const answer = this.#answer(from, target);
    this.#answers.set(id, answer);
    return answer;
  }

  #answer(from: string, {to, all}: Edge): InPlace {
    const back = this.#back(from, to);
    if (!back.found) return 'follow';
    // Whoever extends a base cuts the circle.
    if (!all) return back.withoutAll ? 'drop' : 'follow';
    if (back.withoutChoice) throw new Broken(`It contains itself by allOf or $ref, over ${nameOf(to.key)}`);
    return 'base';
  }

  /** Whether ways lead back from a schema, and whether there is one without any choice, or without allOf. */
  #back(from: string, to: Target): {found: boolean; withoutChoice: boolean; withoutAll: boolean} {
    const result = {found: false, withoutChoice: false, withoutAll: false};
    const seen = new Set<string>();
    const waiting = [{place: to, choice: false, all: false}];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const {place, choice, all} = next;
      if (place.key === from) {
        result.found = true;
        result.withoutChoice ||= !choice;
        result.withoutAll ||= !all;
        continue;
      }
      const id = `${place.key} ${choice} ${all}`;
      if (seen.has(id)) continue;
      seen.add(id);
      for (const edge of this.#edgesOf(place))
        waiting.push({place: edge.to, choice: choice || !edge.all, all: all || edge.all});
    }
    return result;
  }

  #edgesOf(place: Target): readonly Edge[] {
    const known = this.#edges.get(place.key);
    if (known) return known;
    const edges: Edge[] = [];
    this.#collect(place.value, place.file, true, edges, 0);
    this.#edges.set(place.key, edges);
    return edges;
  }

  #collect(value: unknown, file: string, all: boolean, edges: Edge[], depth: number): void {
    if (!isRecord(value) || depth > 24) return;
    if (typeof value['$ref'] === 'string') {
      try {
        edges.push({to: this.#document.follow(value['$ref'], file), all});
      } catch (thrown) {
        // It is told where it is converted.
        if (!(thrown instanceof Broken)) throw thrown;
      }
    }
    for (const [keyword, branchAll] of [
      ['allOf', all],
      ['anyOf', false],
      ['oneOf', false],
    ] as const) {
      const branches = value[keyword];
      if (!Array.isArray(branches)) continue;
      for (const branch of branches) this.#collect(branch, file, branchAll, edges, depth + 1);
    }
  }
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

import type {JsonSchema} from '../../../../src/sdk.js';
import type {Place} from './document.js';
import {InputNames} from './names.js';
import type {Component, Components} from './schemas/components.js';
import {selfContained} from './schemas/components.js';

/** Parts of the schemas that one tool may refer to: haft compiles 20,000 of a whole. */
const budget = 15_000;

/** The inputs of one tool, and the one schema that they make. */
export class Inputs {
  readonly #components: Components;
  readonly #names = new InputNames();
  readonly #properties = new Map<string, JsonSchema>();
  readonly #required: string[] = [];
  readonly #refs = new Set<Component>();
  readonly #notes = new Set<string>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** Whether all of these would keep their names. */
  areFree(names: Iterable<string>): boolean {
    const all = [...names];
    return new Set(all).size === all.length && all.every((name) => !this.#names.has(name));
  }

  /** Adds an input with a schema of the description; answers its name. Throws Broken. */
  add(name: string, place: string, schema: Place | undefined, facts: InputFacts): string {
    const {
      schema: converted,
      refs,
      notes,
    } = schema ? this.#components.convert(schema) : {...none, schema: facts.schema ?? {}};
    for (const ref of refs) this.#refs.add(ref);
    this.note(...notes);
    const own = this.#names.take(name, place);
    const {description, required} = facts;
    this.#properties.set(own, {...converted, ...(description !== undefined && {description})});
    if (required) this.#required.push(own);
    return own;
  }

  /** Says what the tool can not do. */
  note(...notes: readonly string[]): void {
    for (const note of notes) this.#notes.add(note);
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** One schema that stands alone. Throws Broken. */
  schema(): JsonSchema {
    const schema: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(this.#properties),
      ...(this.#required.length > 0 && {required: this.#required}),
      additionalProperties: false,
    };
    const whole = selfContained(schema, this.#refs, budget, () =>
      this.note('Some parts of its input are too large to be described, and are not checked'),
    );
    this.note(...whole.notes);
    return whole.schema;
  }
}

interface InputFacts {
  readonly required: boolean;
  readonly description?: string | undefined;
  /** Where the description has no schema. */
  readonly schema?: JsonSchema;
}

const none = {refs: new Set<Component>(), notes: new Set<string>()};

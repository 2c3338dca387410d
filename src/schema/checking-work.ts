import {createRequire} from 'node:module';
import type {KeywordCxt} from 'ajv';
import type * as ajvCore from 'ajv/dist/core.js';
import type {AnyAjv} from './load-ajv.js';
import {equalItems} from './unique-items.js';

/** Steps that checking a value may take: so many, and so many for each part of it; and mistakes that are collected. */
const bounds = Object.freeze({steps: 1_000_000, perPart: 32, errors: 5000, parts: 4_000_000});

/** Thrown in the middle of a check that takes too long. */
class TooMuchWork extends Error {}

/** The steps that are left for a value. */
export interface Work {
  left: number;
  /** Its size adds to the steps; undefined once it did. */
  value: unknown;
}

export const workFor = (value: unknown): Work => ({left: bounds.steps, value});

/** The check that runs: it is synchronous, so there is one at a time, or one within another. */
let running: Work = {left: Infinity, value: undefined};

/** Runs a check within the steps that are left; `too much` when it takes more. */
export function withinBounds(work: Work, check: () => boolean): boolean | 'too much' {
  const outer = running;
  running = work;
  try {
    return check();
  } catch (error) {
    // A schema that refers to itself for the same value fills the stack.
    if (error instanceof TooMuchWork || error instanceof RangeError) return 'too much';
    throw error;
  } finally {
    running = outer;
  }
}

/** Called by compiled schemas. How large the value is, is only looked at when it matters. */
function take(steps: number, errors: number): void {
  running.left -= steps;
  if (running.left < 0 && running.value !== undefined) {
    running.left += bounds.perPart * partsOf(running.value);
    running.value = undefined;
  }
  if (running.left < 0 || errors > bounds.errors) throw new TooMuchWork();
}

/** Objects, lists and what is in them. */
function partsOf(value: unknown): number {
  const waiting = [value];
  let parts = 0;
  for (let next = waiting.pop(); next !== undefined && parts < bounds.parts; next = waiting.pop()) {
    parts++;
    if (typeof next !== 'object' || next === null) continue;
    // One by one: a list may be longer than what a call takes as arguments.
    for (const inner of Object.values(next)) waiting.push(inner ?? null);
  }
  return parts;
}

/** What using a keyword takes: as many steps as it lists things, fewer for values that are only compared. */
function stepsOf(keyword: string, schema: unknown): number {
  if (keyword === '$ref' || keyword === '$dynamicRef') return 1;
  if (typeof schema !== 'object' || schema === null) return 0;
  if (keyword === 'enum') return Math.ceil((schema as readonly unknown[]).length / 32);
  if (Array.isArray(schema)) return schema.length;
  return Object.values(schema).reduce((sum: number, part) => sum + (Array.isArray(part) ? part.length : 1), 0);
}

/** Whether schemas are compiled with their steps counted; not where nothing in them can be used twice. */
export const counting = {isOn: true};

/** Makes the schemas of an ajv count their steps, and compare items in linear time. */
export function boundWork(ajv: AnyAjv): void {
  const {_, Name} = createRequire(import.meta.url)('ajv/dist/core.js') as typeof ajvCore;
  const errors = new Name('errors');
  for (const rule of Object.values(ajv.RULES.all)) {
    if (typeof rule !== 'object' || !('code' in rule.definition) || !rule.definition.code) continue;
    const {keyword, definition} = rule;
    const code = keyword === 'uniqueItems' ? uniqueItems : definition.code.bind(definition);
    rule.definition = {
      ...definition,
      code(cxt, type) {
        const steps = stepsOf(keyword, cxt.schema);
        if (counting.isOn && steps > 0)
          cxt.gen.code(_`${cxt.gen.scopeValue('func', {ref: take})}(${steps}, ${errors})`);
        code(cxt, type);
      },
    };
  }

  function uniqueItems(cxt: KeywordCxt): void {
    if (cxt.schema !== true) return;
    const find = cxt.gen.scopeValue('func', {ref: equalItems});
    const pair = cxt.gen.const('pair', _`${find}(${cxt.data})`);
    cxt.setParams({i: _`${pair}[1]`, j: _`${pair}[0]`});
    cxt.fail(_`${pair} !== undefined`);
  }
}

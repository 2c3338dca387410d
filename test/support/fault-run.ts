import {expect} from '@jest/globals';

import type {Tool, ToolResult} from '../../src/sdk.js';
import type {Random} from './fault-random.js';

/** ms that a call may take beyond its time: a busy machine is no fault. */
const grace = 5000;

/** A call that was made under a fault, and how it ended. */
export interface Settled {
  readonly id: string;
  readonly result: ToolResult;
}

interface FaultRun {
  readonly random: Random;
  /** How many calls. */
  readonly calls: number;
  /** How many of them are under way at a time. */
  readonly atOnce: number;
  /** ms that each call has. */
  readonly timeout: number;
  /** Makes one call; `id` names the effect that it has, and no other call's. */
  readonly call: (id: string, options: {readonly timeout: number}) => Promise<ToolResult>;
  /** Told after each call, with how many have settled: the place to kill, cut and restart. */
  readonly onSettled?: (count: number) => void | Promise<void>;
}

/** Makes the calls; throws as soon as one has not settled although its time is over. */
export async function callUnderFaults(run: FaultRun): Promise<readonly Settled[]> {
  const {random, calls, atOnce, timeout, call, onSettled} = run;
  const ids = Array.from({length: calls}, (_, place) => `e${random.word()}x${String(place)}`);
  const settled: Settled[] = [];
  const waiting = [...ids];
  const work = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const result = await inTime(call(id, {timeout}), timeout, id);
      const count = settled.push({id, result});
      await onSettled?.(count);
    }
  };
  await Promise.all(Array.from({length: atOnce}, work));
  return settled;
}

/** The answer of a call that has so many ms. */
export async function inTime<T>(call: Promise<T>, timeout: number, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} had ${String(timeout)} ms and has not settled`)), timeout + grace);
  });
  try {
    return await Promise.race([call, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

/** How the calls ended: `success`, or the outcome of the error. */
export function tally(settled: readonly Settled[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const {result} of settled) {
    const ending = result.success ? 'success' : result.error.outcome;
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return counts;
}

/** How often an effect may be found at the peer after such an ending. */
const allowed = {
  success: [1],
  not_executed: [0],
  failed: [0],
  partial: [0, 1],
  unknown: [0, 1],
} as const;

/**
 * Holds what the calls said against what the peer did: what succeeded happened once, what failed or was not executed did
 * not happen, nothing happened twice.
 */
export function expectTruth(settled: readonly Settled[], timesOf: (id: string) => number): void {
  const lies = settled.flatMap(({id, result}) => {
    const ending = result.success ? 'success' : result.error.outcome;
    const times = timesOf(id);
    if ((allowed[ending] as readonly number[]).includes(times)) return [];
    return [{id, ending, times, error: result.error}];
  });
  expect(lies).toEqual([]);
}

/** Every failure has a code that its tool declares, a suggestion for what to do, and no attempt too many. */
export function expectDeclared(tool: Pick<Tool, 'getMetadata'>, settled: readonly Settled[]): void {
  const {codes} = tool.getMetadata().output.error;
  const seen = new Set(settled.flatMap(({result}) => (result.success ? [] : [result.error.code])));
  expect([...seen].filter((code) => !Object.hasOwn(codes, code))).toEqual([]);
}

/** Each connection that was kept for later use may turn out to be dead, once. */
const attempts = 10;

/** Makes a harmless call until it succeeds, a few times at most: the peer is back, and so must the module be. */
export async function expectRecovery(call: () => Promise<ToolResult>): Promise<void> {
  const failures: unknown[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const result = await call();
    if (result.success) return;
    failures.push(result.error);
  }
  expect(failures).toEqual(['a success']);
}

/** Does something every few ms until what it answers is called. */
export function repeatedly(action: () => unknown): () => void {
  const timer = setInterval(action, 5);
  return () => clearInterval(timer);
}

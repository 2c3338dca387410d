import type {Runtime} from '../../core/runtime.js';
import type {Column} from '../table.js';

/** A call that was made, as the runtime told of it. */
export interface TracedCall {
  readonly tool: string;
  /** ms since the trace began */
  readonly start: number;
  /** ms */
  readonly duration: number;
  readonly success: boolean;
  /** Of a failed call. */
  readonly code?: string;
  readonly outcome?: string;
}

/** Collects the calls of a runtime from its events, in the order in which they ended. */
export class Trace {
  readonly calls: TracedCall[] = [];

  constructor(runtime: Runtime) {
    const began = runtime.clock.now();
    runtime.on('call:end', ({tool, timestamp, duration, success, error}) => {
      const failure = error && {code: error.code, outcome: error.outcome};
      this.calls.push({tool, start: Math.max(0, timestamp - began), duration, success, ...failure});
    });
  }
}

export const traceColumns: readonly Column[] = [
  {title: 'TOOL'},
  {title: 'AT', align: 'right'},
  {title: 'TOOK', align: 'right'},
  {title: 'OUTCOME'},
];

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Rows of a table; calls of one tool that follow each other share one. */
export function traceRows(calls: readonly TracedCall[]): string[][] {
  const groups: {first: TracedCall; count: number; end: number}[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const end = call.start + call.duration;
    if (last && call.success && last.first.success && last.first.tool === call.tool) {
      last.count += 1;
      last.end = Math.max(last.end, end);
    } else groups.push({first: call, count: 1, end});
  }
  return groups.map(({first, count, end}) => [
    count === 1 ? first.tool : `${first.tool} (${count} calls)`,
    ms(first.start),
    ms(end - first.start),
    first.success ? 'ok' : `${first.code ?? ''} (${first.outcome ?? ''})`,
  ]);
}

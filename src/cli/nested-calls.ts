import {isRecord} from '../contract/json.js';
import type {CallOptions} from '../contract/call.js';
import type {ToolFailure} from '../contract/result.js';
import type {Session} from './project/session.js';
import {usageError} from './usage-error.js';

/** Levels of calls in calls; as deep as anybody writes by hand. */
const maxDepth = 8;

export type NestedResult = {readonly input: unknown} | {readonly failure: ToolFailure};

/**
 * Makes the calls that stand in an input as `{"$tool": "git.open", "input": {…}}` and puts their data in their places. A
 * handle lives as long as the command, so what makes one and what takes it are written together.
 */
export async function makeNestedCalls(
  input: unknown,
  session: Session,
  options: CallOptions,
  depth = 0,
): Promise<NestedResult> {
  if (Array.isArray(input)) return gather(input.entries(), [], session, options, depth);
  if (!isRecord(input)) return {input};
  if (typeof input['$tool'] !== 'string') return gather(Object.entries(input), {}, session, options, depth);
  if (depth >= maxDepth)
    throw usageError(`Calls in the input are nested deeper than ${maxDepth}`, 'Make them one after the other');
  const surplus = Object.keys(input).filter((key) => key !== '$tool' && key !== 'input');
  if (surplus.length > 0) {
    throw usageError(
      `A call in the input takes "$tool" and "input", received also ${surplus.join(', ')}`,
      'Put parameters of the tool into "input"',
    );
  }
  const tool = await session.tool(input['$tool']);
  const inner = await makeNestedCalls(input['input'] ?? {}, session, options, depth + 1);
  if ('failure' in inner) return inner;
  const result = await tool.execute(inner.input as Record<string, unknown>, options);
  return result.success ? {input: result.data} : {failure: result};
}

async function gather(
  entries: Iterable<readonly [string | number, unknown]>,
  target: object,
  session: Session,
  options: CallOptions,
  depth: number,
): Promise<NestedResult> {
  for (const [key, value] of entries) {
    const nested = await makeNestedCalls(value, session, options, depth);
    if ('failure' in nested) return nested;
    // Defined, not assigned: `__proto__` stays a key, for validation to refuse.
    Object.defineProperty(target, key, {value: nested.input, enumerable: true, writable: true, configurable: true});
  }
  return {input: target};
}

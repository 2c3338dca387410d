import type {CommonErrorCode} from '../contract/error-codes.js';
import {errorEntry} from '../contract/error-codes.js';

/** Which parts of the pipeline a tool uses, as far as they can answer codes. */
export interface PipelineUse {
  readonly handles: boolean;
  readonly limits: boolean;
}

const always: readonly CommonErrorCode[] = [
  'MISSING_PARAMETER',
  'INVALID_PARAMETER',
  'TYPE_MISMATCH',
  'LIMIT_EXCEEDED',
  'PERMISSION_DENIED',
  'INVALID_STATE',
  'IDEMPOTENCY_CONFLICT',
  'RESOURCE_UNAVAILABLE',
  'OPERATION_TIMEOUT',
  'OPERATION_CANCELLED',
  'INVALID_OUTPUT',
  'EXECUTION_ERROR',
];

const ofHandles: readonly CommonErrorCode[] = [
  'HANDLE_NOT_FOUND',
  'HANDLE_EXPIRED',
  'HANDLE_RELEASED',
  'HANDLE_TYPE_MISMATCH',
];

const describe = (code: string): [string, string] => [code, errorEntry(code)?.message ?? code];

const known = new Map<string, Readonly<Record<string, string>>>();

/** The pipeline's codes with their messages: one record for all tools that use the same of it. */
function pipelineCodes({handles, limits}: PipelineUse): Readonly<Record<string, string>> {
  const use = `${String(handles)} ${String(limits)}`;
  let record = known.get(use);
  if (!record) {
    const codes = [...always, ...(handles ? ofHandles : []), ...(limits ? (['RATE_LIMITED'] as const) : [])];
    record = Object.freeze(Object.fromEntries(codes.map(describe)));
    known.set(use, record);
  }
  return record;
}

/** Every code a tool can answer, with when: the pipeline's by what the tool uses, and its own, which win. */
export function declaredCodes(
  use: PipelineUse,
  own?: Readonly<Record<string, string>> | readonly string[],
): Readonly<Record<string, string>> {
  if (!own) return pipelineCodes(use);
  const named: Readonly<Record<string, string>> = Array.isArray(own)
    ? Object.fromEntries((own as readonly string[]).map(describe))
    : (own as Readonly<Record<string, string>>);
  return Object.freeze({...pipelineCodes(use), ...named});
}

import {ToolError} from '../contract/errors.js';
import type {ErrorObject} from '../contract/result.js';
import type {AuditEntry, AuditSink} from '../contract/services.js';
import type {ActiveCall} from './active-call.js';

function entryOf(call: ActiveCall, phase: AuditEntry['phase']): AuditEntry {
  const {spec, services, context, decision} = call;
  return {
    timestamp: new Date(services.clock.now()).toISOString(),
    phase,
    callId: call.callId,
    tool: spec.name,
    context: services.redactor.value(context) as AuditEntry['context'],
    decision: services.redactor.value(decision) as AuditEntry['decision'],
    ...(call.accepted && {input: services.redactor.value(call.input)}),
  };
}

/** What a result says whose line is missing. */
export const unwritten = 'The outcome of this call could not be written to the audit log';

/** Before a call that changes something. When it can not be written, the call is refused (CO10). */
export function auditIntent(call: ActiveCall, audit: AuditSink): void {
  try {
    audit.write(entryOf(call, 'intent'));
  } catch (cause) {
    throw new ToolError(
      'RESOURCE_UNAVAILABLE',
      'The audit log can not be written, so nothing that changes something may run',
      {
        outcome: 'not_executed',
        suggestions: ['Check disk space and permissions of the audit log'],
        cause,
      },
    );
  }
}

/** Something that was asked for and never became a call: an unknown tool, a handle that names no undo. */
export function auditRefusal(
  audit: AuditSink,
  refusal: Pick<AuditEntry, 'timestamp' | 'callId' | 'tool' | 'context' | 'input'> & {readonly error: ErrorObject},
): void {
  const {code, message, outcome} = refusal.error;
  audit.write({
    ...refusal,
    phase: 'outcome',
    decision: {effect: 'deny', reason: code.toLowerCase()},
    success: false,
    error: {code, message, outcome},
    duration: 0,
    attempts: 0,
  });
}

/** After every call. A line that can not be written is told in the warnings, for the call has happened. */
export function auditOutcome(call: ActiveCall, audit: AuditSink, error: ErrorObject | undefined): void {
  const {services} = call;
  try {
    audit.write({
      ...entryOf(call, 'outcome'),
      success: error === undefined,
      ...(error && {error: {code: error.code, message: error.message, outcome: error.outcome}}),
      duration: services.clock.now() - call.startedAt,
      attempts: call.attempts,
    });
  } catch {
    call.warn(unwritten);
  }
}

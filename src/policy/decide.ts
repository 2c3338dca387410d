import {ToolError} from '../contract/errors.js';
import {isThenable} from '../contract/thenable.js';
import type {Clock, Policy, PolicyAnswer, PolicyDecision, PolicyRequest} from '../contract/services.js';

const defaultApprovalTimeout = 60_000;

/** What holds where there is no policy: everything is allowed. */
export const allowed: PolicyDecision = Object.freeze({effect: 'allow'});

/** What holds while the policy has not answered yet. */
export const undecided: PolicyDecision = Object.freeze({effect: 'deny', reason: 'undecided'});

function decisionOf(answer: PolicyAnswer): PolicyDecision {
  const decision = typeof answer === 'string' ? {effect: answer} : answer;
  if (decision === undefined) return {effect: 'deny', reason: 'no_rule'};
  const known: readonly unknown[] = ['allow', 'deny', 'ask'];
  return known.includes(decision.effect) ? decision : {effect: 'deny', reason: 'unknown_answer'};
}

/** The first question, before input is looked at. Undefined when the policy has no opinion yet. */
export function admit(policy: Policy, request: PolicyRequest): PolicyDecision | undefined {
  if (!policy.admit) return undefined;
  try {
    const answer = policy.admit(request);
    // It can not be waited for here and is no answer; what it fails with later must not end the process.
    if (isThenable(answer)) void Promise.resolve(answer).catch(() => undefined);
    return answer === undefined && policy.authorize ? undefined : decisionOf(answer);
  } catch {
    return {effect: 'deny', reason: 'policy_failed'};
  }
}

/**
 * The second question, with the frozen input, and the approval it may ask for: a promise only where the policy or an
 * approver takes time. Fails closed (CO04).
 */
export function authorize(
  policy: Policy,
  request: PolicyRequest,
  admitted: PolicyDecision | undefined,
  clock: Clock,
): PolicyDecision | Promise<PolicyDecision> {
  try {
    const answer = policy.authorize ? policy.authorize(request) : undefined;
    if (isThenable(answer)) return decidedLater(policy, request, admitted, clock, answer);
    const decision = combined(policy.authorize ? decisionOf(answer) : (admitted ?? decisionOf(undefined)), admitted);
    return decision.effect === 'ask' ? approved(policy, request, decision, clock) : decision;
  } catch (error) {
    return failed(error);
  }
}

async function decidedLater(
  policy: Policy,
  request: PolicyRequest,
  admitted: PolicyDecision | undefined,
  clock: Clock,
  answer: PromiseLike<PolicyAnswer>,
): Promise<PolicyDecision> {
  try {
    const decision = combined(decisionOf(await within(clock, limitOf(policy), answer)), admitted);
    return decision.effect === 'ask' ? await approved(policy, request, decision, clock) : decision;
  } catch (error) {
    return failed(error);
  }
}

/** Whoever asks for approval is heard: what `admit` would ask about, `authorize` can not wave through. */
function combined(answer: PolicyDecision, admitted: PolicyDecision | undefined): PolicyDecision {
  return answer.effect === 'allow' && admitted?.effect === 'ask' ? admitted : answer;
}

async function approved(
  policy: Policy,
  request: PolicyRequest,
  decision: PolicyDecision,
  clock: Clock,
): Promise<PolicyDecision> {
  if (!policy.approve) return {...decision, effect: 'deny', reason: decision.reason ?? 'no_approver'};
  try {
    // Anything but `true` is no: an approver in plain JavaScript may answer whatever it likes.
    const answer: unknown = await within(clock, limitOf(policy), policy.approve(request));
    return answer === true ? {...decision, effect: 'allow'} : {...decision, effect: 'deny', reason: 'not_approved'};
  } catch (error) {
    return failed(error);
  }
}

function limitOf({approvalTimeout = defaultApprovalTimeout}: Policy): number {
  return approvalTimeout;
}

function failed(error: unknown): PolicyDecision {
  return {effect: 'deny', reason: ToolError.isToolError(error) ? 'policy_timeout' : 'policy_failed'};
}

/** The answer, or OPERATION_TIMEOUT when it takes too long. */
function within<T>(clock: Clock, ms: number, answer: T | PromiseLike<T>): T | Promise<T> {
  if (!isThenable(answer)) return answer;
  return new Promise<T>((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      reject(new ToolError('OPERATION_TIMEOUT'));
    }, ms);
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => {
        clock.clearTimeout(timer);
      });
  });
}

/** The error of a denied call. */
export function denied(tool: string, decision: PolicyDecision): ToolError {
  const why = decision.reason === undefined ? '' : ` (${decision.reason})`;
  return new ToolError('PERMISSION_DENIED', `The policy does not allow ${tool}${why}`, {
    outcome: 'not_executed',
    suggestions: ['Ask for a rule that allows this call', 'Use another tool'],
    context: {reason: decision.reason ?? 'policy', ...(decision.rule !== undefined && {rule: decision.rule})},
  });
}

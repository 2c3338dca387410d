import type {CallContext} from '../contract/call-context.js';
import type {CallOptions} from '../contract/call.js';
import type {Handle} from '../contract/handle.js';
import {ToolError} from '../contract/errors.js';
import type {ErrorObject, ToolFailure, ToolResult} from '../contract/result.js';
import type {
  AuditEntry,
  LimiterService,
  PolicyDecision,
  PolicyRequest,
  RuntimeEvents,
  Services,
} from '../contract/services.js';
import {admit, authorize, denied, undecided} from '../policy/decide.js';
import {InputSchema} from '../schema/input-schema.js';
import {inPieces, isLongList} from '../schema/long-list.js';
import {jsonOf} from '../schema/output-schema.js';
import {ActiveCall} from './active-call.js';
import {auditIntent, auditOutcome, auditRefusal, unwritten} from './audit-call.js';
import type {CallFunction, CallSpec} from './call-spec.js';
import type {Ending} from './ending.js';
import {errorObject} from './error-object.js';
import {foreignResult} from './foreign-result.js';
import {Idempotency} from './idempotency.js';
import {Limiter} from './limiter.js';
import {optionsProblem, usableOptions} from './options-problem.js';
import {outcomeOf} from './outcome.js';
import {resolveHandles} from './resolve-handles.js';
import {withRetry} from './retry.js';
import {runAttempt} from './run-attempt.js';
import {thrownError} from './thrown-error.js';
import {keepUndo} from './keep-undo.js';

/** For tools of user code that say nothing of their input: any JSON object. */
const anyInput = new InputSchema({schema: {type: 'object'}, aliases: {}, secrets: [], standard: undefined});

const noOptions: CallOptions = Object.freeze({});

/**
 * The way of every call of one tool (DESIGN 7), put together once. A stage that the tool does not use is not in it, and one
 * that has nothing to wait for goes on at once, for each promise on the way costs as much as validation.
 */
export function compileCall(spec: CallSpec, services: Services): CallFunction {
  const once = lazily(() => new Idempotency());
  const limiters = limitersOf(spec, services);
  const {policy, audit} = services;

  const {output} = spec;
  const {limits, redactor} = services;
  const given = (answer: unknown): unknown => (spec.mayAnswerResult ? foreignResult(answer) : answer);
  const dataOf = (data: unknown): unknown => (output ? output.accept(data, limits) : jsonOf(data, limits));
  const longDataOf = async (list: readonly unknown[]): Promise<unknown> =>
    output ? output.acceptLong(list, limits) : jsonOf(list, limits);

  const failed = (call: ActiveCall, thrown: unknown): ToolResult =>
    finish(call, {success: false, error: failureOf(call, thrown)});

  /** Goes on when a stage that takes time is through. */
  const after = <T>(
    call: ActiveCall,
    stage: Promise<T>,
    next: (value: T) => ToolResult | Promise<ToolResult>,
  ): Promise<ToolResult> => stage.then(next).catch((thrown: unknown) => failed(call, thrown));

  const succeeded = (call: ActiveCall, data: unknown): ToolResult =>
    finish(call, {success: true, data: redactor.conceal(data)});

  /** The same for a long list, of which every item is checked and read: with turns for others in between. */
  const succeededLong = async (call: ActiveCall, list: readonly unknown[]): Promise<ToolResult> => {
    try {
      const data = await longDataOf(list);
      const safe = isLongList(data) ? await inPieces(data, (piece) => redactor.conceal(piece)) : redactor.conceal(data);
      return finish(call, {success: true, data: safe});
    } catch (thrown) {
      return failed(call, thrown);
    }
  };

  const toResult: Ending<ToolResult> = {
    answered: (call, answer) => {
      try {
        const data = given(answer);
        return isLongList(data) ? succeededLong(call, data) : succeeded(call, dataOf(data));
      } catch (thrown) {
        return failed(call, thrown);
      }
    },
    failed,
  };
  const toData: Ending<unknown> = {
    answered: (_call, answer) => {
      const data = given(answer);
      return isLongList(data) ? longDataOf(data) : dataOf(data);
    },
    failed: (_call, thrown) => {
      throw thrown;
    },
  };

  /** From the frozen input to the end of the call: intent, attempts. */
  const attempts = <T>(ending: Ending<T>): ((call: ActiveCall) => T | Promise<T>) => {
    const {retry} = spec;
    const last = retry && retry.maxRetries > 0 ? withRetry(retry, ending) : ending;
    return (call) => {
      if (call.ended) return ending.failed(call, call.ended);
      if (call.changes && audit) auditIntent(call, audit);
      return runAttempt(call, last);
    };
  };
  const perform = attempts(toResult);
  const performForData = lazily(() => attempts(toData));

  const execute = (call: ActiveCall): ToolResult | Promise<ToolResult> => {
    call.runInput = spec.handles.length === 0 ? call.input : resolveHandles(call);
    const {dryRun, idempotencyKey} = call.options;
    if (dryRun === true) {
      call.warn('Dry run: input, policy and handles were checked; what only the tool can find out was not');
      return succeeded(call, null);
    }
    if (idempotencyKey !== undefined) {
      const run = async (): Promise<unknown> => limited(call, limiters, async () => performForData()(call));
      return after(call, once().once(call, idempotencyKey, run), (data) => succeeded(call, data));
    }
    if (limiters.length === 0) return perform(call);
    return after(
      call,
      limited(call, limiters, async () => perform(call)),
      (result) => result,
    );
  };

  const decided = (call: ActiveCall, decision: PolicyDecision): ToolResult | Promise<ToolResult> => {
    call.decision = decision;
    if (decision.effect !== 'allow') throw denied(spec.name, decision);
    return execute(call);
  };

  const accepted = (
    call: ActiveCall,
    input: ActiveCall['input'],
    admitted: PolicyDecision | undefined,
  ): ToolResult | Promise<ToolResult> => {
    call.input = input;
    call.accepted = true;
    call.changes = spec.changes(input);
    if (!policy) return execute(call);
    call.decision = undecided;
    const decision = authorize(policy, policyRequest(call, input), admitted, services.clock);
    return decision instanceof Promise
      ? after(call, call.race(decision), (late) => decided(call, late))
      : decided(call, decision);
  };

  const begin = (call: ActiveCall): ToolResult | Promise<ToolResult> => {
    spec.ready?.();
    const admitted = policy?.admit && admit(policy, policyRequest(call));
    if (admitted) call.decision = admitted;
    if (admitted?.effect === 'deny') throw denied(spec.name, admitted);
    const input = (spec.input ?? anyInput).accept(call.raw, services.limits);
    return input instanceof Promise
      ? after(call, call.race(input), (late) => accepted(call, late, admitted))
      : accepted(call, input, admitted);
  };

  return (raw, given) => {
    const options = given ?? noOptions;
    const problem = options === noOptions ? undefined : optionsProblem(options);
    const call = new ActiveCall(spec, services, raw, problem ? usableOptions(options) : options);
    if (services.events.has('call:start')) {
      services.events.emit('call:start', {tool: spec.name, callId: call.callId, context: call.context});
    }
    let result: ToolResult | Promise<ToolResult>;
    try {
      if (problem) throw problem;
      result = begin(call);
    } catch (thrown) {
      result = failed(call, thrown);
    }
    return result instanceof Promise ? result : Promise.resolve(result);
  };
}

type Writable<T> = {-readonly [K in keyof T]: T[K]};

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

function limitersOf(spec: CallSpec, services: Services): readonly LimiterService[] {
  const own = spec.rate || spec.concurrency ? [new Limiter({rate: spec.rate, concurrency: spec.concurrency})] : [];
  return [...own, spec.limiter, services.limiter].filter((limiter) => limiter !== undefined);
}

/** Waits for the turn at every limiter, then acts. */
function limited<T>(call: ActiveCall, [first, ...rest]: readonly LimiterService[], act: () => Promise<T>): Promise<T> {
  return first ? first.schedule(call, () => limited(call, rest, act)) : act();
}

function policyRequest(call: ActiveCall, input?: PolicyRequest['input']): PolicyRequest {
  const {spec, callId, context} = call;
  const {name: tool, module, tier} = spec;
  const request: Writable<PolicyRequest> = {tool, module, callId, tier, context, metadata: spec.metadata()};
  if (input) request.input = input;
  return request;
}

/** What `thrown` tells the caller; something that throws again while it is read is told as such. */
function failureOf(call: ActiveCall, thrown: unknown): ErrorObject {
  const {spec, services} = call;
  const describe = (error: ToolError): ErrorObject =>
    errorObject(error, {
      tool: spec.name,
      timestamp: services.clock.now(),
      outcome: outcomeOf(call, error),
      input: call.accepted ? call.input : call.raw,
      redactor: services.redactor,
    });
  try {
    return describe(thrownError(thrown));
  } catch {
    return describe(new ToolError('EXECUTION_ERROR', 'The tool threw something that can not be read'));
  }
}

type Answer = {readonly success: true; readonly data: unknown} | Pick<ToolFailure, 'success' | 'error'>;

/** What follows an answer: the undo handle, the audit line, the event. None of it can change whether it succeeded. */
function finish(call: ActiveCall, answer: Answer): ToolResult {
  const {services} = call;
  call.close();
  const error = answer.success ? undefined : answer.error;
  let undo: Handle<'undo'> | undefined;
  if (call.undo && call.undo.length > 0 && (!error || error.outcome === 'partial' || error.outcome === 'unknown')) {
    undo = keepUndo(call, (spec) => compileCall(spec, services));
  }
  if (services.audit) auditOutcome(call, services.audit, error);
  const metadata = call.metadata(undo);
  if (services.events.has('call:end')) {
    const event: Writable<RuntimeEvents['call:end']> = Object.assign(
      {success: answer.success, context: call.context},
      metadata,
    );
    if (error) event.error = error;
    services.events.emit('call:end', event);
  }
  // Written out: V8 takes about 2 us to add a property to a spread copy.
  return answer.success
    ? {success: true, data: answer.data, metadata}
    : {success: false, error: answer.error, metadata};
}

/** The failure of something that never became a call (an unknown tool, a handle that names no undo). */
export function failureResult(
  name: string,
  thrown: unknown,
  services: Services,
  {input, context = {}}: {readonly input?: unknown; readonly context?: CallContext | undefined} = {},
): ToolFailure {
  const {redactor, audit} = services;
  const tool = redactor.text(name.slice(0, 1000));
  const callId = services.nextCallId();
  const timestamp = services.clock.now();
  const known = thrownError(thrown);
  const error = errorObject(known, {tool, timestamp, outcome: known.outcome ?? 'not_executed', input, redactor});
  const metadata = {tool, callId, timestamp, duration: 0, attempts: 0};
  if (!audit) return {success: false, error, metadata};
  try {
    const safe = {context: redactor.value(context) as AuditEntry['context'], input: redactor.value(input)};
    auditRefusal(audit, {timestamp: new Date(timestamp).toISOString(), callId, tool, ...safe, error});
    return {success: false, error, metadata};
  } catch {
    return {success: false, error, metadata: {...metadata, warnings: [unwritten]}};
  }
}

import type {CallContext} from '../contract/call-context.js';
import type {CallOptions} from '../contract/call.js';
import type {Handle} from '../contract/handle.js';
import {ToolError} from '../contract/errors.js';
import type {ErrorObject, ToolFailure, ToolResult} from '../contract/result.js';
import type {AuditEntry, LimiterService, PolicyRequest, RuntimeEvents, Services} from '../contract/services.js';
import {admit, authorize, denied, undecided} from '../policy/decide.js';
import {InputSchema} from '../schema/input-schema.js';
import {jsonOf} from '../schema/output-schema.js';
import {ActiveCall} from './active-call.js';
import {auditIntent, auditOutcome, auditRefusal, unwritten} from './audit-call.js';
import type {CallFunction, CallSpec} from './call-spec.js';
import {errorObject} from './error-object.js';
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

/** The way of every call of one tool (DESIGN 7), put together once. A stage that the tool does not use is not in it. */
export function compileCall(spec: CallSpec, services: Services): CallFunction {
  const once = lazily(() => new Idempotency());
  const limiters = limitersOf(spec, services);

  const act = (call: ActiveCall): unknown => {
    if (call.changes && services.audit) auditIntent(call, services.audit);
    return spec.retry && spec.retry.maxRetries > 0
      ? withRetry(call, spec.retry, () => runAttempt(call))
      : runAttempt(call);
  };

  /** From the frozen input to what the tool answers: limits, intent, attempts. Not async, for each async layer costs. */
  const perform = (call: ActiveCall): unknown => {
    call.assertRunning();
    return limiters.length === 0 ? act(call) : limited(call, limiters, async () => act(call));
  };

  const dataOf = (answer: unknown): unknown =>
    spec.output ? spec.output.accept(answer, services.limits) : jsonOf(answer, services.limits);

  const stages = async (call: ActiveCall, raw: unknown): Promise<unknown> => {
    spec.ready?.();
    const {policy} = services;
    const admitted = policy?.admit && admit(policy, policyRequest(call));
    if (admitted) call.decision = admitted;
    if (admitted?.effect === 'deny') throw denied(spec.name, admitted);

    const input = acceptInput(spec, services, raw);
    call.input = input instanceof Promise ? await call.race(input) : input;
    call.accepted = true;
    call.changes = spec.changes(call.input);

    if (policy) {
      call.decision = undecided;
      call.decision = await call.race(authorize(policy, policyRequest(call, call.input), admitted, services.clock));
      if (call.decision.effect !== 'allow') throw denied(spec.name, call.decision);
    }
    call.runInput = spec.handles.length === 0 ? call.input : resolveHandles(call);
    if (call.options.dryRun === true) {
      call.warn('Dry run: everything was checked, nothing was executed');
      return null;
    }
    const {idempotencyKey} = call.options;
    return idempotencyKey === undefined
      ? dataOf(await perform(call))
      : once().once(call, idempotencyKey, async () => dataOf(await perform(call)));
  };

  return async (raw, given) => {
    const options = given ?? noOptions;
    const problem = options === noOptions ? undefined : optionsProblem(options);
    const call = new ActiveCall(spec, services, problem ? usableOptions(options) : options);
    if (services.events.has('call:start')) {
      services.events.emit('call:start', {tool: spec.name, callId: call.callId, context: call.context});
    }
    try {
      if (problem) throw problem;
      const data = await stages(call, raw);
      return finish(call, {success: true, data: services.redactor.conceal(data)});
    } catch (thrown) {
      return finish(call, {success: false, error: failureOf(call, thrown, raw)});
    } finally {
      call.close();
    }
  };
}

type Writable<T> = {-readonly [K in keyof T]: T[K]};

function lazily<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

function limitersOf(spec: CallSpec, services: Services): readonly LimiterService[] {
  const own = spec.rate || spec.concurrency ? [new Limiter({rate: spec.rate, concurrency: spec.concurrency})] : [];
  return services.limiter ? [...own, services.limiter] : own;
}

/** Waits for the turn at every limiter, then acts. */
function limited(
  call: ActiveCall,
  [first, ...rest]: readonly LimiterService[],
  act: () => Promise<unknown>,
): Promise<unknown> {
  return first ? first.schedule(call, () => limited(call, rest, act)) : act();
}

function acceptInput(
  spec: CallSpec,
  services: Services,
  raw: unknown,
): ReturnType<NonNullable<CallSpec['input']>['accept']> {
  return (spec.input ?? anyInput).accept(raw, services.limits);
}

function policyRequest(call: ActiveCall, input?: PolicyRequest['input']): PolicyRequest {
  const {spec, callId, context} = call;
  const {name: tool, module, tier} = spec;
  const request: Writable<PolicyRequest> = {tool, module, callId, tier, context, metadata: spec.metadata()};
  if (input) request.input = input;
  return request;
}

/** What `thrown` tells the caller; something that throws again while it is read is told as such. */
function failureOf(call: ActiveCall, thrown: unknown, raw: unknown): ErrorObject {
  const {spec, services} = call;
  const describe = (error: ToolError): ErrorObject =>
    errorObject(error, {
      tool: spec.name,
      timestamp: services.clock.now(),
      outcome: outcomeOf(call, error),
      input: call.accepted ? call.input : raw,
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

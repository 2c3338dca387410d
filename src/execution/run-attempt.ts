import {ToolError} from '../contract/errors.js';
import {isThenable} from '../contract/thenable.js';
import type {ActiveCall} from './active-call.js';
import {Attempt} from './attempt.js';
import {foreignResult} from './foreign-result.js';
import {timedOut} from './interrupt.js';
import {thrownError} from './thrown-error.js';

/** ms that a tool which listens to its signal has for stopping by itself. */
const grace = 500;

/** Runs the tool once: within its time, and no longer than its caller waits. Throws or rejects as the tool does. */
export function runAttempt(call: ActiveCall): unknown {
  const {spec, services} = call;
  call.assertRunning();
  const attempt = new Attempt(call, ++call.attempts);
  const answer = spec.run(call.runInput, attempt);
  const timeout = spec.timeout ?? services.limits.timeout;
  const unbounded = timeout === 0 && call.interrupt === undefined && spec.running === undefined;
  const data = !isThenable(answer) || unbounded ? answer : settle(call, attempt, answer, timeout);
  return spec.mayAnswerResult ? resultOf(data) : data;
}

const resultOf = async (answer: unknown): Promise<unknown> => foreignResult(await answer);

/**
 * The answer, or the error of what ended the call first. A tool that listens to its signal gets a moment to stop and
 * to tell how far it came; one that still succeeds has succeeded.
 */
function settle(call: ActiveCall, attempt: Attempt, answer: PromiseLike<unknown>, timeout: number): Promise<unknown> {
  const {deadlines, clock} = call.services;
  return new Promise((resolve, reject) => {
    let stopped: ToolError | undefined;
    const releases: ((() => void) | undefined)[] = [];
    const done = (): void => {
      for (const release of releases) release?.();
    };
    const giveUp = (reason: ToolError): void => {
      done();
      attempt.abandon();
      reject(reason);
    };
    const stop = (reason: ToolError): void => {
      if (stopped) return;
      stopped = reason;
      attempt.stop(reason);
      if (!attempt.listens) {
        giveUp(reason);
        return;
      }
      const timer = clock.setTimeout(() => giveUp(reason), grace);
      releases.push(() => clock.clearTimeout(timer));
    };
    if (timeout > 0) releases.push(deadlines.add(timeout, () => stop(timedOut(timeout, call.spec.name))));
    releases.push(call.spec.running?.enter(stop));
    // A thenable may answer another one, or throw; a promise does neither.
    Promise.resolve(answer).then(
      (data) => {
        done();
        if (stopped) call.warn(`It finished although it was told to stop (${stopped.code})`);
        resolve(data);
      },
      (thrown: unknown) => {
        done();
        reject(stopped ? afterStop(stopped, thrown) : (thrown as Error));
      },
    );
    releases.push(call.interrupt?.on(stop));
  });
}

/** The reason of the stop, with what the tool knows of its outcome. */
function afterStop(reason: ToolError, thrown: unknown): ToolError {
  const {outcome, context} = thrownError(thrown);
  return new ToolError(reason.code, reason.message, {
    outcome,
    suggestions: reason.suggestions,
    context: {...reason.context, ...context},
    cause: thrown === reason ? undefined : thrown,
  });
}

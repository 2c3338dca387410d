import {ToolError} from '../contract/errors.js';
import {isThenable} from '../contract/thenable.js';
import type {UnderWay} from '../contract/services.js';
import type {ActiveCall} from './active-call.js';
import {Attempt} from './attempt.js';
import type {Ending} from './ending.js';
import {timedOut} from './interrupt.js';
import {thrownError} from './thrown-error.js';

/** ms that a tool which listens to its signal has for stopping by itself. */
const grace = 500;

/** Runs the tool once: within its time, and no longer than its caller waits. */
export function runAttempt<T>(call: ActiveCall, ending: Ending<T>): T | Promise<T> {
  const {spec, services} = call;
  if (call.ended) return ending.failed(call, call.ended);
  call.undoOfEarlierAttempts = call.undo?.length ?? 0;
  const attempt = new Attempt(call, ++call.attempts);
  let answer: unknown;
  try {
    answer = spec.run(call.runInput, attempt);
  } catch (thrown) {
    return ending.failed(call, thrown);
  }
  if (!isThenable(answer)) return ending.answered(call, answer);
  const timeout = spec.timeout ?? services.limits.timeout;
  // A thenable may answer another one, or throw; a promise does neither.
  const promise = Promise.resolve(answer);
  return new Promise((resolve, reject) => {
    new RunningAttempt(call, attempt, timeout, ending, resolve, reject).wait(promise);
  });
}

/**
 * A run that is under way. It ends with its answer, or with what stops it first: its time, its caller, the end of its
 * module. A tool that listens to its signal gets a moment to stop and to tell how far it came; one that still succeeds
 * has succeeded.
 */
class RunningAttempt<T> implements UnderWay {
  readonly timeout: number;
  readonly #call: ActiveCall;
  readonly #attempt: Attempt;
  readonly #ending: Ending<T>;
  readonly #resolve: (end: T | Promise<T>) => void;
  readonly #reject: (thrown: unknown) => void;
  #stopped: ToolError | undefined;
  #over = false;
  /** Only for an answer that takes a while to be checked. */
  #checked: Promise<void> | undefined;
  #entry: {leave(): void} | undefined;
  #forgetInterrupt: (() => void) | undefined;
  #onOver: (() => void)[] | undefined;

  constructor(
    call: ActiveCall,
    attempt: Attempt,
    timeout: number,
    ending: Ending<T>,
    resolve: (end: T | Promise<T>) => void,
    reject: (thrown: unknown) => void,
  ) {
    this.#call = call;
    this.#attempt = attempt;
    this.timeout = timeout;
    this.#ending = ending;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get instance(): object {
    return this.#call.spec.instance;
  }

  wait(promise: Promise<unknown>): void {
    const {services, interrupt} = this.#call;
    this.#entry = services.running.enter(this, this.#call.now());
    promise.then(
      (answer) => {
        this.#answered(answer);
      },
      (thrown: unknown) => {
        this.#threw(thrown);
      },
    );
    this.#forgetInterrupt = interrupt?.on((reason) => {
      void this.stop(reason);
    });
  }

  expire(): void {
    void this.stop(timedOut(this.timeout, this.#call.spec.name));
  }

  async stop(reason: ToolError): Promise<void> {
    if (!this.#over) {
      const over = new Promise<void>((resolve) => (this.#onOver ??= []).push(resolve));
      if (!this.#stopped) this.#stopFirst(reason);
      await over;
    }
    await this.#checked;
  }

  #stopFirst(reason: ToolError): void {
    this.#stopped = reason;
    this.#attempt.stop(reason);
    if (!this.#attempt.listens) {
      this.#giveUp(reason);
      return;
    }
    const {clock} = this.#call.services;
    const timer = clock.setTimeout(() => {
      this.#giveUp(reason);
    }, grace);
    this.#onOver?.push(() => {
      clock.clearTimeout(timer);
    });
  }

  #giveUp(reason: ToolError): void {
    if (!this.#finish()) return;
    this.#attempt.abandon();
    this.#end(() => this.#ending.failed(this.#call, reason));
  }

  #answered(answer: unknown): void {
    if (!this.#finish()) return;
    if (this.#stopped) this.#call.warn(`It finished although it was told to stop (${this.#stopped.code})`);
    this.#end(() => {
      const end = this.#ending.answered(this.#call, answer);
      if (end instanceof Promise) this.#staysUntil(end);
      return end;
    });
  }

  /** The tool is through, and nothing stops the call any more, but its module waits until the answer is checked. */
  #staysUntil(end: Promise<T>): void {
    const {services} = this.#call;
    const entry = services.running.enter(this, services.clock.now());
    const leave = (): void => {
      entry.leave();
    };
    this.#checked = end.then(leave, leave);
  }

  #threw(thrown: unknown): void {
    if (!this.#finish()) return;
    this.#end(() => this.#ending.failed(this.#call, this.#stopped ? afterStop(this.#stopped, thrown) : thrown));
  }

  #end(end: () => T | Promise<T>): void {
    try {
      this.#resolve(end());
    } catch (thrown) {
      this.#reject(thrown);
    }
  }

  /** Lets go of everything that could stop it; false when it was over before. */
  #finish(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#entry?.leave();
    this.#forgetInterrupt?.();
    if (this.#onOver) for (const done of this.#onOver) done();
    return true;
  }
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

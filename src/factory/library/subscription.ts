import {ToolError} from '../../contract/errors.js';
import {isObject} from '../method-path.js';
import {toPlainJson} from '../plain-json.js';
import type {ItemSource, TakenItems, TakeRequest} from './item-source.js';
import {Turnstile, waitFor} from './item-source.js';

/** Characters of JSON that may wait in one subscription. */
const maxWaiting = 10_000_000;

interface Emitter {
  readonly listen: (event: string, listener: (...args: unknown[]) => void) => void;
  readonly leave: (event: string, listener: (...args: unknown[]) => void) => void;
  /** Whether an `error` that nobody listens to would end the process. */
  readonly throwsErrors: boolean;
}

const pairs = [
  ['on', 'off'],
  ['on', 'removeListener'],
  ['addListener', 'removeListener'],
  ['addEventListener', 'removeEventListener'],
] as const;

/** How an object is listened to. Throws INVALID_STATE for one that tells no events. */
function emitterOf(object: unknown): Emitter {
  const has = (name: string): boolean => isObject(object) && typeof Reflect.get(object, name) === 'function';
  const pair = pairs.find((names) => names.every(has));
  if (!pair) {
    throw new ToolError('INVALID_STATE', 'The object tells no events: it has no on and off, nor addEventListener', {
      outcome: 'not_executed',
    });
  }
  const [add, remove] = pair;
  const call =
    (name: string): Emitter['listen'] =>
    (event, listener) =>
      void Reflect.apply(Reflect.get(object as object, name) as () => unknown, object, [event, listener]);
  return {listen: call(add), leave: call(remove), throwsErrors: add !== 'addEventListener'};
}

interface SubscriptionOptions {
  readonly names: readonly string[];
  /** Events after which no more come. */
  readonly end: readonly string[];
  /** Events that wait at most. */
  readonly limit: number;
}

interface Told {
  readonly event: string;
  readonly args: unknown;
}

/**
 * Events of an emitter, kept until they are taken: the oldest first, each as the JSON it was when it was told. Those that find
 * no place are counted. `error` is always listened to, for one that nobody hears ends the process.
 */
export class Subscription implements ItemSource {
  /** What is listened to. */
  readonly emitter: unknown;
  readonly #emitter: Emitter;
  readonly #listeners = new Map<string, (...args: unknown[]) => void>();
  readonly #limit: number;
  readonly #turnstile = new Turnstile();
  readonly #waiting: string[] = [];
  #size = 0;
  #dropped = 0;
  #done = false;
  #wake: () => void = () => undefined;

  constructor(object: unknown, {names, end, limit}: SubscriptionOptions) {
    this.emitter = object;
    this.#emitter = emitterOf(object);
    this.#limit = limit;
    const heard = new Set([...names, ...end, ...(this.#emitter.throwsErrors ? ['error'] : [])]);
    for (const event of heard) {
      const listener = (...args: unknown[]): void => {
        if (!this.#done) this.#push({event, args: args.map(plainArgument)});
        if (end.includes(event)) this.#finish();
      };
      this.#listeners.set(event, listener);
      this.#emitter.listen(event, listener);
    }
  }

  take({limit, wait, call, clock}: TakeRequest): Promise<TakenItems> {
    return this.#turnstile.pass(async () => {
      if (call.stopped) throw call.stopped;
      if (this.#isQuiet && wait !== undefined && wait > 0) await waitFor(this.#something(), {wait, call, clock});
      const texts = this.#waiting.splice(0, limit);
      for (const {length} of texts) this.#size -= length;
      const dropped = this.#dropped;
      this.#dropped = 0;
      const items = texts.map((text) => JSON.parse(text) as Told);
      return {items, dropped, done: this.#done && this.#waiting.length === 0};
    });
  }

  /** Stops listening. */
  end(): Promise<void> {
    this.#finish();
    return Promise.resolve();
  }

  get #isQuiet(): boolean {
    return this.#waiting.length === 0 && this.#dropped === 0 && !this.#done;
  }

  #something(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #push(told: Told): void {
    const text = JSON.stringify(told);
    if (this.#waiting.length >= this.#limit || this.#size + text.length > maxWaiting) this.#dropped += 1;
    else {
      this.#waiting.push(text);
      this.#size += text.length;
    }
    this.#wake();
  }

  #finish(): void {
    this.#done = true;
    for (const [event, listener] of this.#listeners) this.#emitter.leave(event, listener);
    this.#listeners.clear();
    this.#wake();
  }
}

/** What a listener was given, as JSON; an event of the DOM by what it carries. */
function plainArgument(value: unknown): unknown {
  try {
    if (!(value instanceof Event)) return toPlainJson(value) ?? null;
    const {type, detail, data} = value as Event & {readonly detail?: unknown; readonly data?: unknown};
    return toPlainJson({type, detail, data});
  } catch (error) {
    return {unreadable: error instanceof Error ? error.message : String(error)};
  }
}

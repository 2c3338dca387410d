import {ToolError} from '../../contract/errors.js';
import {isThenable} from '../../contract/thenable.js';
import {isObject} from '../method-path.js';
import type {ItemSource, TakenItems, TakeRequest} from './item-source.js';
import {Turnstile, waitFor} from './item-source.js';

interface AnyIterator {
  next(): unknown;
  return?: () => unknown;
}

type Make = () => AnyIterator;

/** What makes the iterator of an object, async or not; an iterator is its own. */
function iterationOf(value: unknown): Make | undefined {
  if (!isObject(value)) return undefined;
  const {[Symbol.asyncIterator]: async, [Symbol.iterator]: sync} = value as Readonly<Record<symbol, unknown>>;
  const make = async ?? sync;
  if (typeof make === 'function') return () => Reflect.apply(make as Make, value, []);
  const {next} = value as {readonly next?: unknown};
  return typeof next === 'function' ? () => value as AnyIterator : undefined;
}

/** Whether something can be iterated. A text is no list of letters here. */
export const isIterable = (value: unknown): boolean => iterationOf(value) !== undefined;

/** Reads an iterator page by page. What was read when a call had to stop waits for the next one. */
export class Cursor implements ItemSource {
  readonly #source: unknown;
  readonly #iterator: AnyIterator;
  readonly #turnstile = new Turnstile();
  readonly #read: unknown[] = [];
  #reading: Promise<void> | undefined;
  #failure: {readonly thrown: unknown} | undefined;
  #done = false;

  /** Throws INVALID_STATE for what can not be iterated. */
  constructor(source: unknown) {
    const iterate = iterationOf(source);
    if (!iterate) throw new ToolError('INVALID_STATE', 'The object can not be iterated', {outcome: 'not_executed'});
    this.#source = source;
    this.#iterator = iterate();
  }

  take(request: TakeRequest): Promise<TakenItems> {
    return this.#turnstile.pass(async () => {
      await this.#fill(request);
      const items = this.#read.splice(0, request.limit);
      if (items.length === 0 && this.#failure) throw this.#failure.thrown;
      return {items, done: this.#done && this.#read.length === 0};
    });
  }

  async end(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    this.#read.length = 0;
    const ending = Promise.resolve(this.#iterator.return?.());
    if (!this.#reading) {
      await ending;
      return;
    }
    // A generator ends after the item that it is asked for, which may never come; a stream can be ended at once.
    ending.catch(() => undefined);
    const destroy: unknown = Reflect.get(this.#source as object, 'destroy');
    if (typeof destroy === 'function') Reflect.apply(destroy as Make, this.#source, []);
  }

  async #fill({limit, wait, call, clock}: TakeRequest): Promise<void> {
    const until = wait === undefined ? undefined : clock.now() + wait;
    while (this.#read.length < limit && !this.#done && !this.#failure) {
      if (call.stopped) throw call.stopped;
      const reading = this.#advance();
      if (!reading) continue;
      const left = until === undefined ? undefined : Math.max(0, until - clock.now());
      if (!(await waitFor(reading, {wait: left, call, clock}))) return;
    }
  }

  /** Asks for one more item; undefined where it was there at once. */
  #advance(): Promise<void> | undefined {
    if (this.#reading) return this.#reading;
    try {
      const step = this.#iterator.next();
      if (!isThenable(step)) {
        this.#keep(step);
        return undefined;
      }
      this.#reading = Promise.resolve(step)
        .then((later) => this.#keep(later))
        .catch((thrown: unknown) => this.#fail(thrown))
        .finally(() => (this.#reading = undefined));
      return this.#reading;
    } catch (thrown) {
      this.#fail(thrown);
      return undefined;
    }
  }

  #keep(step: unknown): void {
    if (!isObject(step)) throw new ToolError('OPERATION_FAILED', 'The iterator answered no {value, done}');
    const {done, value} = step as Partial<IteratorResult<unknown, unknown>>;
    if (done === true) this.#done = true;
    else this.#read.push(value);
  }

  #fail(thrown: unknown): void {
    this.#failure = {thrown};
  }
}

const cursors = new WeakMap<object, Cursor>();

/** The cursor of an object that can be iterated, the same for every call. Throws INVALID_STATE for any other. */
export function cursorOf(object: object): Cursor {
  const known = cursors.get(object);
  if (known) return known;
  const cursor = new Cursor(object);
  cursors.set(object, cursor);
  return cursor;
}

/** Ends the iterator of an object; false when it was never read. */
export async function endCursor(object: object): Promise<boolean> {
  const cursor = cursors.get(object);
  await cursor?.end();
  return cursor !== undefined;
}

/** The first items of an answer, whose iterator is ended then. */
export async function collect(answer: unknown, request: TakeRequest): Promise<TakenItems> {
  const cursor = new Cursor(answer);
  try {
    const {items, done} = await cursor.take({...request, limit: request.limit + 1});
    return {items: items.slice(0, request.limit), done: done && items.length <= request.limit};
  } finally {
    await cursor.end();
  }
}

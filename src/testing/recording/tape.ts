import type {Call} from '../../contract/call.js';
import type {Handle} from '../../contract/handle.js';
import {isRecord} from '../../contract/json.js';
import {handleId} from '../../handles/handle-reference.js';
import {MockHandles, MockResource} from '../mock/mock-handles.js';

/** The handles of one replay: live ones that stand for the recorded ones, and back. */
export class Tape {
  readonly #handles = new MockHandles({});
  readonly #live = new Map<string, Handle>();
  readonly #recorded = new WeakMap<object, string>();

  /** Recorded data with live handles in place of the recorded ones. */
  play(value: unknown, call: Call): unknown {
    if (Array.isArray(value)) return value.map((item) => this.play(item, call));
    if (!isRecord(value)) return value;
    if (value['_handle'] === true) return this.#handleFor(value, call);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.play(item, call)]));
  }

  #handleFor({_handle, _type, _id, ...fields}: Record<string, unknown>, call: Call): Handle {
    const id = String(_id);
    const known = this.#live.get(id);
    if (known) return known;
    const resource = this.#handles.resourceOf(String(_type), fields);
    const handle = this.#handles.handleOf(resource, call);
    this.#live.set(id, handle);
    this.#recorded.set(resource, id);
    return handle;
  }

  /** The input of a live call as it would have been recorded: recorded names in place of what stands for them. */
  asRecorded(value: unknown): unknown {
    if (value instanceof MockResource) return this.#recorded.get(value) ?? 'a handle of no recording';
    if (Array.isArray(value)) return value.map((item) => this.asRecorded(item));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.asRecorded(item)]));
  }
}

/** A recorded input with the id of a handle where the handle, or a result that holds it, was given. */
export function namesOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(namesOnly);
  if (!isRecord(value)) return value;
  const isResult = value['success'] === true && isRecord(value['data']);
  if (value['_handle'] === true || isResult) return handleId(value) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, namesOnly(item)]));
}

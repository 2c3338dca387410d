import type {Call} from '../../contract/call.js';
import {defineHandle} from '../../contract/handle.js';
import type {Handle} from '../../contract/handle.js';

type Fields = Readonly<Record<string, unknown>>;

/** What stands behind a handle that a mock made: as much as tests need to tell one from another. */
export class MockResource {
  readonly type: string;
  /** 1 for the first of its type in a module. */
  readonly number: number;
  /** The public fields of its handle. */
  readonly fields: Fields;

  constructor(type: string, number: number, fields: Fields) {
    this.type = type;
    this.number = number;
    this.fields = fields;
  }
}

/** Makes real handles of one module, with mock resources behind them. */
export class MockHandles {
  readonly #fields: Readonly<Record<string, Fields>>;
  readonly #made = new Map<string, number>();

  /** Public fields that all handles of a type have. */
  constructor(fields: Readonly<Record<string, Fields>>) {
    this.#fields = fields;
  }

  resourceOf(type: string, fields: Fields = this.#fields[type] ?? {}): MockResource {
    const number = (this.#made.get(type) ?? 0) + 1;
    this.#made.set(type, number);
    return new MockResource(type, number, fields);
  }

  handleOf(resource: MockResource, call: Call): Handle {
    const {type} = resource;
    const description = `A mock of ${type}`;
    return call.handles.create(defineHandle(type, {description, fields: (it: MockResource) => it.fields}), resource);
  }
}

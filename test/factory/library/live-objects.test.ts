import {EventEmitter} from 'node:events';
import {Readable} from 'node:stream';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import type {ModuleInstance} from '../../../src/core/module-instance.js';
import {Runtime} from '../../../src/core/runtime.js';
import {factory, failureOf} from '../factory.js';

/** What happened to objects of the library. */
const ended: string[] = [];

class Page {
  static readonly sizes = {A5: [420, 595]};
  title = '';
  readonly #words: string[] = [];
  readonly #number: number;
  constructor(number = 0) {
    this.#number = number;
  }
  get info(): {readonly number: number; readonly words: number} {
    return {number: this.#number, words: this.#words.length};
  }
  get broken(): number {
    throw new RangeError('The ink is dry');
  }
  set ink(colour: string) {
    this.#words.push(colour);
  }
  /** Draws, and answers nothing, as many do. */
  write(word: string, style?: {readonly bold?: boolean}): void {
    this.#words.push(style?.bold === true ? word.toUpperCase() : word);
  }
  text(): Promise<string> {
    return Promise.resolve(this.#words.join(' '));
  }
  [Symbol.dispose](): void {
    ended.push(`page ${String(this.#number)}`);
  }
}

class Book extends EventEmitter {
  readonly pages: Page[] = [];
  add(): Page {
    return this.pages[this.pages.push(new Page(this.pages.length)) - 1]!;
  }
  page(number: number): Page | undefined {
    return this.pages[number];
  }
  merge(other: Page): string {
    return `${this.constructor.name} takes ${String(other.info.number)}`;
  }
  async *rows(count: number, failAt = -1): AsyncGenerator<{n: number}> {
    try {
      for (let n = 0; n < count; n++) {
        if (n === failAt) throw new RangeError('Row lost');
        yield await Promise.resolve({n});
      }
    } finally {
      ended.push('rows');
    }
  }
  *letters(): Generator<string> {
    try {
      for (;;) yield 'a';
    } finally {
      ended.push('letters');
    }
  }
  async *never(): AsyncGenerator<number> {
    yield 1;
    await new Promise(() => undefined);
  }
  close(): void {
    ended.push('book');
  }
}

const library = {
  Book,
  Page,
  paper: {weight: 80},
  bytes: (data: Uint8Array, when?: Date) => ({size: data.length, when, isDate: when instanceof Date}),
  scale: (by: number) => ({by}),
  later: () => Promise.resolve(1),
  echo: (value: unknown) => ({value}),
  stops: ({signal}: {signal: AbortSignal}) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  file: () => Readable.from([Buffer.from('he'), Buffer.from('llo')]),
  answer: () => ({body: new Blob(['hello']).stream(), raw: new Uint8Array([104, 105]), status: 200}),
};

const on = 'book';
const config = {
  type: 'class',
  target: library,
  handles: {
    book: {dispose: 'close'},
    page: {parent: 'book', fields: {number: 'info.number'}},
    rows: {parent: 'book'},
  },
  tools: {
    open: {method: 'Book', construct: true, input: {}, returns: {handle: 'book'}},
    close: {on, release: true},
    add: {on, method: 'add', input: {}, returns: {handle: 'page'}},
    page: {on, method: 'page', input: {number: 'integer'}, args: ['{number}'], returns: {handle: 'page'}},
    free: {on: 'page', release: true},
    merge: {on, method: 'merge', input: {page: {handle: 'page', required: true}}, args: ['{page}'], output: 'string'},
    compose: {
      on,
      input: {words: 'string[]', title: 'string?'},
      chain: [
        {method: 'add'},
        {method: 'write', args: ['{words.0}'], keep: true},
        {method: 'write', args: ['{words.1}', {bold: true}], keep: true},
        {set: {title: '{title}'}},
      ],
      returns: {handle: 'page'},
    },
    addAndRead: {on, chain: [{method: 'add'}, {method: 'write', args: ['x']}, {method: 'text'}]},
    addAndRaed: {on, chain: [{method: 'add'}, {method: 'txet'}]},
    text: {on: 'page', output: 'string'},
    words: {on: 'page', get: 'info.words', output: 'integer'},
    wrods: {on: 'page', get: 'info.wrods'},
    broken: {on: 'page', get: 'broken', errors: {TOO_LATE: {when: ['RangeError']}}},
    method: {on: 'page', get: 'text'},
    missing: {on: 'page', method: 'txet'},
    label: {on: 'page', input: {title: 'string?', ink: 'string?'}, set: {title: '{title}', ink: '{ink}'}},
    mislabel: {on: 'page', input: {title: 'string'}, set: {titel: '{title}'}},
    overwrite: {on: 'page', set: {text: 'x'}},
    rows: {on, input: {count: 'integer', failAt: 'integer?'}, args: ['{count}', '{failAt}'], returns: {handle: 'rows'}},
    letters: {on, input: {}, returns: {handle: 'rows'}},
    never: {on, input: {}, returns: {handle: 'rows'}},
    next: {on: 'rows', input: {limit: 'integer?', wait: 'integer?'}, next: {limit: '{limit}', wait: '{wait}'}},
    endRows: {on: 'rows', release: true},
    allRows: {on, method: 'rows', input: {count: 'integer'}, args: ['{count}'], collect: {limit: 3}},
    someLetters: {on, method: 'letters', input: {}, collect: {limit: 2}},
    listen: {on, events: {names: ['read', 'turned'], end: ['closed'], limit: 2}, returns: {handle: 'events'}},
    tell: {on, method: 'emit', input: {event: 'string', data: 'any?'}, args: ['{event}', '{data}']},
    listeners: {on, method: 'listenerCount', input: {event: 'string'}, args: ['{event}']},
    events: {on: 'events', input: {wait: 'integer?', limit: 'integer?'}, next: {limit: '{limit}', wait: '{wait}'}},
    deaf: {on: 'page', events: {names: ['x']}, returns: {handle: 'events'}},
    bytes: {
      input: {data: 'string', encoding: 'string?', when: 'any?'},
      args: [{$bytes: '{data}', encoding: '{encoding}'}, {$date: '{when}'}],
    },
    sizes: {method: 'echo', input: {}, args: [{size: {$export: 'Page.sizes.A5'}, scale: {$call: 'scale', args: [2]}}]},
    made: {method: 'echo', input: {n: 'integer'}, args: [{$new: 'Page', args: ['{n}']}], returns: {handle: 'made'}},
    promised: {method: 'echo', input: {}, args: [{$call: 'later'}]},
    echo: {input: {value: 'any'}, args: ['{value}']},
    literal: {method: 'echo', input: {n: 'integer'}, args: [{$literal: {$new: '{n}'}}]},
    stops: {input: {}, args: [{signal: {$signal: true}}], timeout: 20},
    file: {input: {encoding: 'string?'}, args: [], read: '{encoding}'},
    answer: {input: {}, args: [], read: {body: 'utf8', raw: 'hex'}},
    bounded: {method: 'file', input: {}, args: [], read: 'utf8', maxBytes: 3},
  },
} as const;

const runtime = new Runtime();
let live: ModuleInstance;
const call = <T = unknown>(tool: string, input: object = {}): Promise<T> =>
  live.getTool(tool).call(input as Record<string, unknown>) as Promise<T>;
beforeAll(async () => {
  live = await factory.createFromConfig('live', config, {}, {runtime});
});
afterAll(async () => {
  await live.cleanup();
  expect(runtime.handles.list()).toEqual([]);
});

describe('a chain', () => {
  test('goes on with each answer, or keeps the object of a step that answers nothing', async () => {
    const book = await call('open');
    const page = await call('compose', {book, words: ['hello', 'haft'], title: 'Cover'});

    expect(page).toMatchObject({_type: 'page', number: 0});
    expect(await call('text', {page})).toBe('hello HAFT');
    expect(await call('words', {page})).toBe(2);
  });

  test('that can not go on says where, that something was done, and what was meant', async () => {
    const book = await call('open');

    expect(await failureOf(call('addAndRead', {book}))).toMatchObject({
      code: 'INVALID_STATE',
      message: 'chain[1] answered undefined, and no object to go on with',
      suggestions: ['Add "keep": true to that step to go on with the same object'],
    });
    expect(await failureOf(call('addAndRaed', {book}))).toMatchObject({
      code: 'INVALID_STATE',
      outcome: 'partial',
      suggestions: ['Did you mean "text"?'],
      context: {steps: 1},
    });
  });
});

describe('the object behind a handle', () => {
  test('keeps its handle when it is answered again, until it is released', async () => {
    const book = await call('open');
    const page = await call<{_id: string}>('add', {book});

    expect(await call('page', {book, number: 0})).toBe(page);
    await call('free', {page});
    const again = await call<{_id: string}>('page', {book, number: 0});

    expect(again._id).not.toBe(page._id);
    expect(await call('words', {page: again})).toBe(0);
  });

  test('has a handle of its own in every session, and ends with the last', async () => {
    const book = await call('open');
    const page = await call<object>('add', {book});
    const shared = await factory.createFromConfig(
      'shared',
      {
        type: 'class',
        target: {page: () => runtime.handles.resolve(page, 'page', {session: undefined})},
        tools: {page: {input: {}, returns: {handle: 'seen'}}, free: {on: 'seen', release: true}},
      },
      {},
      {runtime},
    );
    const tool = shared.getTool('page');
    const [ada, bob] = [{context: {sessionId: 'ada'}}, {context: {sessionId: 'bob'}}];
    const [first, second] = [await tool.call({}, ada), await tool.call({}, bob)] as [{_id: string}, {_id: string}];
    ended.length = 0;

    expect(first._id).not.toBe(second._id);
    expect(await tool.call({}, ada)).toBe(first);
    await shared.getTool('free').call({seen: first}, ada);
    await shared.getTool('free').call({seen: second}, bob);
    expect(ended).toEqual([]);
    await call('free', {page});
    expect(ended).toEqual(['page 0']);
    await shared.cleanup();
  });

  test('is an argument, with its own class around it', async () => {
    const book = await call('open');
    await call('add', {book});
    const page = await call('add', {book});

    expect(await call('merge', {book, page})).toBe('Book takes 1');
  });

  test('ends after what lives in it', async () => {
    const book = await call('open');
    await call('add', {book});
    await call('add', {book});
    const rows = await call('rows', {book, count: 5});
    await call('next', {rows, limit: 1});
    ended.length = 0;

    await call('close', {book});

    expect(ended).toEqual(['rows', 'page 1', 'page 0', 'book']);
  });

  test('tells the nearest name of a method that it does not have', async () => {
    const page = await call('add', {book: await call('open')});

    expect(await failureOf(call('missing', {page}))).toMatchObject({
      code: 'INVALID_STATE',
      message: 'The object behind the handle has no method "txet"',
      outcome: 'not_executed',
      suggestions: ['Did you mean "text"?'],
    });
  });
});

describe('a property', () => {
  let page: unknown;
  beforeAll(async () => {
    page = await call('add', {book: await call('open')});
  });

  test('is read through its getter, whose errors have codes as any', async () => {
    expect(await call('words', {page})).toBe(0);
    expect(await failureOf(call('broken', {page}))).toMatchObject({code: 'TOO_LATE', message: 'The ink is dry'});
    expect(await failureOf(call('method', {page}))).toMatchObject({
      code: 'INVALID_STATE',
      suggestions: ['Call it: {"method": "text"}'],
    });
  });

  test('that is not there is null, with a warning', async () => {
    const result = await live.getTool('wrods').execute({page});

    expect(result).toMatchObject({
      success: true,
      data: null,
      metadata: {warnings: ['The object has no property "info.wrods"; did you mean "words"?']},
    });
  });

  test('is set where it is there; missing inputs are left alone', async () => {
    await call('label', {page, ink: 'blue'});
    expect(await call('text', {page})).toBe('blue');

    expect(await failureOf(call('mislabel', {page, title: 'x'}))).toMatchObject({
      code: 'INVALID_STATE',
      outcome: 'not_executed',
      suggestions: ['Did you mean "title"?'],
    });
    expect(await failureOf(call('overwrite', {page}))).toMatchObject({message: 'The property "text" is a function'});
  });
});

describe('an iterator', () => {
  let book: unknown;
  beforeAll(async () => {
    book = await call('open');
  });

  test('is read page by page, and ends when it is done or released', async () => {
    const rows = await call('rows', {book, count: 5});
    ended.length = 0;

    expect(await call('next', {rows, limit: 2})).toEqual({items: [{n: 0}, {n: 1}], done: false});
    expect(await call('next', {rows})).toEqual({items: [{n: 2}, {n: 3}, {n: 4}], done: true});
    expect(await call('next', {rows})).toEqual({items: [], done: true});
    expect(ended).toEqual(['rows']);

    const letters = await call('letters', {book});
    await call('next', {rows: letters, limit: 3});
    await call('endRows', {rows: letters});
    expect(ended).toEqual(['rows', 'letters']);
  });

  test('gives what it has when the time is over, and loses nothing', async () => {
    const rows = await call('never', {book});

    expect(await call('next', {rows, wait: 5})).toEqual({items: [1], done: false});
    expect(await call('next', {rows, wait: 5})).toEqual({items: [], done: false});
    const waiting = live.getTool('next').execute({rows}, {timeout: 30});
    expect(await live.getTool('next').execute({rows, wait: 0})).toMatchObject({
      error: {code: 'RESOURCE_LOCKED', outcome: 'not_executed'},
    });
    expect(await waiting).toMatchObject({error: {code: 'OPERATION_TIMEOUT'}});
    await call('endRows', {rows});
  });

  test('that fails gives first what came before', async () => {
    const rows = await call('rows', {book, count: 5, failAt: 1});

    expect(await call('next', {rows})).toEqual({items: [{n: 0}], done: false});
    expect(await failureOf(call('next', {rows}))).toMatchObject({message: 'Row lost'});
  });

  test('is collected without a handle, within bounds, and ended', async () => {
    ended.length = 0;
    expect(await call('allRows', {book, count: 3})).toEqual({items: [{n: 0}, {n: 1}, {n: 2}], done: true});
    expect(await call('allRows', {book, count: 9})).toEqual({items: [{n: 0}, {n: 1}, {n: 2}], done: false});
    expect(await call('someLetters', {book})).toEqual({items: ['a', 'a'], done: false});
    expect(ended).toEqual(['rows', 'rows', 'letters']);
  });
});

describe('events', () => {
  test('are kept as they were told, within bounds, until they are taken', async () => {
    const book = await call('open');
    const events = await call('listen', {book});
    for (const data of [{page: 1}, 'two', 3]) await call('tell', {book, event: 'read', data});

    expect(await call('events', {events})).toEqual({
      items: [
        {event: 'read', args: [{page: 1}]},
        {event: 'read', args: ['two']},
      ],
      dropped: 1,
      done: false,
    });
    expect(await call('events', {events})).toEqual({items: [], dropped: 0, done: false});
    const waiting = call('events', {events, wait: 10_000});
    await call('tell', {book, event: 'turned'});
    expect(await waiting).toMatchObject({items: [{event: 'turned', args: []}]});
  });

  test('include an error that would end the process, and end with what the config says', async () => {
    const book = await call('open');
    const events = await call('listen', {book});

    await call('tell', {book, event: 'error', data: 'burnt'});
    await call('tell', {book, event: 'closed'});
    await call('tell', {book, event: 'read', data: 'late'});

    expect(await call('events', {events})).toEqual({
      items: [
        {event: 'error', args: ['burnt']},
        {event: 'closed', args: []},
      ],
      dropped: 0,
      done: true,
    });
  });

  test('are no longer heard when the handle or what tells them is released', async () => {
    const book = await call('open');
    const first = await call('listen', {book});
    await call('listen', {book});
    expect(await call('listeners', {book, event: 'read'})).toBe(2);

    await runtime.handles.release(first as {_id: string});
    expect(await call('listeners', {book, event: 'read'})).toBe(1);
    const emitter = runtime.handles.resolve(book, 'book', {session: undefined}) as EventEmitter;
    await call('close', {book});
    expect(emitter.eventNames()).toEqual([]);
  });

  test('come from what tells them only', async () => {
    const page = await call('add', {book: await call('open')});
    expect(await failureOf(call('deaf', {page}))).toMatchObject({code: 'INVALID_STATE', outcome: 'not_executed'});
  });
});

describe('arguments that JSON has no word for', () => {
  test('are bytes and dates', async () => {
    expect(await call('bytes', {data: 'aGVsbG8=', when: '2026-01-31'})).toEqual({
      size: 5,
      when: '2026-01-31T00:00:00.000Z',
      isDate: true,
    });
    expect(await call('bytes', {data: 'ä', encoding: 'utf8'})).toEqual({size: 2, isDate: false});
    for (const input of [
      {data: '%%'},
      {data: 'abc', encoding: 'hex'},
      {data: 'x', encoding: 'utf16'},
      {data: '', when: 'x'},
    ])
      expect(await failureOf(call('bytes', input))).toMatchObject({code: 'INVALID_PARAMETER', outcome: 'not_executed'});
  });

  test('are exports, and what functions and classes of the library make', async () => {
    expect(await call('sizes')).toEqual({value: {size: [420, 595], scale: {by: 2}}});
    await call('sizes').then((answer) => (answer as {value: {size: number[]}}).value.size.push(1));
    expect(Page.sizes.A5).toEqual([420, 595]);
    const made = await call('made', {n: 7});
    const {value} = runtime.handles.resolve(made, 'made', {session: undefined}) as {value: Page};
    expect(value.info.number).toBe(7);
    expect(await failureOf(call('promised'))).toMatchObject({code: 'INVALID_STATE'});
  });

  test('are written by the author of the config: what a caller gives is data', async () => {
    const value = {$new: 'Page', args: [1], deep: [{$export: 'paper'}]};

    expect(await call('echo', {value})).toEqual({value});
    expect(await call('literal', {n: 1})).toEqual({value: {$new: 1}});
  });

  test("hand on the call's signal, so that a timeout ends the work", async () => {
    expect(await live.getTool('stops').execute({})).toMatchObject({error: {code: 'OPERATION_TIMEOUT'}});
  });
});

test('what a library answers is a copy: who changes it changes nothing of the library', async () => {
  const state = {list: [{n: 1}], when: 'now'};
  const tools = {
    open: {method: 'get', input: {}},
    closed: {method: 'get', input: {}, output: {list: 'object[]', when: 'string'}},
  };
  const module = await factory.createFromConfig('x', {type: 'class', target: {get: () => state}, tools});

  for (const name of ['open', 'closed']) {
    const data = (await module.getTool(name).call({})) as {list: {n: number}[]; when: string};
    expect(data).toEqual(state);
    (data.list[0] ?? {n: 0}).n = 2;
    data.when = 'later';
  }
  expect(state).toEqual({list: [{n: 1}], when: 'now'});
});

describe('bytes in an answer', () => {
  test('are written as the config says, streams read whole', async () => {
    expect(await call('file')).toBe('aGVsbG8=');
    expect(await call('file', {encoding: 'utf8'})).toBe('hello');
    expect(await call('answer')).toEqual({body: 'hello', raw: '6869', status: 200});
    expect((await failureOf(call('file', {encoding: 'rot13'}))).code).toBe('INVALID_PARAMETER');
  });

  test('are bounded', async () => {
    expect(await failureOf(call('bounded'))).toMatchObject({code: 'LIMIT_EXCEEDED', context: {limit: 3}});
  });
});

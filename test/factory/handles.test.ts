import {describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/core/runtime.js';
import {factory, failureOf} from './factory.js';

/** A class library of the usual kind: a maker, objects that give others, and a way to end them. */
class Shelf {
  readonly books: string[] = [];
  closed = false;
  add(title: string): this {
    this.books.push(title);
    return this;
  }
  page(title: string): Page {
    return new Page(this, title);
  }
  close(): void {
    this.closed = true;
  }
}

class Page {
  readonly #shelf: Shelf;
  readonly title: string;
  constructor(shelf: Shelf, title: string) {
    this.#shelf = shelf;
    this.title = title;
  }
  text(): string {
    return `${this.title} of ${String(this.#shelf.books.length)}`;
  }
}

const library = {Shelf, shelves: [] as Shelf[]};

const config = {
  type: 'class',
  target: library,
  handles: {shelf: {description: 'A shelf of books', dispose: 'close', fields: {size: 'books.length'}}},
  tools: {
    open: {method: 'Shelf', construct: true, input: {}, returns: {handle: 'shelf'}},
    add: {on: 'shelf', input: {title: 'string'}, args: ['{title}'], returns: {handle: 'shelf'}},
    page: {on: {handle: 'shelf', as: 'from'}, input: {title: 'string'}, args: ['{title}'], returns: {handle: 'page'}},
    text: {on: 'page', output: 'string'},
    titles: {method: 'books.join', on: 'shelf', args: [', '], output: 'string'},
    compare: {
      method: 'shelves.concat',
      input: {shelf: {handle: 'shelf', required: true}},
      args: ['{shelf}'],
      outputTransform: (all: Shelf[]) => ({books: all[0]?.books}),
    },
    close: {on: 'shelf', release: true},
  },
} as const;

describe('live objects stay behind handles', () => {
  test('a class is wrapped without code: made, chained, read, released', async () => {
    const runtime = new Runtime();
    const module = await factory.createFromConfig('library', config, {}, {runtime});

    const shelf = await module.open();
    expect(shelf).toMatchObject({_handle: true, _type: 'shelf', size: 0});
    const same = await module.add({shelf, title: 'Ada'});
    expect(same._id).toBe(shelf._id);
    const page = await module.page({from: shelf, title: 'Cover'});

    expect(await module.text({page})).toBe('Cover of 1');
    expect(await module.titles({shelf})).toBe('Ada');
    expect(await module.compare({shelf})).toEqual({books: ['Ada']});

    await module.close({shelf});
    expect((await failureOf(module.add({shelf, title: 'x'}))).code).toBe('HANDLE_RELEASED');
    await module.cleanup();
    expect(runtime.handles.list()).toEqual([]);
  });

  test('the end of a handle calls what the config names', async () => {
    const module = await factory.createFromConfig('library', {
      ...config,
      tools: {...config.tools, peek: {on: 'shelf', method: 'page', outputTransform: () => null}},
    });
    const shelves: Shelf[] = [];
    const watched = await factory.createFromConfig('w', {
      type: 'class',
      target: {make: () => shelves[shelves.push(new Shelf()) - 1]},
      handles: config.handles,
      tools: {make: {input: {}, returns: {handle: 'shelf'}}},
    });
    await watched.getTool('make').call({});

    await watched.cleanup();
    await module.cleanup();

    expect(shelves.map(({closed}) => closed)).toEqual([true]);
  });

  test('planning facts follow from the handles', async () => {
    const metadata = factory.defineFromConfig('library', config).getMetadata();

    expect(metadata.tools['open']?.planning.produces).toEqual(['shelf']);
    expect(metadata.tools['page']).toMatchObject({
      planning: {consumes: ['shelf'], produces: ['page']},
      focus: {required: true, type: 'shelf'},
    });
    expect(metadata.handles).toEqual({shelf: 'A shelf of books', page: 'A live page'});
  });

  test('a method that gives no object is INVALID_OUTPUT', async () => {
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target: {n: () => 3},
      tools: {n: {returns: {handle: 'thing'}}},
    });

    expect(await module.getTool('n').execute({})).toMatchObject({error: {code: 'INVALID_OUTPUT', outcome: 'unknown'}});
  });

  test('an input transform hands the object on, whether it is code or data', async () => {
    const tool = {
      input: {shelf: {handle: 'shelf', required: true}},
      method: 'titlesOf',
      args: ['{from}'],
      output: 'string',
    };
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target: {make: () => new Shelf().add('Ada'), titlesOf: (shelf: Shelf) => shelf.books.join()},
      tools: {
        make: {input: {}, returns: {handle: 'shelf'}},
        data: {...tool, transform: {input: {from: 'shelf'}}},
        code: {...tool, transform: {input: ({shelf}: {shelf: Shelf}) => ({from: shelf})}},
      },
    });
    const shelf = await module.getTool('make').call({});

    expect(await module.getTool('data').call({shelf})).toBe('Ada');
    expect(await module.getTool('code').call({shelf})).toBe('Ada');
  });

  test('a method of the object that leads into the language is refused', async () => {
    const handles = {shelf: {dispose: 'constructor', fields: {size: 'books.__proto__.length'}}};
    expect(factory.validate({...config, handles})).toMatchObject([
      {path: 'handles.shelf.dispose'},
      {path: 'handles.shelf.fields.size'},
    ]);
    const tools = {x: {on: 'shelf', method: 'constructor'}};
    expect(factory.validate({type: 'class', target: library, handles: {shelf: {}}, tools})).toMatchObject([
      {path: 'tools.x.method'},
    ]);
  });
});

describe('a class', () => {
  test('is made once when no tool constructs it, with this kept', async () => {
    class Counter {
      #n: number;
      constructor(start = 0) {
        this.#n = start;
      }
      next(): number {
        return ++this.#n;
      }
    }
    const plain = await factory.createFromConfig('c', {type: 'class', target: Counter, tools: {next: {input: {}}}});
    const from = await factory.createFromConfig(
      'c',
      {type: 'class', target: Counter, instanceConfig: {args: [{$config: 'start'}]}, tools: {next: {input: {}}}},
      {start: 10},
    );
    const given = new Counter(5);
    const existing = await factory.createFromConfig('c', {type: 'class', target: given, tools: {next: {input: {}}}});
    const {next} = existing as unknown as {next: () => Promise<unknown>};

    expect(await plain.getTool('next').call({})).toBe(1);
    expect(await from.getTool('next').call({})).toBe(11);
    expect(await next()).toBe(6);
    expect(existing.wrappedInstance).toBe(given);
    expect(Object.keys(existing)).not.toContain('wrappedInstance');
  });

  test('a method that is not there is told with the nearest name', async () => {
    const made = factory.createFromConfig('c', {type: 'class', target: new Shelf(), tools: {adds: {}}});

    await expect(made).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      context: {problems: [{config: 'c', tool: 'adds', path: 'tools.adds.method', remedy: 'Did you mean "add"?'}]},
    });
  });
});

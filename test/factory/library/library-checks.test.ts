import {inspect} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import {Runtime} from '../../../src/core/runtime.js';
import {ToolError} from '../../../src/contract/errors.js';
import {factory, problemsOf} from '../factory.js';

const handles = {page: {}};
const withTool = (tool: object, more: object = {}): object => ({
  type: 'class',
  target: {add: () => 1},
  handles,
  tools: {t: tool},
  ...more,
});
const problemsIn = async (config: object, allow: string[] = []): Promise<readonly object[]> =>
  factory.check(config, {allow});

describe('a config is refused before anything is loaded, with the nearest', () => {
  test.each([
    ['an unknown key of a step', {chain: [{mehtod: 'add'}]}, 'tools.t.chain[0].mehtod', 'Did you mean "method"?'],
    ['a step that does nothing', {chain: [{keep: true}]}, 'tools.t.chain[0]', 'Give one of "method", "get" and "set"'],
    [
      'a step that does two things',
      {chain: [{get: 'a', method: 'b'}]},
      'tools.t.chain[0]',
      'Give one of "method", "get" and "set"',
    ],
    ['two bindings', {get: 'a', method: 'add'}, 'tools.t.method', 'Remove one of them, or make a "chain"'],
    ['arguments of a property', {get: 'a', args: []}, 'tools.t.args', 'Remove it, or put it into a step of a "chain"'],
    ['next of nothing', {next: {}}, 'tools.t.next', 'Add "on": "name of the handle"'],
    [
      'events without a handle',
      {on: 'page', events: {names: ['x']}},
      'tools.t.events',
      'Add returns: {handle: "name"}, and a tool that reads it with "next"',
    ],
    ['an unknown encoding', {read: 'base46'}, 'tools.t.read', 'Did you mean "base64"?'],
    ['two answers', {read: 'utf8', returns: {handle: 'page'}}, 'tools.t.read', 'Remove one of them'],
    ['maxBytes of nothing', {maxBytes: 5}, 'tools.t.maxBytes', 'Add "read": "base64"'],
    [
      'an unknown directive',
      {args: [{$bites: '{data}'}]},
      'tools.t.args[0].$bites',
      'Did you mean "$bytes"? For data with such a key write {"$literal": {"$bites": …}}',
    ],
    [
      'an unknown key beside a directive',
      {args: [{$new: 'X', arg: []}]},
      'tools.t.args[0].arg',
      'Did you mean "args"?',
    ],
    [
      'an unknown encoding of bytes',
      {args: [{$bytes: 'x', encoding: 'rot13'}]},
      'tools.t.args[0].encoding',
      'Use one of base64, base64url, hex, utf8',
    ],
    ['a name that a caller chooses', {args: [{$new: '{name}'}]}, 'tools.t.args[0].$new', 'Write {"$new": "Name"}'],
    ['a signal that is none', {args: [{$signal: 'yes'}]}, 'tools.t.args[0].$signal', 'Write {"$signal": true}'],
  ])('%s', async (_what, tool, path, remedy) => {
    expect(await problemsIn(withTool(tool))).toContainEqual(expect.objectContaining({path, remedy}));
  });

  test('a parent that is none, and handles that live in each other', async () => {
    const more = {handles: {page: {parent: 'bok'}, book: {}, a: {parent: 'b'}, b: {parent: 'a'}}};
    expect(await problemsIn(withTool({on: 'page', method: 'x'}, more))).toMatchObject([
      {path: 'handles.page.parent', remedy: 'Did you mean "book"?'},
      {path: 'handles.a.parent', message: 'A handle can not live in itself'},
      {path: 'handles.b.parent'},
    ]);
  });

  test('all problems at once, and none for what is right', async () => {
    const tools = {a: {get: 'x', args: []}, b: {read: 'base46'}, c: {args: [{$new: '{x}'}]}};
    expect(await problemsIn({type: 'class', target: {}, tools})).toHaveLength(3);
    const data = [{$literal: {$ne: 1}}, {$ne: 1, $gt: 2}, {$bytes: '{d}', encoding: '{e}'}];
    expect(await problemsIn(withTool({method: 'add', args: data}))).toEqual([]);
  });
});

describe('what a library does not have is told when it is loaded', () => {
  const target = {add: () => 1, Sizes: {A4: [1, 2]}};
  test.each([
    ['a method of a chain', {chain: [{method: 'addd'}]}, 'tools.t.chain[0].method', 'Did you mean "add"?'],
    ['an export', {method: 'add', args: [{$export: 'Sizes.A5'}]}, 'tools.t.args', 'Did you mean "Sizes.A4"?'],
    ['a class', {method: 'add', args: [[{$new: 'Size'}]]}, 'tools.t.args', 'Functions are add'],
    ['a function', {method: 'add', args: [{a: {$call: 'ad'}}]}, 'tools.t.args', 'Did you mean "add"?'],
  ])('%s', async (_what, tool, path, remedy) => {
    const made = factory.createFromConfig('x', {type: 'class', target, tools: {t: tool}});
    expect(await problemsOf(made)).toMatchObject([{path, remedy}]);
  });
});

const ways = [
  'constructor.prototype',
  '__proto__.polluted',
  'a.__proto__',
  'add.constructor',
  'add.call',
  'prototype.x',
];

describe('CO01 no path leads into the language, wherever a config names one', () => {
  test.each(ways)('%s', async (way) => {
    const tools: Record<string, object> = {
      get: {on: 'page', get: way},
      set: {on: 'page', set: JSON.parse(JSON.stringify({[way]: 1})) as object},
      chain: {on: 'page', chain: [{method: 'add'}, {get: way}]},
      method: {on: 'page', chain: [{method: way}]},
      export: {args: [{$export: way}], method: 'add'},
      new: {args: [{$new: way}], method: 'add'},
      call: {args: [{deep: [{$call: way}]}], method: 'add'},
    };
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const [name, tool] of Object.entries(tools)) {
      const told = await problemsIn({type: 'class', target: {add: () => ({})}, handles, tools: {[name]: tool}});
      expect([name, told.length > 0]).toEqual([name, true]);
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  test('and none from a caller: keys and names of an input stay data', async () => {
    class Page {
      title = 'a';
    }
    const target = {Page, echo: (value: unknown) => ({value: JSON.stringify(value)})};
    const tools = {
      open: {method: 'Page', construct: true, input: {}, returns: {handle: 'page'}},
      set: {on: 'page', input: {title: 'any'}, set: {title: '{title}'}},
      title: {on: 'page', get: 'title'},
      echo: {input: {value: 'any'}, args: [{deep: '{value}'}]},
    };
    const module = await factory.createFromConfig('x', {type: 'class', target, tools});
    const page = await module.getTool('open').call({});
    const evil = JSON.parse('{"__proto__": {"polluted": 1}}') as object;

    expect(await module.getTool('set').execute({page, title: evil})).toMatchObject({
      error: {code: 'INVALID_PARAMETER'},
    });
    await module.getTool('set').call({page, title: {$call: 'echo', args: ['x']}});
    expect(await module.getTool('title').call({page})).toEqual({$call: 'echo', args: ['x']});
    expect(await module.getTool('echo').call({value: {$export: 'Page'}})).toEqual({
      value: '{"deep":{"$export":"Page"}}',
    });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('CO09 what is closed or confined stays so in chains, properties and directives', () => {
  test.each([
    ['a chain', {input: {p: 'string'}, chain: [{method: 'readFile', args: ['{p}']}]}],
    ['a property', {get: 'constants'}],
    [
      'a call among the arguments',
      {method: 'writeFile', args: ['a.txt', {$call: 'readFile', args: ['/etc/hostname']}]},
    ],
    ['an object made among the arguments', {method: 'readFile', args: [{$new: 'FileHandle'}]}],
    ['an export', {method: 'readFile', args: [{$export: 'constants.R_OK'}]}],
  ])('basePath is not gone around by %s', async (_what, tool) => {
    const told = await problemsIn({wraps: 'fs/promises', tools: {t: tool}});
    expect(told).toContainEqual(expect.objectContaining({message: 'basePath can not confine it'}));
  });

  test.each([
    ['another name of the function', {method: 'default.setPriority', args: [1]}],
    ['a chain', {chain: [{method: 'setPriority', args: [1]}]}],
    ['a call among the arguments', {method: 'hostname', args: [{$call: 'default.setPriority', args: [1]}]}],
    ['an export', {method: 'hostname', args: [{$export: 'setPriority'}]}],
  ])('a closed function is not reached by %s', async (_what, tool) => {
    const told = await problemsIn({wraps: 'os', tools: {t: tool}});
    expect(told).toContainEqual(
      expect.objectContaining({message: '"setPriority" of os can not be wrapped: it changes other processes'}),
    );
  });

  test.each([
    ['buffer', {method: 'Buffer.allocUnsafe', args: [10]}, 'allocUnsafe'],
    ['buffer', {chain: [{method: 'SlowBuffer', args: [10]}]}, 'SlowBuffer'],
    ['util', {method: '_extend', args: [{$literal: {}}, {}]}, '_extend'],
  ])('what answers the memory of others, or changes what it is given, is closed: %s %j', async (wraps, tool, name) => {
    const told = await problemsIn({wraps, tools: {t: tool}});
    expect(told).toContainEqual(
      expect.objectContaining({message: expect.stringMatching(`^"${name}" of ${wraps} can not be wrapped: `)}),
    );
  });

  test('nor as the export that an instance is made by', async () => {
    const config = {wraps: 'os', export: 'setPriority', instanceConfig: {args: [0, 1]}, tools: {t: {method: 'x'}}};
    expect(await problemsIn(config)).toContainEqual(
      expect.objectContaining({path: 'export', message: expect.stringContaining('can not be wrapped')}),
    );
  });

  test('objects of Node itself are no arguments, single values of them are', async () => {
    const tools = (name: string) => ({t: {method: 'inspect', input: {}, args: [{$export: name}]}});
    expect(await problemsOf(factory.createFromConfig('x', {wraps: 'util', tools: tools('types')}))).toMatchObject([
      {path: 'tools.t.args', message: '"types" belongs to the whole process'},
    ]);
    const module = await factory.createFromConfig('x', {
      wraps: 'util',
      tools: tools('inspect.defaultOptions.depth'),
    });
    expect(await module.getTool('t').call({})).toBe('2');
  });

  test('a config is not loaded at all while its kind has something to say', async () => {
    let loaded = false;
    class Page {
      constructor() {
        loaded = true;
      }
      add(): number {
        return 1;
      }
    }
    const tools = {add: {args: [{$new: '{x}'}]}};
    await problemsOf(factory.createFromConfig('x', {type: 'class', target: Page, tools}));
    expect(loaded).toBe(false);
  });
});

describe('CO06 the memory that small buffers share is not answered', () => {
  const secret = 'canary-4d1f-of-the-process';
  const toolsOf = async (config: object) => factory.createFromConfig('x', config);

  test('by a property of bytes', async () => {
    Buffer.from(secret);
    const read = 'latin1' as const;
    const tools = Object.fromEntries(
      ['buffer', 'parent', 'buffer.byteLength'].map((get) => [
        get.replace('.', '_'),
        {input: {}, chain: [{method: 'Buffer.from', args: ['x']}, {get}], ...(get === 'buffer' && {read: 'hex'})},
      ]),
    );
    const module = await toolsOf({wraps: 'buffer', tools});
    for (const name of Object.keys(tools)) {
      const result = await module.getTool(name).execute({});
      expect(Buffer.from(JSON.stringify(result), read).includes(secret)).toBe(false);
      expect(result).toMatchObject({error: {message: expect.stringContaining('is memory that these bytes share')}});
    }
  });

  test('by who looks at all of what it is given: bytes of an argument are in memory of their own', async () => {
    const args = [{$bytes: '{text}'}, {showHidden: true, customInspect: false, getters: true, maxArrayLength: 100_000}];
    const module = await toolsOf({wraps: 'util', tools: {inspect: {input: {text: 'string'}, args}}});
    Buffer.from(secret);
    const shown = String(await module.getTool('inspect').call({text: 'YWJj'}));
    expect(shown).toContain('[byteLength]: 3');
    expect(shown).not.toContain(Buffer.from(secret).toString('hex').replace(/../g, '$& ').trim());
    expect(shown.length).toBeLessThan(1000);
  });

  test('while the bytes themselves are, and a buffer that is theirs alone', async () => {
    const module = await toolsOf({
      wraps: 'buffer',
      tools: {
        own: {input: {}, chain: [{method: 'Buffer.alloc', args: [3, 1]}, {get: 'buffer'}], read: 'hex'},
        bytes: {input: {}, method: 'Buffer.from', args: ['abc'], read: 'utf8'},
      },
    });
    expect(await module.getTool('own').call({})).toBe('010101');
    expect(await module.getTool('bytes').call({})).toBe('abc');
  });
});

describe('what all users of a library share can not be set', () => {
  test('by a config without an object of its own', async () => {
    expect(await problemsIn({wraps: 'util', tools: {t: {set: {'inspect.defaultOptions': {}}}}})).toMatchObject([
      {path: 'tools.t.set', message: 'What belongs to the library itself can not be set'},
    ]);
  });

  test('nor by a handle that leads there', async () => {
    const module = await factory.createFromConfig('x', {
      wraps: 'zlib',
      tools: {
        shared: {get: 'codes', returns: {handle: 'shared'}},
        set: {on: 'shared', input: {value: 'any'}, set: {Z_OK: '{value}'}},
      },
    });
    const shared = await module.getTool('shared').call({});

    expect(await module.getTool('set').execute({shared, value: 1})).toMatchObject({
      error: {
        code: 'INVALID_STATE',
        message: 'The property "Z_OK" belongs to the library itself, and not to one object',
      },
    });
  });

  test('nor what a getter of it answers', async () => {
    const module = await factory.createFromConfig('x', {
      wraps: 'util',
      tools: {
        at_once: {input: {}, chain: [{get: 'inspect.defaultOptions'}, {set: {depth: 77}}]},
        path: {input: {}, chain: [{set: {'inspect.defaultOptions.depth': 77}}]},
        options: {get: 'inspect.defaultOptions', returns: {handle: 'options'}},
        by_handle: {on: 'options', input: {}, set: {depth: 77}},
      },
    });
    const options = await module.getTool('options').call({});

    for (const [name, input] of Object.entries({at_once: {}, path: {}, by_handle: {options}}))
      expect(await module.getTool(name).execute(input)).toMatchObject({
        error: {message: expect.stringContaining('belongs to the library itself')},
      });
    expect(inspect.defaultOptions.depth).toBe(2);
  });

  test('nor through a class or a prototype, while an object of its own can', async () => {
    class Page {
      static standard = 'A4';
      title = '';
    }
    const target = {Page, prototypeOf: () => Page.prototype as object, own: () => new Page(), className: () => Page};
    const tools = {
      proto: {method: 'prototypeOf', input: {}, returns: {handle: 'page'}},
      own: {input: {}, returns: {handle: 'page'}},
      set: {on: 'page', input: {}, set: {title: 'x'}},
    };
    Object.defineProperty(Page.prototype, 'title', {value: 'a', writable: true, configurable: true});
    const module = await factory.createFromConfig('x', {type: 'class', target, tools});

    const page = await module.getTool('proto').call({});
    expect(await module.getTool('set').execute({page})).toMatchObject({error: {code: 'INVALID_STATE'}});
    const own = await module.getTool('own').call({});
    expect(await module.getTool('set').execute({page: own})).toMatchObject({success: true});
    expect(Page.prototype.title).toBe('a');
  });
});

describe('handles of one object', () => {
  test('are not told to another session, nor released by it', async () => {
    const runtime = new Runtime();
    const one = {name: 'shared'};
    const module = await factory.createFromConfig(
      'x',
      {
        type: 'class',
        target: {get: () => one},
        tools: {
          get: {input: {}, returns: {handle: 'thing'}},
          free: {on: 'thing', release: true},
          name: {on: 'thing', get: 'name'},
        },
      },
      {},
      {runtime},
    );
    const [ada, bob] = [{context: {sessionId: 'ada'}}, {context: {sessionId: 'bob'}}];
    const hers = await module.getTool('get').call({}, ada);
    const his = await module.getTool('get').call({}, bob);

    expect(await module.getTool('name').execute({thing: hers}, bob)).toMatchObject({error: {code: 'HANDLE_NOT_FOUND'}});
    await module.getTool('free').call({thing: hers}, ada);
    expect(await module.getTool('name').call({thing: his}, bob)).toBe('shared');
    expect(await module.getTool('name').execute({thing: hers}, ada)).toMatchObject({error: {code: 'HANDLE_RELEASED'}});
    await module.cleanup();
  });
});

test('an iterator of a library that lies is an error and no endless wait', async () => {
  const target = {
    lies: () => ({next: () => 5}),
    throws: () => ({
      next: () => {
        throw new ToolError('CONFLICT', 'no');
      },
    }),
  };
  const tools = {lies: {input: {}, collect: {}}, throws: {input: {}, collect: {}}};
  const module = await factory.createFromConfig('x', {type: 'class', target, tools});

  expect(await module.getTool('lies').execute({})).toMatchObject({error: {code: 'OPERATION_FAILED'}});
  expect(await module.getTool('throws').execute({})).toMatchObject({error: {code: 'CONFLICT'}});
});

import {describe, expect, test} from '@jest/globals';
import {Runtime} from '../../src/core/runtime.js';
import {factory, failureOf} from './factory.js';

const calls: unknown[][] = [];
const target = {
  record: (...args: unknown[]) => {
    calls.push(args);
    return {args};
  },
  fail: (error: unknown) => {
    throw error;
  },
};

async function argsOf(tool: object, input: Record<string, unknown>): Promise<unknown> {
  const module = await factory.createFromConfig('x', {type: 'class', target, tools: {record: tool}});
  const {args} = (await module.getTool('record').call(input)) as {args: unknown};
  return args;
}

describe('the arguments of a tool', () => {
  test('inputMapping gives them in order; missing ones at the end are left out', async () => {
    const inputMapping = {data: 'content', options: 'options', callback: 'extra'};
    expect(await argsOf({inputMapping}, {content: 'x', options: {a: 1}})).toEqual(['x', {a: 1}]);
    expect(await argsOf({inputMapping}, {options: 1})).toEqual([null, 1]);
  });

  test('args are templates', async () => {
    expect(await argsOf({args: ['{a}', {b: '{b}', c: 1}, 'x-{a}']}, {a: 1})).toEqual([1, {c: 1}, 'x-1']);
  });

  test('without either: a list called args is spread, any other input is one object, none is none', async () => {
    expect(await argsOf({}, {args: [1, 2]})).toEqual([1, 2]);
    expect(await argsOf({}, {a: 1})).toEqual([{a: 1}]);
    expect(await argsOf({}, {})).toEqual([]);
  });

  test('can be changed by the library: they are copies', async () => {
    const grow = {push: (list: unknown[]) => list.push(1)};
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target: grow,
      tools: {push: {args: ['{list}'], input: {list: 'any[]'}}},
    });
    const list = [0];

    expect(await module.getTool('push').call({list})).toBe(2);
    expect(list).toEqual([0]);
  });

  test('are checked before anything is called', async () => {
    calls.length = 0;
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {record: {input: {n: 'integer'}}},
    });

    // @ts-expect-error -- the compiler knows it too
    expect(await module.getTool('record').execute({n: 'x'})).toMatchObject({
      error: {code: 'TYPE_MISMATCH', outcome: 'not_executed'},
    });
    // @ts-expect-error -- as this
    expect(await module.getTool('record').execute({m: 1})).toMatchObject({success: false});
    expect(calls).toEqual([]);
  });
});

describe('what a library throws', () => {
  const module = factory.createFromConfig('x', {
    type: 'class',
    target,
    tools: {
      fail: {
        args: ['{error}'],
        transform: {input: ({kind}: {kind: string}) => ({error: thrown[kind]})},
        input: {kind: 'string'},
        errors: {
          NO_SUCH_BOOK: {description: 'There is no such book', when: ['E_BOOK', 'BookError', 410]},
          TRY_AGAIN: {description: 'Busy', when: ['E_BUSY'], recoverable: true},
        },
      },
    },
  });
  const thrown: Readonly<Record<string, unknown>> = {
    code: Object.assign(new Error('lost'), {code: 'E_BOOK'}),
    name: Object.assign(new Error('lost'), {name: 'BookError'}),
    status: Object.assign(new Error('gone'), {response: {status: 410}}),
    busy: Object.assign(new Error('busy'), {code: 'E_BUSY'}),
    native: Object.assign(new Error('no'), {code: 'EACCES'}),
    unauthorized: Object.assign(new Error('who'), {status: 401}),
    limited: Object.assign(new Error('slow'), {statusCode: 429}),
    teapot: Object.assign(new Error('tea'), {response: {status: 418}}),
    plain: new Error('plain'),
    text: 'just a text',
    nothing: null,
  };

  test.each([
    ['code', 'NO_SUCH_BOOK'],
    ['name', 'NO_SUCH_BOOK'],
    ['status', 'NO_SUCH_BOOK'],
    ['busy', 'TRY_AGAIN'],
    ['native', 'PERMISSION_DENIED'],
    ['unauthorized', 'AUTHENTICATION_REQUIRED'],
    ['limited', 'RATE_LIMITED'],
    ['teapot', 'OPERATION_FAILED'],
    ['plain', 'EXECUTION_ERROR'],
    ['text', 'EXECUTION_ERROR'],
    ['nothing', 'EXECUTION_ERROR'],
  ])('%s becomes %s, which the metadata declares', async (kind, code) => {
    const tool = (await module).getTool('fail');
    const result = await tool.execute({kind});

    expect(result).toMatchObject({
      success: false,
      error: {code, recoverable: ['TRY_AGAIN', 'RATE_LIMITED'].includes(code)},
    });
    expect(Object.keys(tool.getMetadata().output.error.codes)).toContain(code);
  });
});

describe('secrets', () => {
  test('of the environment are in no result, error or log line', async () => {
    process.env['HAFT_TEST_SECRET'] = 'canary-secret-77';
    const lines: string[] = [];
    const runtime = new Runtime({audit: {write: (entry) => lines.push(JSON.stringify(entry))}});
    const echo = {
      say: (text: string) => ({text}),
      fail: (text: string) => {
        throw new Error(`bad ${text}`);
      },
    };
    const config = {
      type: 'class',
      target: echo,
      tools: {say: {args: [{$env: 'HAFT_TEST_SECRET'}]}, fail: {args: [{$env: 'HAFT_TEST_SECRET'}]}},
    };
    const module = await factory.createFromConfig('x', config, {}, {runtime});

    const results = [await module.getTool('say').execute({}), await module.getTool('fail').execute({})];
    delete process.env['HAFT_TEST_SECRET'];

    expect(results).toMatchObject([{success: true}, {success: false}]);
    expect(JSON.stringify([results, lines])).not.toContain('canary-secret-77');
  });

  test('a variable that is not set is a problem at load', async () => {
    const made = factory.createFromConfig('x', {
      type: 'class',
      target,
      tools: {record: {args: [{$env: 'HAFT_NOT_SET'}]}},
    });
    expect((await failureOf(made)).message).toContain('HAFT_NOT_SET is not set');
  });

  test('runtime values with the name of a secret are redacted too', async () => {
    const config = {type: 'class', target, tools: {record: {args: [{$config: 'auth.token'}]}}};
    const module = await factory.createFromConfig('x', config, {auth: {token: 'canary-token-88'}});

    expect(JSON.stringify(await module.getTool('record').execute({}))).not.toContain('canary-token-88');
  });
});

describe('a wrapped module is a module', () => {
  test('its metadata is there before anything is loaded', () => {
    const definition = factory.defineFromConfig(
      'md',
      {
        type: 'npm_library',
        module: 'not-installed-at-all',
        name: 'MarkdownModule',
        description: 'Renders',
        category: 'text',
        tags: ['a'],
        tools: {
          render: {
            description: 'Renders it',
            tags: ['b'],
            planning: {cost: 'free', sideEffects: false},
            securityTier: 0,
          },
        },
      },
      {allow: ['not-installed-at-all']},
    );

    expect(definition.getMetadata()).toMatchObject({
      name: 'md',
      module: 'MarkdownModule',
      tools: {
        render: {
          name: 'md.render',
          source: 'config',
          category: 'text',
          tags: ['a', 'b'],
          planning: {cost: 'free', sideEffects: false},
          securityTier: 0,
        },
      },
    });
  });

  test("runtime values are checked by the config's own schema", async () => {
    const config = {type: 'class', target, config: {port: {type: 'integer', required: true}}, tools: {record: {}}};

    expect((await failureOf(factory.createFromConfig('x', config, {}))).code).toBe('INVALID_CONFIG');
    expect((await failureOf(factory.createFromConfig('x', config, {port: 1, prot: 2}))).message).toContain('prot');
  });

  test('a wrapper made here is closed with the module, an object that was given is not', async () => {
    const closed: string[] = [];
    const make = (name: string): object => ({close: () => closed.push(name), ping: () => 1});
    const given = await factory.createFromConfig('x', {type: 'class', target: make('given'), tools: {ping: {}}});
    const made = await factory.createFromConfig('x', {
      type: 'class',
      target: {},
      instanceConfig: () => make('made'),
      tools: {ping: {}},
    });

    await given.cleanup();
    await made.cleanup();

    expect(closed).toEqual(['made']);
  });

  test('a config that is changed afterwards changes nothing', async () => {
    const config = {type: 'class', target, tools: {record: {args: ['before'] as unknown[]}}};
    const module = await factory.createFromConfig('x', config);
    config.tools.record.args[0] = 'after';

    expect(await module.getTool('record').call({})).toEqual({args: ['before']});
  });
});

describe('rateLimit of a config', () => {
  test('holds all its tools together; a call without a turn in its time is not executed', async () => {
    calls.length = 0;
    const module = await factory.createFromConfig('x', {
      type: 'class',
      target,
      rateLimit: {requests: 2, per: 3_600_000},
      tools: {record: {input: {n: 'integer'}}, note: {method: 'record', input: {n: 'integer'}}},
    });

    await module.getTool('record').call({n: 1});
    await module.getTool('note').call({n: 2});
    expect(await module.getTool('record').execute({n: 3}, {timeout: 50})).toMatchObject({
      success: false,
      error: {code: 'RATE_LIMITED', outcome: 'not_executed'},
    });
    expect(calls).toEqual([[{n: 1}], [{n: 2}]]);
    expect(module.getMetadata()).toMatchObject({rate: {requests: 2, per: 3_600_000}});
  });

  test('of a tool is its own, under either name', async () => {
    for (const limit of [{rateLimit: {requests: 1, per: 3_600_000}}, {rate: {requests: 1, per: 3_600_000}}]) {
      const module = await factory.createFromConfig('x', {
        type: 'class',
        target,
        tools: {record: limit, other: {method: 'record'}},
      });

      await module.getTool('record').call({});
      expect(await module.getTool('record').execute({}, {timeout: 50})).toMatchObject({error: {code: 'RATE_LIMITED'}});
      expect(await module.getTool('other').execute({})).toMatchObject({success: true});
    }
  });
});

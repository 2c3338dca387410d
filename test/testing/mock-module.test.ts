import {describe, expect, test} from '@jest/globals';
import {FileSystemModuleDefinition, GitModuleDefinition, Runtime, ToolRegistry} from 'haft';
import type {ToolResult} from 'haft';
import {FakeClock, mockModule} from 'haft/testing';
import type {MockOptions} from 'haft/testing';
import {dataOf, errorOf} from '../support/one-module.js';
import {ShelfModuleDefinition} from './shelf-module.js';

const mock = (options: MockOptions = {}): ReturnType<typeof mocked.create> =>
  mockModule(ShelfModuleDefinition, options).create();
const mocked = mockModule(ShelfModuleDefinition);

describe('a mock module', () => {
  test('answers what the output schema allows, the same for the same seed, input and tool', async () => {
    const answers: unknown[] = [];
    for (const seed of [1, 1, 2]) {
      const shelf = await mock({seed});
      const blue = await shelf.open({name: 'blue'});
      answers.push([
        await shelf.read({shelf: blue, title: 'a'}),
        await shelf.put({shelf: blue, title: 'a', text: 'b'}),
      ]);
    }

    expect(answers[0]).toEqual([{text: expect.any(String)}, {size: expect.any(Number)}]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).not.toEqual(answers[0]);
  });

  test('answers the same in whatever order calls come', async () => {
    const fs = mockModule(FileSystemModuleDefinition);
    const [one, other] = [await fs.create(), await fs.create()];
    const first = await one.read({path: 'a'});
    await other.read({path: 'b'});

    expect(await other.read({path: 'a'})).toEqual(first);
  });

  test.each([
    ['fs', FileSystemModuleDefinition],
    ['git', GitModuleDefinition],
  ])('stands for every tool of %s: each answers by its own schema', async (_name, definition) => {
    const metadata = definition.getMetadata();
    for (const seed of [1, 2, 3]) {
      const module = await mockModule<unknown>(metadata, {seed}).create();
      const {getTool} = module as {getTool(name: string): {execute(input: object): Promise<ToolResult>}};
      const makers = Object.values(metadata.tools).filter(({planning}) => planning.produces.length > 0);
      for (const {tool, examples, inputSchema, planning} of Object.values(metadata.tools)) {
        const [type] = planning.consumes;
        const maker = makers.find((it) => it.planning.produces.includes(type ?? ''));
        const made =
          maker && dataOf(await getTool.call(module, maker.tool).execute(maker.examples[0]!.input as object));
        const bound = Object.entries(inputSchema.properties ?? {}).filter(([, {handle}]) => handle === type && type);
        const input = {...(examples[0]!.input as object), ...Object.fromEntries(bound.map(([name]) => [name, made]))};
        const result = await getTool.call(module, tool).execute(withoutNames(input));
        expect([tool, result.error]).toEqual([tool, undefined]);
      }
    }
  });

  test('checks input, handles and config as the real one does', async () => {
    const shelf = await mock();
    const blue = await shelf.open('blue');
    const calls = [
      shelf.getTool('open').execute({name: 'Blue'}),
      shelf.getTool('read').execute({shelf: blue} as never),
      shelf.getTool('read').execute({shelf: {_handle: true, _type: 'shelf', _id: 'shelf_1'} as never, title: 'a'}),
      shelf.getTool('read').execute({shelf: blue, title: 'a'}, {context: {sessionId: 'another'}}),
      shelf.getTool('read').execute({shelf: blue, name: 'a'} as never),
    ];
    const codes = (await Promise.all(calls)).map((result) => result.error?.code);

    expect(codes).toEqual([
      'INVALID_PARAMETER',
      'MISSING_PARAMETER',
      'HANDLE_NOT_FOUND',
      'HANDLE_NOT_FOUND',
      undefined,
    ]);
    await expect(mocked.create({folder: '/', fodler: 1})).rejects.toThrow('fodler');
    expect(JSON.stringify((await mocked.create({folder: '/', token: 'shelf-4711'})).config)).toBe('{"folder":"/"}');
  });

  test('makes handles that are live, released with the module, and as public as they are told', async () => {
    const runtime = new Runtime();
    const shelf = await mockModule(ShelfModuleDefinition, {handles: {shelf: {name: 'green'}}}).create(
      {folder: '/'},
      runtime,
    );
    const green = await shelf.openShelf({name: 'blue'});

    expect(green).toMatchObject({_handle: true, _type: 'shelf', name: 'green'});
    expect(runtime.handles.list()).toHaveLength(1);
    await shelf.cleanup();
    expect(runtime.handles.list()).toEqual([]);
    expect(errorOf(await shelf.getTool('open').execute({name: 'blue'})).code).toBe('INVALID_STATE');
  });

  test('answers what it is told: data, data filled up, or what a function makes of input and resources', async () => {
    const shelf = await mock({
      handles: {shelf: {name: 'blue'}},
      answers: {
        read: (input: {shelf: {fields: {name: string}}; title: string}) => ({
          text: `${input.shelf.fields.name}/${input.title}`,
        }),
        put: {size: 5},
      },
    });
    const blue = await shelf.open('blue');
    const fs = await mockModule(FileSystemModuleDefinition, {answers: {read: {content: 'told'}}}).create();

    expect(await shelf.read({shelf: blue, title: 'a'})).toEqual({text: 'blue/a'});
    expect(await shelf.put({shelf: blue, title: 'a', text: ''})).toEqual({size: 5});
    expect(await fs.read({path: 'a'})).toMatchObject({content: 'told', size: expect.any(Number)});
  });

  test('is held to the output schema in what it is told, too', async () => {
    const shelf = await mock({answers: {open: 5}});

    expect(errorOf(await shelf.getTool('open').execute({name: 'blue'})).code).toBe('INVALID_OUTPUT');
  });

  test('fails as it is told, always or so many times, with codes that the tool declares', async () => {
    const shelf = await mock({
      failures: {read: 'RESOURCE_NOT_FOUND', put: {code: 'OPERATION_FAILED', message: 'Jammed', times: 2}},
    });
    const blue = await shelf.open('blue');
    const put = async (): Promise<string | undefined> =>
      (await shelf.getTool('put').execute({shelf: blue, title: 'a', text: ''})).error?.message;

    expect(await shelf.getTool('read').execute({shelf: blue, title: 'a'})).toMatchObject({
      error: {code: 'RESOURCE_NOT_FOUND'},
    });
    expect([await put(), await put(), await put()]).toEqual(['Jammed', 'Jammed', undefined]);
  });

  test('takes the time it is told, by the clock of its runtime, and stops when it is told to', async () => {
    const clock = new FakeClock();
    const shelf = await mockModule(ShelfModuleDefinition, {latency: {open: 500}}).create(
      undefined,
      new Runtime({clock}),
    );
    const slow = shelf.getTool('open').execute({name: 'blue'});
    const late = shelf.getTool('open').execute({name: 'blue'}, {timeout: 400});
    await clock.advance(500);

    expect((await slow).metadata.duration).toBe(500);
    expect(errorOf(await late).code).toBe('OPERATION_TIMEOUT');
    expect(clock.waiting).toBe(0);
  });

  test('can be taken back where the real one can', async () => {
    const shelf = await mock();
    const blue = await shelf.open('blue');
    const {metadata} = await shelf.getTool('put').execute({shelf: blue, title: 'a', text: ''});

    expect(await shelf.runtime.undo(metadata.undo)).toMatchObject({success: true});
    expect((await shelf.getTool('read').execute({shelf: blue, title: 'a'})).metadata.undo).toBeUndefined();
  });

  test('is a provider: a registry finds, makes, polices and ends it', async () => {
    const runtime = new Runtime({policy: ({tool}) => (tool === 'shelf.put' ? 'deny' : 'allow')});
    const registry = new ToolRegistry({runtime, providers: {shelf: mocked}});
    await registry.createModule('shelf');
    const blue = dataOf(await registry.execute('shelf.open', {name: 'blue'}));

    expect(registry.searchTools('read a note of a shelf')[0]).toMatchObject({name: 'shelf.read'});
    expect(registry.getTool('shelf.read').getMetadata().source).toBe('mock');
    expect(errorOf(await registry.execute('shelf.put', {shelf: blue, title: 'a', text: 'b'})).code).toBe(
      'PERMISSION_DENIED',
    );
    await registry.cleanup();
    expect(runtime.handles.list()).toEqual([]);
  });

  test.each<[string, MockOptions, string]>([
    ['a misspelt option', {sed: 1} as never, 'Options of mockModule: "sed" is not known'],
    ['a tool that there is not', {answers: {raed: {}}}, '"raed" is not known'],
    ['a type of handle that there is not', {handles: {shlef: {}}}, '"shlef" is not known'],
    [
      'a code that the tool does not declare',
      {failures: {open: 'MERGE_CONFLICT'}},
      'shelf.open can not fail with MERGE_CONFLICT',
    ],
  ])('refuses %s', (_what, options, says) => {
    expect(() => mockModule(ShelfModuleDefinition, options)).toThrow(says);
  });
});

/** Input of an example without the names of what its steps would have made. */
const withoutNames = (input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => typeof value !== 'string' || !value.startsWith('$')));

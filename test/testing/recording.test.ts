import {describe, expect, test} from '@jest/globals';
import {FileSystemModuleDefinition, Runtime, ToolRegistry} from 'haft';
import {mockModule, recordCalls, replayModule} from 'haft/testing';
import {errorOf} from '../support/one-module.js';
import {useTempFolders} from '../support/temp-folder.js';
import {ShelfModuleDefinition} from './shelf-module.js';

const tempFolder = useTempFolders();

/** A job with handles, a failure, and one question asked twice with two answers. */
async function job(shelf: Awaited<ReturnType<typeof ShelfModuleDefinition.create>>): Promise<unknown[]> {
  const blue = await shelf.open({name: 'blue'});
  const missing = await shelf.getTool('read').execute({shelf: blue, title: 'a'});
  await shelf.put({shelf: blue, title: 'a', text: 'one'});
  const one = await shelf.read({title: 'a', shelf: blue._id});
  const put = await shelf.getTool('put').execute({shelf: blue, name: 'a', text: 'two'} as never);
  return [
    errorOf(missing).message,
    one,
    await shelf.read({shelf: blue, title: 'a'}),
    put.success,
    'undo' in put.metadata,
  ];
}

describe('a recorder', () => {
  test('notes tool, input, result, order and duration of every call, by method and by execute', async () => {
    const shelf = await mockModule(ShelfModuleDefinition).create();
    const calls = recordCalls(shelf);
    const blue = await shelf.open('blue');
    await shelf.getTool('read').execute({shelf: blue, title: 'a'}, {context: {sessionId: 'another'}});

    expect(calls.tools).toEqual(['shelf.open', 'shelf.read']);
    expect(calls.first).toMatchObject({order: 1, tool: 'shelf.open', input: {name: 'blue'}, result: {data: blue}});
    expect(calls.last).toMatchObject({order: 2, context: {sessionId: 'another'}, result: {success: false}});
    expect(calls.last?.duration).toEqual(expect.any(Number));
    expect(calls.of('read')).toEqual(calls.of('shelf.read'));
    expect([...calls]).toHaveLength(calls.length);
  });

  test('notes the input as it was when the call began, and calls that are still running', async () => {
    const shelf = await mockModule(ShelfModuleDefinition).create();
    const calls = recordCalls(shelf);
    const input = {name: 'blue'};
    const running = shelf.getTool('open').execute(input);
    input.name = 'red';

    expect(calls.last).toMatchObject({input: {name: 'blue'}, result: undefined, duration: undefined});
    await running;
    expect(calls.last?.result?.success).toBe(true);
  });

  test('records several modules or a registry in one order', async () => {
    const registry = new ToolRegistry({
      providers: {shelf: mockModule(ShelfModuleDefinition), fs: mockModule(FileSystemModuleDefinition)},
    });
    await registry.createModule('shelf');
    await registry.createModule('fs');
    const all = recordCalls(registry);
    const both = recordCalls([registry.getModule('fs'), registry.getModule('shelf')]);
    await registry.execute('fs.read', {path: 'a'});
    await registry.execute('shelf.open', {name: 'blue'});

    expect(all.tools).toEqual(['fs.read', 'shelf.open']);
    expect(both.tools).toEqual(all.tools);
    await registry.cleanup();
  });

  test('can be cleared, and stopped', async () => {
    const shelf = await mockModule(ShelfModuleDefinition).create();
    const calls = recordCalls(shelf);
    await shelf.open('blue');
    calls.clear();
    expect(calls.length).toBe(0);
    await shelf.open('blue');
    calls.stop();
    await shelf.open('red');

    expect(calls.tools).toEqual(['shelf.open']);
    expect(() => recordCalls({} as never)).toThrow('can not be recorded');
    expect(() => recordCalls([])).toThrow('an empty list');
  });

  test('writes no secret into a recording', async () => {
    const runtime = new Runtime();
    const folder = await tempFolder();
    const shelf = await ShelfModuleDefinition.create({folder, token: 'shelf-secret-0815'}, runtime);
    const calls = recordCalls(shelf);
    await shelf
      .getTool('open')
      .execute({name: 'x', password: 'hunter2!', url: 'https://me:hunter2!@a.example'} as never);
    await shelf.getTool('open').execute({name: 'shelf-secret-0815'});
    await shelf.getTool('open').execute({name: 'x', 'shelf-secret-0815': 1} as never);
    const text = JSON.stringify(calls);

    expect(text).not.toMatch(/hunter2|0815/);
    expect(JSON.parse(text)).toMatchObject({kind: 'haft-recording', version: 1, calls: [{tool: 'shelf.open'}, {}, {}]});
    await shelf.cleanup();
  });
});

describe('a recording of input that is no JSON', () => {
  test('holds what can be read of it', async () => {
    const shelf = await mockModule(ShelfModuleDefinition).create();
    const calls = recordCalls(shelf);
    const circle: Record<string, unknown> = {name: 'round'};
    circle['self'] = circle;
    await shelf.getTool('open').execute(circle as never);
    const closed = Object.defineProperty({name: 'closed'}, 'secretive', {
      enumerable: true,
      get: () => {
        throw new Error('not today');
      },
    });
    await shelf.getTool('open').execute(closed);

    expect(JSON.parse(JSON.stringify(calls))).toMatchObject({
      calls: [{input: {name: 'round'}}, {input: {name: 'closed'}}],
    });
  });
});

describe('a replay', () => {
  test('answers as the module did, handles and failures and changing answers included, with nothing behind it', async () => {
    const folder = await tempFolder();
    const real = await ShelfModuleDefinition.create({folder});
    const calls = recordCalls(real);
    const answers = await job(real);
    await real.cleanup();

    const replay = replayModule(ShelfModuleDefinition, JSON.parse(JSON.stringify(calls)));
    const shelf = await replay.create();
    expect(await job(shelf)).toEqual(answers);
    // Once more: the last answer stays, and a handle stands for the same thing.
    const blue = await shelf.open('blue');
    expect(await shelf.read({shelf: blue, title: 'a'})).toEqual({text: 'two'});
    expect(shelf.runtime.handles.list().filter(({type}) => type === 'shelf')).toHaveLength(1);
    await shelf.cleanup();
  });

  test('says which calls it has, when it is asked for another', async () => {
    const folder = await tempFolder({'a.txt': 'text'});
    const fs = await FileSystemModuleDefinition.create({basePath: folder});
    const calls = recordCalls(fs);
    await fs.read('a.txt');
    const replay = await replayModule(FileSystemModuleDefinition, calls).create();
    const error = errorOf(await replay.getTool('read').execute({path: 'b.txt'}));

    expect(await replay.read({file: 'a.txt'} as never)).toMatchObject({content: 'text'});
    expect(error).toMatchObject({code: 'EXECUTION_ERROR', outcome: 'not_executed'});
    expect(error.message).toMatch(/^No recorded call of fs\.read has the input .*b\.txt/);
    expect(error.suggestions?.join()).toContain('a.txt');
    expect(errorOf(await replay.getTool('glob').execute({pattern: '*'})).suggestions).toEqual(['Record such a call']);
    await fs.cleanup();
  });

  test('refuses what is no recording, and one of another module', () => {
    expect(() => replayModule(ShelfModuleDefinition, {calls: []})).toThrow('This is no recording');
    const other = {kind: 'haft-recording', version: 1, calls: [{tool: 'fs.glob', input: {}, result: {}}]};
    expect(() => replayModule(ShelfModuleDefinition, other)).toThrow('The recording has no call of module shelf');
  });
});

import {inspect} from 'node:util';

import {describe, expect, test} from '@jest/globals';

import {defineModule, defineTool, ModuleDefinition, ModuleInstance, Runtime, ToolError} from '../../src/sdk.js';
import {dataOf, errorOf} from '../support/one-module.js';
import {NotesInstance, NotesModuleDefinition} from './notes-module.js';

describe('a module of defineModule', () => {
  test('is a definition class whose instances are instances of their class', async () => {
    expect(Object.getPrototypeOf(NotesModuleDefinition)).toBe(ModuleDefinition);
    expect(NotesModuleDefinition.name).toBe('NotesModuleDefinition');
    const notes = await NotesModuleDefinition.create();
    expect(notes).toBeInstanceOf(NotesInstance);
    expect(notes).toBeInstanceOf(ModuleInstance);
    expect(notes.moduleDefinition).toBe(NotesModuleDefinition);
    expect(notes.titles).toEqual(['haft']);
  });

  test('has its config validated, defaulted and frozen', async () => {
    const notes = await NotesModuleDefinition.create({limit: 3});
    expect(notes.config).toEqual({shelf: 'top', limit: 3});
    expect(Object.isFrozen(notes.config)).toBe(true);
    const silent = await NotesModuleDefinition.create({shelf: undefined});
    expect(silent.config).toEqual({shelf: 'top', limit: 10});
  });

  test('refuses a bad config with every problem', async () => {
    const bad = {limit: 0, shlef: 'x', shelf: 4} as unknown as {limit: number};
    await expect(NotesModuleDefinition.create(bad)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      outcome: 'not_executed',
      suggestions: expect.arrayContaining(['Did you mean "shelf" instead of "shlef"?']),
      context: {module: 'notes', problems: expect.arrayContaining([expect.objectContaining({path: 'limit'})])},
    });
    await expect(NotesModuleDefinition.create(bad)).rejects.toThrow(/limit.*shlef|shlef.*limit/s);
    for (const config of [null, 'x', 5, []]) {
      await expect(NotesModuleDefinition.create(config as never)).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    }
    await expect(NotesModuleDefinition.create(JSON.parse('{"__proto__": {"a": 1}}') as never)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });

  test('says what is wrong with a config without being made, where a schema can not say it', async () => {
    const connected: unknown[] = [];
    const tide = defineModule({
      name: 'tide',
      module: 'Tide',
      description: 'x',
      config: {low: {type: 'integer', default: 0}, high: {type: 'integer', required: true}},
      checkConfig: ({low, high}) => {
        if (low >= high) throw new ToolError('INVALID_CONFIG', `low ${String(low)} is not below high ${String(high)}`);
      },
      connect: (config) => connected.push(config),
      tools: [],
    });
    await expect(tide.checkConfig({high: 0})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'low 0 is not below high 0',
    });
    await expect(tide.checkConfig({low: 'x'})).rejects.toThrow('"high" is missing');
    await expect(tide.checkConfig({high: 1})).resolves.toBeUndefined();
    expect(connected).toEqual([]);
    await expect(NotesModuleDefinition.checkConfig({limit: 3})).resolves.toBeUndefined();
  });

  test('does not change the config it was given', async () => {
    const nested = defineModule({
      name: 'nested',
      module: 'Nested',
      description: 'x',
      config: {options: {type: 'object', properties: {depth: {type: 'integer', default: 3}}}},
      tools: [],
    });
    const given = {options: {}};
    const module = await nested.create(given);
    expect(module.config).toEqual({options: {depth: 3}});
    expect(given).toEqual({options: {}});
  });

  test('keeps live objects of its config as they are', async () => {
    const client = {answer: () => 42, self: null as unknown};
    client.self = client;
    const wrapping = defineModule({name: 'w', module: 'W', description: 'x', config: {client: 'any'}, tools: []});
    const module = await wrapping.create({client});
    expect(module.config.client).toBe(client);
  });

  test('keeps secrets out of sight', async () => {
    const notes = await NotesModuleDefinition.create({
      token: 'canary-token',
      login: {user: 'ada', pass: 'canary-pass'},
    });
    expect(notes.config.token).toBe('canary-token');
    expect(notes.config.login).toEqual({user: 'ada', pass: 'canary-pass'});
    for (const shown of [
      JSON.stringify(notes),
      JSON.stringify(notes.config),
      inspect(notes, {depth: 9}),
      inspect(notes.config),
      JSON.stringify({...notes.config}),
      JSON.stringify(notes.getMetadata()),
    ]) {
      expect(shown).not.toContain('canary');
    }
  });

  test('tells no secret when its config is refused', async () => {
    const picky = defineModule({
      name: 'picky',
      module: 'Picky',
      description: 'x',
      config: {pin: {type: 'integer', secret: true}, word: {type: 'string', pattern: '^[a-z]+$', secret: true}},
      tools: [],
    });
    const error: unknown = await picky
      .create({pin: 'canary-1', word: 'CANARY-2'} as never)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({code: 'INVALID_CONFIG'});
    expect(inspect(error, {depth: 9, showHidden: false})).not.toMatch(/canary/i);
  });

  test('tells no secret when it can not connect', async () => {
    const failing = defineModule({
      name: 'failing',
      module: 'Failing',
      description: 'x',
      config: {token: {type: 'string', secret: true, required: true}},
      tools: [],
      connect: ({token}): never => {
        throw new Error(`401 for ${token}`, {cause: {headers: {authorization: token}}});
      },
    });
    const error: unknown = await failing.create({token: 'canary-1'}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain('401 for');
    expect(inspect(error, {depth: 9})).not.toContain('canary');
  });

  test('has its client out of sight', async () => {
    const notes = await NotesModuleDefinition.create();
    expect(notes.wrappedInstance.books.size).toBe(1);
    expect(Object.keys(notes)).not.toContain('wrappedInstance');
    expect(JSON.stringify(notes)).not.toContain('books');
  });

  test('tells about itself before any instance is', () => {
    const metadata = NotesModuleDefinition.getMetadata();
    expect(metadata).toMatchObject({
      name: 'notes',
      module: 'NotesModule',
      description: 'Books that can be read',
      version: '1.2.3',
      category: 'files',
      tags: ['book'],
      requirements: ['a shelf'],
      limitations: ['reads only'],
      configSchema: {
        type: 'object',
        properties: {shelf: {type: 'string', default: 'top'}},
        additionalProperties: false,
      },
      handles: {book: 'An open book'},
    });
    expect(Object.keys(metadata.tools)).toEqual(['open', 'read', 'then', 'config']);
    expect(NotesModuleDefinition.getMetadata()).toBe(metadata);
  });

  test('tells the same when it is alive', async () => {
    const notes = await NotesModuleDefinition.create();
    expect(notes.getMetadata()).toEqual(NotesModuleDefinition.getMetadata());
  });

  test.each([
    ['two tools of one name', ['a', 'a'], []],
    ['an alias that is a tool', ['a', 'b'], ['b']],
  ])('%s are refused', (_name, names, aliases) => {
    const tools = names.map((name, index) =>
      defineTool({name, description: 'x', aliases: index === 0 ? aliases : [], run: () => 1}),
    );
    expect(() => defineModule({name: 'm', module: 'M', description: 'x', tools})).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG', message: expect.stringContaining('Module m has two tools')}),
    );
  });

  test('has an own runtime, or the one that it is given', async () => {
    const runtime = new Runtime();
    const [first, second, alone] = [
      await NotesModuleDefinition.create({}, runtime),
      await NotesModuleDefinition.create({}, runtime),
      await NotesModuleDefinition.create(),
    ];
    expect(first.runtime).toBe(runtime);
    expect(second.runtime).toBe(runtime);
    expect(alone.runtime).not.toBe(runtime);
    await first.open({title: 'haft'});
    expect(runtime.handles.size).toBe(1);
    expect(alone.runtime.handles.size).toBe(0);
  });

  test('does not take handles of another instance, be it of the same runtime', async () => {
    const runtime = new Runtime();
    const first = await NotesModuleDefinition.create({}, runtime);
    const second = await NotesModuleDefinition.create({}, runtime);
    const handle = await first.open({title: 'haft'});
    await expect(first.read({book: handle})).resolves.toEqual({text: 'A book of handles', page: 1});
    await expect(second.read({book: handle})).rejects.toMatchObject({code: 'HANDLE_NOT_FOUND'});
  });

  test('takes a handle, its id, its JSON, and a whole result', async () => {
    const notes = await NotesModuleDefinition.create();
    const result = await notes.getTool('open').execute({title: 'haft'});
    const handle = dataOf(result);
    for (const book of [handle, handle._id, JSON.parse(JSON.stringify(handle)) as typeof handle, result]) {
      await expect(notes.read({book})).resolves.toMatchObject({page: 1});
    }
    const failed = await notes.getTool('open').execute({title: 'none'});
    expect(errorOf(await notes.getTool('read').execute({book: failed as never})).code).toBe('INVALID_PARAMETER');
  });
});

describe('defineTool', () => {
  test.each(['', '1a', 'a b', '__proto__', 'a'.repeat(65), 'a/b'])('refuses the name %j', (name) => {
    expect(() => defineTool({name, description: 'x', run: () => 1})).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG'}),
    );
  });

  test('refuses a tool without run', () => {
    expect(() => defineTool({name: 'a', description: 'x'} as never)).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG'}),
    );
  });

  test('gives a definition that can not be changed', () => {
    expect(Object.isFrozen(defineTool({name: 'a', description: 'x', run: () => 1}))).toBe(true);
  });
});

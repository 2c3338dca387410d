import {inspect} from 'node:util';

import {describe, expect, test} from '@jest/globals';

import {
  defineHandle,
  defineModule,
  defineTool,
  ModuleDefinition,
  ModuleInstance,
  Runtime,
  Tool,
} from '../../src/sdk.js';
import {FakeClock} from '../../src/testing/fake-clock.js';
import {deferred, errorOf} from '../support/one-module.js';
import {NotesModuleDefinition} from './notes-module.js';

const thing = defineHandle('thing', {description: 'A thing'});

describe('initialize', () => {
  test('runs once, whoever asks for it and how often', async () => {
    let times = 0;
    class Slow extends ModuleInstance {
      override createTools(): void {}
      override async initialize(): Promise<void> {
        await Promise.resolve();
        times++;
      }
    }
    const instance = new Slow();
    await Promise.all([instance.initialize(), instance.initialize()]);
    await instance.initialize();
    expect(times).toBe(1);
  });

  test('that fails cleans up, leaves nothing, and can be tried again', async () => {
    const steps: string[] = [];
    class Fragile extends ModuleInstance {
      override createTools(): void {}
      override async initialize(): Promise<void> {
        steps.push('initialize');
        this.runtime.handles.create(thing, {}, {owner: {module: 'fragile', instance: this}});
        if (steps.length === 1) throw new Error('not yet');
      }
      override async cleanup(): Promise<void> {
        steps.push('cleanup');
      }
    }
    const instance = new Fragile();
    await expect(instance.initialize()).rejects.toThrow('not yet');
    expect(steps).toEqual(['initialize', 'cleanup']);
    expect(instance.runtime.handles.size).toBe(0);
    await instance.initialize();
    expect(steps).toEqual(['initialize', 'cleanup', 'initialize']);
    await expect(instance.healthCheck()).resolves.toMatchObject({healthy: true});
  });

  test('that fails in connect rejects create with its reason', async () => {
    const failing = defineModule({
      name: 'failing',
      module: 'Failing',
      description: 'x',
      tools: [],
      connect: (): Promise<never> => Promise.reject(new Error('no server')),
    });
    await expect(failing.create()).rejects.toThrow('no server');
  });
});

describe('cleanup', () => {
  test('releases handles, newest first, then the client, once', async () => {
    const notes = await NotesModuleDefinition.create();
    const {wrappedInstance} = notes;
    const gone: string[] = [];
    for (const name of ['a', 'b']) {
      notes.runtime.handles.create(
        thing,
        {},
        {owner: {module: 'notes', instance: notes}, dispose: () => void gone.push(name)},
      );
    }
    await Promise.all([notes.cleanup(), notes.cleanup()]);
    await notes.cleanup();
    expect(gone).toEqual(['b', 'a']);
    expect(wrappedInstance.log).toEqual(['closed']);
    expect(notes.runtime.handles.size).toBe(0);
  });

  test('leaves the handles of others', async () => {
    const runtime = new Runtime();
    const [first, second] = [
      await NotesModuleDefinition.create({}, runtime),
      await NotesModuleDefinition.create({}, runtime),
    ];
    const book = await second.open('haft');
    await first.open('haft');
    await first.cleanup();
    await expect(second.read(book)).resolves.toMatchObject({page: 1});
  });

  test('goes on past a failing handle and a failing client, tells both, and is not repeated', async () => {
    let closes = 0;
    const failing = defineModule({
      name: 'failing',
      module: 'Failing',
      description: 'x',
      config: {token: {type: 'string', secret: true}},
      tools: [],
      connect: () => ({}),
      close: () => {
        closes++;
        throw new Error('client stuck with canary-1');
      },
    });
    const module = await failing.create({token: 'canary-1'});
    const dispose = (): never => {
      throw new Error('handle stuck with canary-1');
    };
    module.runtime.handles.create(thing, {}, {owner: {module: 'failing', instance: module}, dispose});
    const error: unknown = await module.cleanup().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({code: 'CLEANUP_INCOMPLETE'});
    expect((error as Error).message).toMatch(/handle stuck.*client stuck/);
    expect(inspect(error, {depth: 9})).not.toContain('canary');
    await module.cleanup().catch(() => undefined);
    expect(closes).toBe(1);
    expect(module.runtime.handles.size).toBe(0);
  });

  test('makes the tools refuse', async () => {
    const notes = await NotesModuleDefinition.create();
    await notes.cleanup();
    expect(errorOf(await notes.getTool('open').execute({title: 'haft'}))).toMatchObject({
      code: 'INVALID_STATE',
      message: 'Module notes was cleaned up',
      outcome: 'not_executed',
      suggestions: ['Create the module again'],
    });
  });

  test('closes what is wrapped, where it can be closed', async () => {
    let closed = 0;
    class Wrapping extends ModuleInstance {
      override createTools(): void {}
      override async initialize(): Promise<void> {
        this.wrappedInstance = {close: () => closed++};
      }
    }
    const instance = new Wrapping();
    await instance.initialize();
    await instance.cleanup();
    expect(closed).toBe(1);
    await new Wrapping().cleanup();
    expect(closed).toBe(1);
  });

  test('runs the cleanup of an instance class, and the close of its definition', async () => {
    const steps: string[] = [];
    class Own extends ModuleInstance {
      override async cleanup(): Promise<void> {
        steps.push('own');
      }
    }
    const both = defineModule({
      name: 'both',
      module: 'Both',
      description: 'x',
      tools: [],
      Instance: Own,
      connect: () => ({}),
      close: () => void steps.push('close'),
    });
    await (await both.create()).cleanup();
    expect(steps.sort()).toEqual(['close', 'own']);
  });
});

describe('healthCheck', () => {
  test('says whether the module can do its work, and how long the answer took', async () => {
    const clock = new FakeClock();
    const notes = await NotesModuleDefinition.create({}, new Runtime({clock}));
    await expect(notes.healthCheck()).resolves.toEqual({healthy: true, latency: 0});
    notes.wrappedInstance.healthy = false;
    await expect(notes.healthCheck()).resolves.toEqual({healthy: false, latency: 0, error: 'The shelf fell down'});
    await notes.cleanup();
    await expect(notes.healthCheck()).resolves.toMatchObject({healthy: false, error: 'The module was cleaned up'});
  });

  test('takes its time', async () => {
    const clock = new FakeClock();
    const gate = deferred<number>();
    const slow = defineModule({
      name: 's',
      module: 'S',
      description: 'x',
      tools: [],
      connect: () => 1,
      check: () => gate.promise,
    });
    const module = await slow.create({}, new Runtime({clock}));
    const health = module.healthCheck();
    await clock.advance(250);
    gate.resolve(1);
    await expect(health).resolves.toEqual({healthy: true, latency: 250});
  });
});

describe('the base classes of seed 004', () => {
  test('say what a subclass must do', async () => {
    await expect(ModuleDefinition.create()).rejects.toThrow('Must be implemented by subclass');
    expect(() => ModuleDefinition.getMetadata()).toThrow('Must be implemented by subclass');
    expect(() => {
      new ModuleInstance().createTools();
    }).toThrow('Must be implemented by subclass');
  });

  test('take their names from classes and metadata', () => {
    class GitModuleInstance extends ModuleInstance {}
    class GitModuleDefinition extends ModuleDefinition {}
    class Named extends ModuleDefinition {
      static override getMetadata(): object {
        return {module: 'MailModule', category: 'mail'};
      }
    }
    expect(new GitModuleInstance().name).toBe('git');
    expect(new GitModuleInstance(GitModuleDefinition).name).toBe('git');
    expect(new ModuleInstance(Named).name).toBe('mail');
    expect(new ModuleInstance(Named).getMetadata()).toMatchObject({module: 'MailModule', category: 'mail'});
  });

  test('getTool finds own tools only, and names the nearest', async () => {
    const notes = await NotesModuleDefinition.create();
    const getTool = (name: unknown) => () => (notes as unknown as ModuleInstance).getTool(name as string);
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(getTool(name)).toThrow(`Tool '${name}' not found in module`);
    }
    expect(getTool('raed')).toThrow(
      expect.objectContaining({code: 'TOOL_NOT_FOUND', suggestions: ["Did you mean 'read'?"]}),
    );
    expect(getTool('zzzzzz')).toThrow(
      expect.objectContaining({suggestions: ['Tools of notes are open, read, then, config']}),
    );
    expect(getTool(undefined)).toThrow("Tool 'undefined' not found in module");
  });

  test('list their tools', async () => {
    const notes = await NotesModuleDefinition.create();
    expect(notes.getTools().map(({name}) => name)).toEqual(['open', 'read', 'then', 'config']);
    expect(notes.getTools().every((tool) => tool instanceof Tool)).toBe(true);
  });

  test('tools that are added during initialize become methods, too', async () => {
    class Late extends ModuleInstance {
      override async initialize(): Promise<void> {
        this.tools['hello'] = new Tool({name: 'hello', execute: () => 'hi'});
      }
    }
    const late = new Late();
    await late.initialize();
    await expect((late as unknown as {hello: () => Promise<unknown>}).hello()).resolves.toBe('hi');
  });
});

describe('a runtime', () => {
  test('that is closed releases all handles and tells what could not be', async () => {
    const runtime = new Runtime();
    const notes = await NotesModuleDefinition.create({}, runtime);
    await notes.open('haft');
    await runtime.close();
    expect(runtime.handles.size).toBe(0);
    await expect(runtime.close()).resolves.toBeUndefined();
  });

  test('has these limits, of which each can be changed', () => {
    expect(new Runtime().limits).toEqual({timeout: 30_000, maxHandles: 10_000, maxDepth: 64, maxConcurrent: undefined});
    expect(new Runtime({limits: {maxDepth: 3}}).limits).toMatchObject({timeout: 30_000, maxDepth: 3});
    expect(new Runtime({limits: {timeout: undefined as unknown as number}}).limits.timeout).toBe(30_000);
  });

  test('bounds the depth of input and of data', async () => {
    const echo = defineTool({
      name: 'echo',
      description: 'x',
      input: {value: 'any'},
      run: (_module, {value}) => ({deeper: {value}}),
    });
    const module = await defineModule({name: 'm', module: 'M', description: 'x', tools: [echo]}).create(
      {},
      new Runtime({limits: {maxDepth: 4}}),
    );
    const nest = (levels: number): unknown => (levels === 0 ? 1 : {a: nest(levels - 1)});
    expect(errorOf(await module.getTool('echo').execute({value: nest(4)}))).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      outcome: 'not_executed',
    });
    expect(errorOf(await module.getTool('echo').execute({value: nest(3)}))).toMatchObject({
      code: 'INVALID_OUTPUT',
      outcome: 'unknown',
    });
    expect((await module.getTool('echo').execute({value: nest(2)})).success).toBe(true);
  });
});

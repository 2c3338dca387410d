import {describe, expect, test} from '@jest/globals';

import {Executable} from '../../src/core/executable.js';
import {ModuleInstance, Runtime, Tool, ToolError, ToolModule} from '../../src/sdk.js';
import {dataOf, errorOf} from '../support/one-module.js';

const answering = (answer: unknown): Tool => new Tool({name: 'answer', execute: () => answer});

describe('new Tool({name, execute, getMetadata})', () => {
  test.each([
    ['a value', 42, 42],
    ['nothing', undefined, null],
    ['an object', {a: 1}, {a: 1}],
    ['a result', {success: true, data: {a: 1}}, {a: 1}],
    ['a result that says "result"', {success: true, result: {a: 1}}, {a: 1}],
    ['a result of seed 003', {ok: true, value: {a: 1}}, {a: 1}],
    ['a result with its data beside it', {success: true, a: 1}, {a: 1}],
    ['a result without data', {success: true}, null],
    ['data that has a field "data"', {data: 1, status: 200}, {data: 1, status: 200}],
  ])('answers %s', async (_name, answer, data) => {
    expect(dataOf(await answering(answer).execute({}))).toEqual(data);
    expect(dataOf(await answering(Promise.resolve(answer)).execute({}))).toEqual(data);
  });

  test.each([
    ['a failure', {success: false, error: {code: 'NO_CHANGES', message: 'Nothing'}}, 'NO_CHANGES', 'Nothing'],
    ['a failure of seed 003', {ok: false, error: {code: 'NO_CHANGES', message: 'Nothing'}}, 'NO_CHANGES', 'Nothing'],
    ['a failure in words', {success: false, error: 'It broke'}, 'EXECUTION_ERROR', 'It broke'],
    ['a failure without anything', {success: false}, 'EXECUTION_ERROR', 'Tool execution failed'],
    [
      'a failure with a code alone',
      {success: false, error: {code: 'RESOURCE_LOCKED'}},
      'RESOURCE_LOCKED',
      'Resource is locked by another process',
    ],
  ])('completes %s', async (_name, answer, code, message) => {
    const error = errorOf(await answering(answer).execute({}));
    expect(error).toMatchObject({code, message, outcome: 'failed', details: {tool: 'answer'}});
    expect(typeof error.details.timestamp).toBe('number');
  });

  test('gets the input and the context of the call', async () => {
    const seen: unknown[] = [];
    const tool = new Tool({
      name: 'look',
      execute: (input, {sessionId, call}) => {
        seen.push(input, sessionId, call.tool);
      },
    });
    await tool.execute({a: 1}, {context: {sessionId: 's'}});
    expect(seen).toEqual([{a: 1}, 's', 'look']);
  });

  test('validates as far as its metadata can be read; parameters not named are let through', async () => {
    const tool = new Tool({
      name: 'greet',
      execute: ({name}: {name: string}) => `Hi ${name}`,
      getMetadata: () => ({description: 'Greet', input: {name: 'string', loud: {type: 'boolean', default: true}}}),
    });
    expect(dataOf(await tool.execute({name: 'Ada', more: 1}))).toBe('Hi Ada');
    expect(errorOf(await tool.execute({})).code).toBe('MISSING_PARAMETER');
    expect(tool.validate({name: 4})).toMatchObject({valid: false, errors: [{path: 'name'}]});
    expect(tool.validate({name: 'x'})).toEqual({valid: true, errors: []});
  });

  test('runs with metadata that is missing, broken or no schema', async () => {
    const broken = (): never => {
      throw new Error('no metadata');
    };
    for (const getMetadata of [undefined, broken, () => null as never, () => ({input: {a: 'whatever I like'}})]) {
      const tool = new Tool({name: 'a', execute: () => 1, ...(getMetadata && {getMetadata})});
      expect(dataOf(await tool.execute({a: 1}))).toBe(1);
      expect(tool.getMetadata()).toMatchObject({name: 'a', description: 'a'});
    }
  });

  test('keeps the metadata of its author and fills in the rest', () => {
    const metadata = new Tool({
      name: 'clone',
      execute: () => null,
      getMetadata: () => ({
        description: 'Clone a repository',
        input: {url: {type: 'string', required: true}, directory: {type: 'string', default: '.'}},
        output: {success: {repository: 'string', path: 'string'}, error: {codes: ['CLONE_FAILED', 'RESOURCE_LOCKED']}},
        displayMessage: 'Cloning',
        tags: ['git'],
      }),
    }).getMetadata();
    expect(metadata).toMatchObject({
      name: 'clone',
      description: 'Clone a repository',
      input: {url: {type: 'string', required: true}, directory: {type: 'string', default: '.'}},
      output: {
        success: {schema: {repository: 'string', path: 'string'}},
        error: {codes: {CLONE_FAILED: 'CLONE_FAILED', RESOURCE_LOCKED: 'Resource is locked by another process'}},
      },
      planning: {cost: 'low', idempotent: false, sideEffects: true},
      displayMessage: 'Cloning',
      tags: ['git'],
      source: 'user',
    });
  });

  test.each([[{}], [{name: ''}], [{name: 'a'}], [{name: 5, execute: () => 1}]])('%j is no tool', (tool) => {
    expect(() => new Tool(tool as never)).toThrow(expect.objectContaining({code: 'INVALID_CONFIG'}));
  });

  test('has a policy and an audit log like any other, once it is in a module', async () => {
    class Mine extends ModuleInstance {
      override createTools(): void {
        this.tools['a'] = new Tool({name: 'a', execute: () => 1});
      }
    }
    const module = new Mine(undefined, {}, new Runtime({policy: () => 'deny'}));
    expect(errorOf(await module.getTool('a').execute({}))).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: {tool: 'mine.a'},
    });
  });

  test('is an Executable, as is whatever looks like one', () => {
    expect(answering(1)).toBeInstanceOf(Executable);
    expect({execute: () => 1, getMetadata: () => ({})}).toBeInstanceOf(Executable);
    expect({execute: () => 1}).not.toBeInstanceOf(Executable);
    expect(null).not.toBeInstanceOf(Executable);
  });
});

describe('ToolModule', () => {
  const steps: string[] = [];
  class LampModule extends ToolModule<{room?: string}> {
    override async setupResources(): Promise<void> {
      steps.push('setup');
      this.resources['lamp'] = {on: false};
    }
    override async teardownResources(): Promise<void> {
      steps.push('teardown');
      if (this.config.room === 'attic') throw new Error('the ladder is gone');
    }
    override getToolMethods(): Record<string, {description: string; parameters?: Record<string, unknown>}> {
      return {
        light: {description: 'Light the lamp', parameters: {brightness: {type: 'integer', default: 3}}},
        where: {description: 'Say where it is'},
        missing: {description: 'Not there'},
      };
    }
    light(input: {brightness: number}): unknown {
      return {lamp: this.resources['lamp'], brightness: input.brightness};
    }
    where(): unknown {
      return this.requireFocus(['room', 'house']).type;
    }
    fail(): unknown {
      return this.createError('MISSING_PARAMETER', 'Where?', {a: 1});
    }
  }

  test('makes tools of the methods that it names', async () => {
    steps.length = 0;
    const lamp = new LampModule({});
    await lamp.initialize();
    expect(lamp.name).toBe('lamp');
    expect(lamp.listTools()).toEqual(['light', 'where', 'missing']);
    expect(dataOf(await lamp.getTool('light').execute({}))).toEqual({lamp: {on: false}, brightness: 3});
    expect(errorOf(await lamp.getTool('missing').execute({}))).toMatchObject({
      code: 'INVALID_CONFIG',
      message: 'LampModule names the tool missing, but has no such method',
    });
    await lamp.cleanup();
    expect(steps).toEqual(['setup', 'teardown']);
  });

  test('has a focus of its own', async () => {
    const lamp = new LampModule();
    expect(errorOf(await lamp.getTool('where').execute({}))).toMatchObject({
      code: 'INVALID_STATE',
      message: 'Operation requires room or house focus',
      outcome: 'not_executed',
    });
    lamp.setFocus({type: 'room', name: 'kitchen', length: 4});
    expect(dataOf(await lamp.getTool('where').execute({}))).toBe('room');
    expect((lamp.focus as unknown as {name: string}).name).toBe('kitchen');
    expect(Object.keys(lamp.focus({}))).toEqual(['light', 'where', 'missing']);
    lamp.setFocus({type: 'garden'});
    expect(errorOf(await lamp.getTool('where').execute({})).code).toBe('INVALID_STATE');
  });

  test('makes failures in the shape of the seed', () => {
    expect(new LampModule().fail()).toMatchObject({
      success: false,
      error: {code: 'MISSING_PARAMETER', message: 'Where?', recoverable: false, details: {input: {a: 1}}},
    });
    expect(new LampModule().createError('READ_FAILED', 'x').error.recoverable).toBe(true);
  });

  test('closes what it wraps even when its teardown fails', async () => {
    let closed = 0;
    const lamp = new LampModule({room: 'attic'});
    lamp.wrappedInstance = {close: () => closed++};
    await lamp.initialize();
    await expect(lamp.cleanup()).rejects.toBeInstanceOf(ToolError);
    expect(closed).toBe(1);
  });

  test('can tell what it can do without an instance', () => {
    expect(ToolModule.getCapabilities()).toEqual({tools: []});
  });
});

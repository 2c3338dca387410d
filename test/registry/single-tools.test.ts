import {describe, expect, test} from '@jest/globals';

import {ToolRegistry} from '../../src/registry/tool-registry.js';
import type {PlainTool} from '../../src/registry/single-tool.js';
import {Runtime, Tool} from '../../src/sdk.js';
import {GitModuleDefinition} from './definitions.js';

const scrape = (): PlainTool => ({
  name: 'web:scrape',
  description: 'Scrapes a page',
  parameters: {type: 'object', properties: {url: {type: 'string'}}, required: ['url']},
  prefix: 'page of ',
  execute({url}: {url: string}) {
    return `${String(this['prefix'])}${url}`;
  },
});

const write = (): PlainTool => ({
  name: 'file:write',
  description: 'Writes a file',
  parameters: {type: 'object', properties: {}},
  execute: async (_input: object, context: {agentId?: string}) => ({success: true, data: context.agentId}),
});

describe('the registry of seed 000', () => {
  test('keeps tools on their own, and calls them through the pipeline', async () => {
    const registry = new ToolRegistry();
    registry.registerAll([scrape(), write()]);
    expect(registry.list().map(({name}) => name)).toEqual(['web:scrape', 'file:write']);
    expect([registry.has('web:scrape'), registry.has('web:other'), registry.get('web:other')]).toEqual([
      true,
      false,
      null,
    ]);
    await expect(registry.execute('web:scrape', {url: 'x'})).resolves.toMatchObject({
      success: true,
      data: 'page of x',
      metadata: {tool: 'web:scrape', attempts: 1},
    });
    await expect(registry.execute('web:scrape', {})).resolves.toMatchObject({
      success: false,
      error: {code: 'MISSING_PARAMETER', outcome: 'not_executed'},
    });
    await expect(registry.execute('file:write', {}, {context: {agentId: 'ada'}})).resolves.toMatchObject({data: 'ada'});
    await expect(registry.execute('file:read', {})).resolves.toMatchObject({
      success: false,
      error: {code: 'TOOL_NOT_FOUND', message: "Tool 'file:read' not found", recoverable: false},
    });
  });

  test('forgets them by name', () => {
    const registry = new ToolRegistry();
    registry.register(scrape());
    registry.unregister('web:scrape');
    registry.unregister('web:scrape');
    expect(registry.list()).toEqual([]);
    expect(registry.searchTools('scrapes')).toEqual([]);
    registry.register(scrape());
    expect(registry.has('web:scrape')).toBe(true);
  });

  test('refuses a name twice, also that of a tool in a module', async () => {
    const registry = new ToolRegistry({providers: {git: GitModuleDefinition}});
    registry.register(scrape());
    expect(() => registry.register(scrape())).toThrow("Tool 'web:scrape' is already registered");
    await registry.createModule('git');
    expect(() => registry.register({...scrape(), name: 'git.commit'})).toThrow(
      "Tool 'git.commit' is already registered",
    );
    registry.register({...scrape(), name: 'git2.commit'});
    await expect(registry.createModule('git')).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    registry.unregister('git.commit');
    expect(registry.has('git.commit')).toBe(true);
    await registry.cleanup();
  });

  test.each([
    ['Tool must have a name', {...scrape(), name: ''}],
    ['Tool must have a name', null],
    ['Tool must have a description', {...scrape(), description: undefined}],
    ['Tool must have parameters schema', {...scrape(), parameters: undefined}],
    ['Tool must have execute function', {...scrape(), execute: undefined}],
    ['Tool parameters must be an object schema', {...scrape(), parameters: {type: 'array'}}],
  ])('says "%s"', (message, tool) => {
    const registry = new ToolRegistry();
    expect(() => registry.register(tool as never)).toThrow(expect.objectContaining({code: 'INVALID_CONFIG', message}));
    expect(registry.list()).toEqual([]);
  });

  test('keeps a Tool as it is, in the runtime of the registry or of its module', async () => {
    const runtime = new Runtime();
    const registry = new ToolRegistry({runtime});
    const tool = new Tool({name: 'own', execute: () => 1, getMetadata: () => ({description: 'One'})});
    const git = await GitModuleDefinition.create();
    registry.registerAll([tool, git.getTool('commit')]);
    expect(registry.get('own')).toBe(tool);
    const called: string[] = [];
    runtime.on('call:end', ({tool: name}) => called.push(name));
    await registry.execute('own');
    await registry.execute('commit', {message: 'm'});
    expect(called).toEqual(['own']);
    expect(registry.getTool('commit').getMetadata().name).toBe('git.commit');
    await git.cleanup();
  });

  test('searches names and descriptions by a pattern, and never hangs on one', () => {
    const registry = new ToolRegistry();
    registry.registerAll([scrape(), write(), {...write(), name: 'file:many', description: `${'a'.repeat(5000)}!`}]);
    const found = (pattern: string): string[] => registry.search(pattern).map(({name}) => name);
    expect(found('^FILE:')).toEqual(['file:write', 'file:many']);
    expect(found('scrapes a|writes')).toEqual(['web:scrape', 'file:write']);
    expect(found('(')).toEqual([]);
    expect(found('(a+)+$')).toEqual([]);
    expect(found('(a+)+!$')).toEqual(['file:many']);
    expect(found('(a*)*(a*)*(a*)*(a*)*b$')).toEqual([]);
  });
});

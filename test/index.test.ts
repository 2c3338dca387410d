import {describe, expect, test} from '@jest/globals';
import {
  createRegistry,
  FileSystemModule,
  FileSystemModuleDefinition,
  GitModule,
  GitModuleDefinition,
  GitModuleInstance,
  ModuleFactory,
  Runtime,
  ToolRegistry,
} from '../src/index.js';
import {builtinProviders} from '../src/builtin.js';

const wrap = {
  name: 'paths',
  type: 'node_module',
  module: 'path',
  tools: {base: {method: 'basename', description: 'Last part of a path', input: {path: 'string'}, args: ['{path}']}},
} as const;

describe('what a user imports from haft', () => {
  test('has the built-in modules by both of their names', () => {
    expect(FileSystemModule).toBe(FileSystemModuleDefinition);
    expect(GitModule).toBe(GitModuleDefinition);
  });

  test('makes a module of a wrap config with the built-in kinds', async () => {
    const paths = await ModuleFactory.createFromConfig('paths', wrap);

    expect(await paths.base({path: '/a/b.c'})).toBe('b.c');
    await paths.cleanup();
  });

  test('has a registry that takes wrap configs as providers, and knows no other provider', async () => {
    const registry = new ToolRegistry();
    registry.registerProvider(wrap);
    await registry.createModule('paths');

    expect(registry.listProviders()).toEqual(['paths']);
    expect(await registry.execute('paths.base', {path: '/a/b.c'})).toMatchObject({success: true, data: 'b.c'});
    await expect(registry.createModule('git')).rejects.toThrow("Provider 'git' not found");
    await registry.cleanup();
  });

  test('has a registry that knows the built-in providers, in a runtime of the user', async () => {
    const runtime = new Runtime();
    const registry = createRegistry({runtime, providers: {paths: wrap}});

    expect(registry.listProviders().sort()).toEqual([...Object.keys(builtinProviders), 'paths'].sort());
    const module = registry.getModule(await registry.createModule('git', {basePath: '.'}));
    expect(module).toBeInstanceOf(GitModuleInstance);
    expect(registry.runtime).toBe(runtime);
    await registry.cleanup();
  });
});

describe('the table of built-in providers', () => {
  test.each(Object.entries(builtinProviders))('loads %s, whose metadata has that name', async (name, load) => {
    const definition = await load();

    expect(definition.getMetadata().name).toBe(name);
    expect(Object.keys(definition.getMetadata().tools).length).toBeGreaterThan(5);
  });
});

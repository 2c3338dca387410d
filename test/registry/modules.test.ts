import {describe, expect, test} from '@jest/globals';

import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {Runtime, ToolModule} from '../../src/sdk.js';
import {settle} from '../../src/testing/fake-clock.js';
import {EndingModule, endingProvider, FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

const registryWithGit = (runtime = new Runtime()): ToolRegistry =>
  new ToolRegistry({runtime, providers: {git: GitModuleDefinition}});

describe('a module of the registry', () => {
  test('has an id of its own, however many are made in one millisecond', async () => {
    const registry = registryWithGit();
    const ids = await Promise.all(Array.from({length: 20}, () => registry.createModule('git')));
    expect(new Set(ids).size).toBe(20);
    expect(ids.every((id) => id.startsWith('git_'))).toBe(true);
    await registry.cleanup();
  });

  test('is named after its provider, numbered, or as told', async () => {
    const registry = registryWithGit();
    await registry.createModule('git');
    await registry.createModule('git');
    const id = await registry.createModule('git', {root: '/srv'}, {name: 'acme/server'});
    expect(registry.listModules().map(({name}) => name)).toEqual(['git', 'git2', 'acme/server']);
    expect(registry.getModule(id)).toBe(registry.getModule('acme/server'));
    expect(registry.getModule(id).config).toEqual({root: '/srv'});
    const result = await registry.execute('acme/server.commit', {message: 'm'});
    expect(result.metadata.tool).toBe('acme/server.commit');
    await registry.cleanup();
  });

  test.each([
    ['git', 'RESOURCE_EXISTS', "There is a module 'git' already"],
    ['my git', 'INVALID_PARAMETER', 'A module can not be named "my git"'],
    ['a/b/c/d', 'INVALID_PARAMETER', 'A module can not be named "a/b/c/d"'],
    ['', 'INVALID_PARAMETER', 'A module can not be named ""'],
  ])('can not be named %j', async (name, code, message) => {
    const registry = registryWithGit();
    await registry.createModule('git');
    await expect(registry.createModule('git', {}, {name})).rejects.toMatchObject({code, message});
    expect(registry.listModules()).toHaveLength(1);
    await registry.cleanup();
  });

  test('gives its name free when it could not be made, and when it is destroyed', async () => {
    const registry = registryWithGit();
    await expect(registry.createModule('git', {root: 1})).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    const id = await registry.createModule('git');
    await registry.destroyModule(id);
    await registry.createModule('git');
    expect(registry.listModules().map(({name}) => name)).toEqual(['git']);
    await registry.cleanup();
  });

  test('lives in the runtime of the registry, also when its create ignored that', async () => {
    const runtime = new Runtime({policy: ({tool}) => (tool === 'quiet.commit' ? 'deny' : 'allow')});
    const registry = new ToolRegistry({runtime});
    registry.registerProvider({name: 'quiet', create: () => GitModuleDefinition.create()});
    const id = await registry.createModule('quiet');
    expect(registry.getModule(id).runtime).toBe(runtime);
    const denied = await registry.execute('quiet.commit', {message: 'm'});
    expect(denied).toMatchObject({success: false, error: {code: 'PERMISSION_DENIED', outcome: 'not_executed'}});
    await registry.execute('quiet.clone', {url: 'u'});
    expect(runtime.handles.list()).toMatchObject([{type: 'git_repository', module: 'quiet'}]);
    await registry.destroyModule(id);
    expect(runtime.handles.list()).toEqual([]);
  });

  test('is initialized once, and cleaned up when that fails', async () => {
    const calls: string[] = [];
    class Careful extends ToolModule {
      override async setupResources(): Promise<void> {
        calls.push('setup');
        if (this.config['fails'] === true) throw new Error('no connection');
      }

      override async teardownResources(): Promise<void> {
        calls.push('teardown');
      }
    }
    const registry = new ToolRegistry();
    registry.registerProvider({
      name: 'careful',
      create: async (config?: object) => {
        const module = new Careful(config as Record<string, unknown>);
        if (!('fails' in module.config)) await module.initialize();
        return module;
      },
    });
    await registry.createModule('careful');
    expect(calls.splice(0)).toEqual(['setup']);
    await expect(registry.createModule('careful', {fails: true})).rejects.toThrow('no connection');
    expect(calls.splice(0)).toEqual(['setup', 'teardown']);
    expect(registry.listModules()).toHaveLength(1);
    await registry.cleanup();
  });

  test.each([
    ['nothing', () => undefined],
    ['a text', () => 'module'],
    ['an object that is no module', () => ({getTools: () => []})],
  ])('is not made by a provider that answers %s', async (_what, create) => {
    const registry = new ToolRegistry();
    registry.registerProvider({name: 'odd', create});
    await expect(registry.createModule('odd')).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    expect(registry.listModules()).toEqual([]);
  });

  test('is a new one every time', async () => {
    const module = new EndingModule();
    const registry = new ToolRegistry();
    registry.registerProvider({name: 'shared', create: () => module});
    await registry.createModule('shared');
    await expect(registry.createModule('shared')).rejects.toMatchObject({code: 'RESOURCE_EXISTS'});
    expect(module.cleanups).toBe(0);
    expect(module.name).toBe('shared');
    await registry.cleanup();
    expect(module.cleanups).toBe(1);
  });

  test('takes its provider out of the catalogue while it lives, and puts it back', async () => {
    const registry = registryWithGit();
    const names = (): string[] => registry.searchTools({provider: 'git', tags: 'commit'}).map(({name}) => name);
    expect(names()).toEqual(['git.commit']);
    const id = await registry.createModule('git', {}, {name: 'work'});
    expect(names()).toEqual(['work.commit']);
    await registry.destroyModule(id);
    expect(names()).toEqual(['git.commit']);
    expect(registry.has('work.commit')).toBe(false);
  });

  test('does not answer calls after it was destroyed', async () => {
    const registry = registryWithGit();
    const id = await registry.createModule('git');
    const [, commit] = await registry.getTools(id);
    await registry.destroyModule(id);
    await expect(commit?.execute({message: 'm'})).resolves.toMatchObject({
      success: false,
      error: {code: 'INVALID_STATE'},
    });
    await expect(registry.execute('git.commit', {message: 'm'})).resolves.toMatchObject({
      error: {code: 'TOOL_NOT_FOUND'},
    });
  });

  test('that was being made while the registry was cleaned up is cleaned up as well', async () => {
    let finish = (): void => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const provider = endingProvider('slow');
    const registry = new ToolRegistry();
    registry.registerProvider({name: 'slow', create: () => gate.then(provider.create)});
    const refused = expect(registry.createModule('slow')).rejects.toMatchObject({code: 'INVALID_STATE'});
    await settle();
    await registry.cleanup();
    finish();
    await refused;
    expect(provider.made[0]?.cleanups).toBe(1);
    expect(registry.listModules()).toEqual([]);
  });
});

test('an unknown module is answered with the nearest name', async () => {
  const registry = new ToolRegistry({providers: {fs: FileSystemModuleDefinition}});
  await registry.createModule('fs', {}, {name: 'files'});
  expect(() => registry.getModule('fils')).toThrow(
    expect.objectContaining({
      code: 'MODULE_NOT_FOUND',
      message: "Module 'fils' not found",
      suggestions: ["Did you mean 'files'?"],
    }),
  );
  await expect(registry.getTools('nothing')).rejects.toMatchObject({code: 'MODULE_NOT_FOUND'});
  await expect(registry.destroyModule('nothing')).resolves.toBeUndefined();
  await registry.cleanup();
});

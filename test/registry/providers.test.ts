import {describe, expect, test} from '@jest/globals';

import {ToolProvider} from '../../src/registry/tool-provider.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import type {RegistryOptions} from '../../src/registry/tool-registry.js';
import type {Runtime} from '../../src/sdk.js';
import {ModuleDefinition, ModuleInstance, Tool, ToolModule} from '../../src/sdk.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

class HelloModule extends ToolModule {
  static override getCapabilities(): object {
    return {tools: ['greet'], requirements: ['a voice'], mood: 'good'};
  }

  override getToolMethods(): Record<string, {description: string}> {
    return {greet: {description: 'Greet somebody'}};
  }

  greet({name}: {name: string}): string {
    return `Hello ${name}`;
  }
}

class LateModule extends ModuleInstance {
  override createTools(): void {
    // Known only once the server was asked.
  }

  override async initialize(): Promise<void> {
    this.tools['echo'] = new Tool({
      name: 'echo',
      execute: (input: unknown) => input,
      getMetadata: () => ({description: 'Answers what it got', tags: ['late']}),
    });
  }
}

class LateModuleDefinition extends ModuleDefinition {
  static override async create(config?: object, runtime?: Runtime): Promise<ModuleInstance> {
    return new LateModule(this, config as Record<string, unknown>, runtime);
  }
}

describe('a provider', () => {
  test('can be a definition, an object, a module class, or a ToolProvider around or under them', async () => {
    class OwnProvider extends ToolProvider {
      constructor() {
        super({name: 'own'});
      }

      override async create(config?: object, runtime?: Runtime): Promise<ModuleInstance> {
        return new HelloModule(config as Record<string, unknown>, runtime);
      }
    }
    const registry = new ToolRegistry();
    const names = [
      registry.registerProvider(GitModuleDefinition),
      registry.registerProvider(LateModuleDefinition),
      registry.registerProvider({name: 'object', create: () => new HelloModule()}),
      registry.registerProvider({name: 'withClass', moduleClass: HelloModule}),
      registry.registerProvider(HelloModule),
      registry.registerProvider(new ToolProvider(FileSystemModuleDefinition, 'files')),
      registry.registerProvider(new OwnProvider()),
    ];
    expect(names).toEqual(['git', 'late', 'object', 'withClass', 'hello', 'files', 'own']);
    for (const name of names) await registry.createModule(name);
    expect(registry.listModules().map(({name}) => name)).toEqual(names);
    for (const name of ['object', 'withClass', 'hello', 'own']) {
      await expect(registry.execute(`${name}.greet`, {name: 'Ada'})).resolves.toMatchObject({
        success: true,
        data: 'Hello Ada',
      });
    }
    await registry.cleanup();
  });

  test('has its records before it has a module, those of short form completed', () => {
    const registry = new ToolRegistry();
    registry.registerProvider({
      name: 'mail',
      create: () => new HelloModule(),
      getMetadata: () => ({
        module: 'MailModule',
        category: 'communication',
        tools: {
          send: {description: 'Send a letter', input: {to: 'string'}, output: 'string', planning: {cost: 'medium'}},
        },
      }),
    });
    expect(registry.searchTools('send a letter')).toMatchObject([
      {
        name: 'mail.send',
        tool: 'send',
        provider: 'mail',
        module: 'MailModule',
        category: 'communication',
        inputSchema: {type: 'object', properties: {to: {type: 'string'}}, required: ['to']},
        planning: {cost: 'medium', reliability: 'medium', produces: []},
        securityTier: 1,
      },
    ]);
    expect(() => registry.getTool('mail.send')).toThrow(
      expect.objectContaining({
        code: 'TOOL_NOT_FOUND',
        suggestions: ["Provider 'mail' has no module yet: call createModule('mail', config) first"],
      }),
    );
  });

  test('whose tools are known only after initialize is searched by those of its module', async () => {
    const registry = new ToolRegistry();
    registry.registerProvider(LateModuleDefinition);
    expect(registry.searchTools({tags: 'late'})).toEqual([]);
    const id = await registry.createModule('late');
    expect(registry.searchTools({tags: 'late'})).toMatchObject([{name: 'late.echo', provider: 'late'}]);
    expect(registry.getCapabilities()['late']).toMatchObject({tools: ['echo']});

    const module = registry.getModule(id);
    module.tools['shout'] = new Tool({
      name: 'shout',
      execute: () => 'HEY',
      getMetadata: () => ({description: 'Shouts'}),
    });
    await module.initialize();
    registry.refreshModule(id);
    expect(registry.searchTools('shouts')).toMatchObject([{tool: 'shout'}]);
    expect(registry.has('late.shout')).toBe(true);
    await registry.cleanup();
  });

  test('adds to its capabilities what its author says', () => {
    const registry = new ToolRegistry();
    registry.registerProvider({name: 'hello', moduleClass: HelloModule, metadata: {description: 'Greets'}});
    expect(registry.getCapabilities()).toEqual({
      hello: {tools: ['greet'], requirements: ['a voice'], limitations: [], description: 'Greets', mood: 'good'},
    });
  });

  test('that is registered twice is no matter, another of its name is refused', () => {
    const registry = new ToolRegistry();
    registry.registerProvider(GitModuleDefinition);
    registry.registerProvider(GitModuleDefinition);
    expect(() => registry.registerProvider({name: 'git', moduleClass: HelloModule})).toThrow(
      expect.objectContaining({code: 'RESOURCE_EXISTS', message: "Provider 'git' is already registered"}),
    );
    expect(registry.registerProvider(GitModuleDefinition, {name: 'vcs'})).toBe('vcs');
    expect(registry.searchTools({provider: 'vcs'}).map(({name}) => name)).toEqual([
      'vcs.clone',
      'vcs.commit',
      'vcs.status',
    ]);
  });

  test.each([
    ['nothing', undefined, 'A provider can not be made of undefined'],
    ['an empty object', {}, 'A provider can not be made of an object with nothing in it'],
    ['a name that is none', {name: 'my git', create: () => null}, 'A provider can not be named "my git"'],
    [
      'a name that reaches a prototype',
      {name: '__proto__', create: () => null},
      'A provider can not be named "__proto__"',
    ],
    [
      'metadata that is no object',
      {name: 'x', create: () => null, getMetadata: () => 'tools'},
      "Provider 'x' has metadata that is string",
    ],
    [
      'metadata that throws',
      {
        name: 'x',
        create: () => null,
        getMetadata: () => {
          throw new Error('not now');
        },
      },
      "Provider 'x' has metadata that can not be read: not now",
    ],
    [
      'tools as a list',
      {name: 'x', create: () => null, metadata: {tools: [{name: 'a'}]}},
      "Provider 'x' has metadata whose tools are a list",
    ],
    [
      'a tool that is described by a text',
      {name: 'x', create: () => null, metadata: {tools: {a: 'does a'}}},
      "Provider 'x' describes its tool 'a' by string",
    ],
    [
      'two tools of one name',
      {name: 'x', create: () => null, metadata: {tools: {a: {aliases: ['c']}, b: {name: 'x.c'}}}},
      "Provider 'x' has two tools that are called 'c': a and b",
    ],
    ['a wrap config, where nobody can read it', {wraps: 'fs', tools: {}}, 'This registry can not read wrap configs'],
  ])('is refused with INVALID_CONFIG when it is %s', (_what, provider, message) => {
    const registry = new ToolRegistry();
    expect(() => registry.registerProvider(provider as never)).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG', message}),
    );
    expect(registry.listProviders()).toEqual([]);
  });

  test('can be a wrap config, for a registry that is told how to read it', async () => {
    const configs: unknown[] = [];
    const registry = new ToolRegistry({
      configProvider: (config) => {
        configs.push(config);
        return FileSystemModuleDefinition;
      },
    });
    const config = {name: 'disk', type: 'class', tools: {}};
    expect(registry.registerProvider(config)).toBe('disk');
    const tools = await registry.resolveTools(config);
    expect(tools.map(({name}) => name)).toEqual(['read', 'write', 'status']);
    expect(configs).toEqual([config]);
    await registry.cleanup();
  });
});

describe('a table of providers', () => {
  const table = (load: () => Promise<typeof GitModuleDefinition>): RegistryOptions => ({
    providers: {git: load, files: FileSystemModuleDefinition},
  });

  test('loads each when it is first needed, and once', async () => {
    let loads = 0;
    const registry = new ToolRegistry(
      table(async () => {
        loads++;
        return GitModuleDefinition;
      }),
    );
    expect(registry.listProviders().sort()).toEqual(['files', 'git']);
    expect(registry.searchTools({name: 'files.read'})).toHaveLength(1);
    expect(loads).toBe(0);
    await Promise.all([registry.createModule('git'), registry.createModule('git'), registry.loadProviders()]);
    expect(loads).toBe(1);
    expect(registry.listModules().map(({name}) => name)).toEqual(['git', 'git2']);
    await registry.cleanup();
  });

  test('tries again after a load that failed', async () => {
    let fails = true;
    const registry = new ToolRegistry(
      table(async () => {
        if (fails) throw Object.assign(new Error('Cannot find package'), {code: 'ERR_MODULE_NOT_FOUND'});
        return GitModuleDefinition;
      }),
    );
    await expect(registry.createModule('git')).rejects.toMatchObject({
      code: 'OPERATION_FAILED',
      message: 'Cannot find package',
    });
    fails = false;
    await registry.loadProviders(['git']);
    expect(registry.searchTools({provider: 'git'})).toHaveLength(3);
  });

  test('knows the nearest name', async () => {
    const registry = new ToolRegistry(table(async () => GitModuleDefinition));
    await expect(registry.createModule('gti')).rejects.toMatchObject({
      code: 'PROVIDER_NOT_FOUND',
      message: "Provider 'gti' not found",
      suggestions: ["Did you mean 'git'?"],
    });
  });
});

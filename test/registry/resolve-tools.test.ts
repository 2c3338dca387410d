import {expect, test} from '@jest/globals';

import {Executable} from '../../src/core/executable.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {ModuleInstance, Runtime, Tool, ToolModule} from '../../src/sdk.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

class Calculator extends ToolModule {
  override getToolMethods(): Record<string, {description: string}> {
    return {add: {description: 'Adds'}};
  }

  add({a, b}: {a: number; b: number}): number {
    return a + b;
  }
}

const names = (tools: readonly Tool[]): string[] => tools.map((tool) => tool.getMetadata().name);

test('modules, tools, names, definitions and unknown names become tools, in order and each once', async () => {
  const registry = new ToolRegistry({providers: {git: GitModuleDefinition}});
  await registry.createModule('git');
  const calculator = new Calculator();
  const own = new Tool({name: 'own', execute: () => 1, getMetadata: () => ({description: 'One'})});
  const fs = await FileSystemModuleDefinition.create();
  const tools = await registry.resolveTools([
    'git.commit',
    calculator,
    own,
    'nobody.knows',
    fs.getTool('write'),
    GitModuleDefinition,
    fs,
    'git__clone',
    own,
    'git',
  ]);
  expect(names(tools)).toEqual([
    'git.commit',
    'calculator.add',
    'own',
    'fs.write',
    'git.clone',
    'git.status',
    'fs.read',
    'fs.status',
  ]);
  expect(tools[0]).toBe(registry.getTool('git.commit'));
  await Promise.all([registry.cleanup(), calculator.cleanup(), fs.cleanup()]);
});

test('a definition without a module gets one, which the registry cleans up', async () => {
  const registry = new ToolRegistry();
  const [read] = await registry.resolveTools(FileSystemModuleDefinition);
  expect(registry.listModules()).toMatchObject([{name: 'fs', provider: 'fs'}]);
  await expect(read?.execute({path: 'a'})).resolves.toMatchObject({success: true, data: {content: 'a'}});
  await registry.cleanup();
  await expect(read?.execute({path: 'a'})).resolves.toMatchObject({success: false, error: {code: 'INVALID_STATE'}});
});

test('an executable of user code is called under the policy of the registry', async () => {
  const executable = {
    answer: 42,
    execute(): number {
      return this.answer;
    },
    getMetadata: () => ({name: 'answer', description: 'The answer', securityTier: 3}),
  };
  expect(executable instanceof Executable).toBe(true);
  const asked: string[] = [];
  const runtime = new Runtime({
    policy: ({tool, tier}) => (asked.push(`${tool} ${String(tier)}`) > 1 ? 'deny' : 'allow'),
  });
  const registry = new ToolRegistry({runtime});
  const [tool, ...others] = await registry.resolveTools([executable, executable]);
  expect(others).toEqual([]);
  await expect(tool?.execute({})).resolves.toMatchObject({success: true, data: 42});
  await expect(tool?.execute({})).resolves.toMatchObject({success: false, error: {code: 'PERMISSION_DENIED'}});
  expect(asked).toEqual(['answer 3', 'answer 3']);
});

test('a module whose tools include one called execute is still a module', async () => {
  class Shell extends ModuleInstance {
    override createTools(): void {
      for (const name of ['execute', 'which']) this.tools[name] = new Tool({name, execute: () => name});
    }
  }
  const tools = await new ToolRegistry().resolveTools([new Shell()]);
  expect(names(tools)).toEqual(['shell.execute', 'shell.which']);
});

test.each([
  [null, 'INVALID_PARAMETER'],
  [7, 'INVALID_PARAMETER'],
  [{}, 'INVALID_CONFIG'],
  [() => 1, 'INVALID_CONFIG'],
])('%p is refused rather than left out', async (item, code) => {
  await expect(new ToolRegistry().resolveTools([item as never])).rejects.toMatchObject({code});
});

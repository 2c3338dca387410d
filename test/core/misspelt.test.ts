import {describe, expect, test} from '@jest/globals';

import {FileSystemModuleDefinition, Runtime, ToolRegistry, createRegistry} from 'haft';
import {defineModule, defineTool} from '../../src/sdk.js';

const refused = (hint: string): object => ({code: 'INVALID_CONFIG', suggestions: [expect.stringContaining(hint)]});

describe('what would silently do nothing is refused, also where no compiler looks', () => {
  test('options of a runtime: a misspelt policy does not mean that there is none', () => {
    expect(() => new Runtime({polcy: () => 'deny'} as object)).toThrow(expect.objectContaining(refused('policy')));
    expect(() => new Runtime({limits: {timout: 1}} as object)).toThrow(expect.objectContaining(refused('timeout')));
    expect(() => new Runtime({limits: {timeout: -1}})).toThrow('must be a number of at least 0');
    expect(() => new Runtime({policy: 'deny'} as object)).toThrow('A policy must be a function or an object');
    expect(() => new Runtime({audit: 'folder'} as object)).toThrow('An audit sink must have write');
  });

  test('options in place of a runtime: nobody would ask their policy', async () => {
    const created = FileSystemModuleDefinition.create({basePath: '.'}, {policy: () => 'deny'} as never);
    await expect(created).rejects.toMatchObject(refused('new Runtime('));
  });

  test('facts of a tool: planners and policies would read them wrongly', () => {
    const tool = (facts: object) => () => defineTool({name: 'a', description: 'x', run: () => 1, ...facts});
    expect(tool({planning: {sideEfects: false}})).toThrow(expect.objectContaining(refused('sideEffects')));
    expect(tool({planning: {cost: 'cheap'}})).toThrow('planning.cost of tool a must be one of free, low, medium, high');
    expect(tool({planning: {sideEffects: 'no'}})).toThrow('must be true, false or a function of the input');
    expect(tool({planning: {dependencies: 'fs.read'}})).toThrow('must be a list of full names');
    expect(tool({planning: 'cheap'})).toThrow('must be an object');
    expect(tool({securityTier: 9})).toThrow('securityTier of tool a must be one of 0, 1, 2, 3, 4, received 9');
    expect(tool({planning: {cost: 'free', sideEffects: () => true, reversible: false}, securityTier: 0})).not.toThrow();
  });

  test('values for focus that no tool takes: each call would miss them', async () => {
    const fs = await FileSystemModuleDefinition.create({basePath: '.'});
    const wrong = (bound: unknown) => () => fs.focus(bound as {path: string});
    expect(wrong({pth: 'a'})).toThrow(
      expect.objectContaining({code: 'INVALID_PARAMETER', suggestions: ['Did you mean "path"?']}),
    );
    expect(wrong('a')).toThrow('focus of fs takes an object, received string');
    expect(wrong({path: 'a'})).not.toThrow();
    await fs.cleanup();
  });

  test('options of a registry and of createModule', async () => {
    expect(() => new ToolRegistry({provders: {}} as object)).toThrow(expect.objectContaining(refused('providers')));
    const registry = createRegistry();
    await expect(registry.createModule('fs', {}, {nmae: 'x'} as object)).rejects.toMatchObject(refused('name'));
    await expect(registry.createModule('fs', {}, 'logs' as never)).rejects.toMatchObject({code: 'INVALID_CONFIG'});
  });

  test('facts of a tool, and of a module', () => {
    const tool = {name: 'x', description: 'd', run: () => null};
    expect(() => defineTool({...tool, sideEffects: false} as typeof tool)).toThrow('"sideEffects" is not known');
    expect(() => defineTool({...tool, description: ' '})).toThrow('has no description');
    const module = {name: 'm', module: 'MModule', description: 'd'};
    expect(() => defineModule(module as never)).toThrow('has no list of tools');
    expect(() => defineModule({...module, tools: [], conect: () => 1} as never)).toThrow('"conect" is not known');
    const undefinedTool = {...module, tools: [tool]} as never;
    expect(() => defineModule(undefinedTool)).toThrow('Module m: tools[0] was not made by defineTool');
  });

  test('a config that is no object, and one value too many in a call, are told what to give', async () => {
    const created = FileSystemModuleDefinition.create('.' as never);
    await expect(created).rejects.toMatchObject({...refused('basePath'), outcome: 'not_executed'});
    const fs = await FileSystemModuleDefinition.create({basePath: '.'});
    const {error} = await fs.getTool('read').execute({path: 'README.md'}, 'utf8' as never);
    expect(error?.message).toBe('Options must be an object, received string "utf8"');
    expect(error?.suggestions).toEqual([expect.stringContaining('go into one object, by name')]);
    await fs.cleanup();
  });

  test('options of a call: a parameter given as one is named', async () => {
    const fs = await FileSystemModuleDefinition.create({basePath: '.'});
    const result = await fs.getTool('read').execute({path: 'README.md'}, {encoding: 'hex'} as object);
    expect(result).toMatchObject({
      success: false,
      error: {
        code: 'INVALID_PARAMETER',
        outcome: 'not_executed',
        suggestions: ['Give "encoding" in the input, if it is a parameter of the tool'],
      },
    });
    await fs.cleanup();
  });
});

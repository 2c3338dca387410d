import {expect, test} from '@jest/globals';
import {GitModuleDefinition, ToolRegistry} from 'haft';

import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

test('S9: a provider is registered, made, asked, searched and destroyed (004:1653)', async () => {
  const registry = new ToolRegistry();
  registry.registerProvider(GitModuleDefinition);

  const moduleId = await registry.createModule('git', {basePath: await tempFolder(), author: 'Ada <ada@example.com>'});
  expect(moduleId).toMatch(/^git_\d+/);

  const tools = await registry.getTools(moduleId);
  expect(tools.map(({name}) => name)).toContain('commit');

  const [commit] = registry.searchTools({name: 'commit'});
  expect(commit).toMatchObject({provider: 'git', tool: 'commit', name: 'git.commit', planning: {sideEffects: true}});
  expect(
    registry
      .searchTools({produces: 'git_repository'})
      .map(({tool}) => tool)
      .sort(),
  ).toEqual(['checkout', 'clone', 'init', 'open', 'worktree']);

  const {git} = registry.getCapabilities();
  expect(git).toMatchObject({tools: expect.arrayContaining(['clone', 'commit']), requirements: expect.anything()});

  await registry.destroyModule(moduleId);
  await registry.destroyModule(moduleId);
  await expect(registry.getTools(moduleId)).rejects.toThrow(`Module '${moduleId}' not found`);
});

import {expect, test} from '@jest/globals';

import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {GitModuleDefinition} from './definitions.js';

test('the flow of seed 004 runs from the provider to the end of its module', async () => {
  const registry = new ToolRegistry();
  registry.registerProvider(GitModuleDefinition);
  const moduleId = await registry.createModule('git', {});
  expect(moduleId).toMatch(/^git_\d+/);

  const tools = await registry.getTools(moduleId);
  expect(tools.map(({name}) => name)).toEqual(['clone', 'commit', 'status']);

  const [commit] = registry.searchTools({tags: ['commit']});
  expect(commit).toMatchObject({provider: 'git', tool: 'commit', name: 'git.commit', module: 'GitModule'});
  expect(commit?.output.error.codes).toHaveProperty('MISSING_PARAMETER');

  expect(registry.getCapabilities()).toEqual({
    git: {
      tools: ['clone', 'commit', 'status'],
      focusTypes: ['git_repository'],
      requirements: ['git binary'],
      limitations: ['no submodules'],
      description: 'Version control with git',
    },
  });

  await registry.destroyModule(moduleId);
  await registry.destroyModule(moduleId);
  await expect(registry.getTools(moduleId)).rejects.toThrow(`Module '${moduleId}' not found`);
  await expect(registry.createModule('svn')).rejects.toThrow("Provider 'svn' not found");
});

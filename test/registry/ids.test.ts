import {expect, test} from '@jest/globals';
import {createRegistry} from 'haft';

test('a tool is found by the id of its module too, which createModule answered', async () => {
  const registry = createRegistry();
  await registry.createModule('fs', {basePath: '.'});
  const second = await registry.createModule('fs', {basePath: '.'});
  expect(registry.getTool(`${second}.read`).getMetadata().name).toBe('fs2.read');
  expect(await registry.execute(`${second}.list`, {limit: 1})).toMatchObject({success: true});
  expect(await registry.execute(`${second}.nope`, {})).toMatchObject({success: false, error: {code: 'TOOL_NOT_FOUND'}});
  await registry.cleanup();
});

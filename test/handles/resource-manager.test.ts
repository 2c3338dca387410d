import {describe, expect, test} from '@jest/globals';

import {ResourceManager} from '../../src/handles/resource-manager.js';
import {defineHandle, defineTool} from '../../src/sdk.js';
import {moduleOf} from '../support/one-module.js';

const closed: string[] = [];
const book = defineHandle('book', {
  description: 'An open book',
  fields: ({title}: {title: string}) => ({title}),
  dispose: ({title}: {title: string}) => {
    closed.push(title);
    if (title === 'stuck') throw new Error('The book is stuck');
  },
});
const open = defineTool({
  name: 'open',
  description: 'Open a book',
  input: {title: 'string'},
  output: {handle: book},
  run: (_module, input, call) => call.handles.create(book, input),
});

describe('ResourceManager', () => {
  test('keeps the handles of detached methods and releases them, newest first, past a failing one', async () => {
    closed.length = 0;
    const {open: method} = (await moduleOf([open])) as unknown as {
      open: (input: {title: string}) => Promise<{_id: string}>;
    };
    const manager = new ResourceManager();
    const first = await manager.createResource(method, {title: 'first'});
    await manager.createResource(method, {title: 'stuck'});
    await manager.createResource(method, {title: 'last'});
    expect(manager.resources.size).toBe(3);
    for (const spelling of [first, first._id, {success: true, data: first}]) {
      expect(manager.getResource(spelling)).toBe(first);
    }
    await expect(manager.cleanup()).rejects.toThrow('stuck');
    expect(closed).toEqual(['last', 'stuck', 'first']);
    expect(manager.resources.size).toBe(0);
    await expect(manager.cleanup()).resolves.toBeUndefined();
  });

  test('keeps handles of other makers by any of the markers of the seed', async () => {
    const manager = new ResourceManager();
    const ended: string[] = [];
    for (const marker of [{_handle: true}, {_repoHandle: true}, {_type: 'x'}]) {
      const _id = Object.keys(marker).join();
      await manager.createResource(() => ({_id, ...marker, cleanup: () => ended.push(_id)}), {});
    }
    await manager.createResource(() => ({_id: 'plain'}), {});
    await manager.createResource(() => null, {});
    expect([...manager.resources.keys()]).toEqual(['_handle', '_repoHandle', '_type']);
    await manager.cleanup();
    expect(ended).toEqual(['_type', '_repoHandle', '_handle']);
  });

  test('takes the handle out of a whole result', async () => {
    const module = await moduleOf([open]);
    const manager = new ResourceManager();
    const result = await manager.createResource((input: {title: string}) => module.getTool('open').execute(input), {
      title: 'one',
    });
    expect(result.success && manager.getResource(result)).toMatchObject({title: 'one'});
    await manager.cleanup();
    expect(module.runtime.handles.size).toBe(0);
  });
});

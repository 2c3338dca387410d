import {describe, expect, test} from '@jest/globals';

import {MemoryManager} from '../../src/memory/memory-manager.js';
import {defineTool, Runtime} from '../../src/sdk.js';
import {dataOf, moduleOf} from '../support/one-module.js';

describe('memory', () => {
  test('keeps values by scope and key; what is not there is null', () => {
    const memory = new MemoryManager();
    expect(memory.read('s', 'k')).toBeNull();
    memory.write('s', 'k', {a: 1});
    memory.write('other', 'k', 2);
    expect([memory.read('s', 'k'), memory.read('other', 'k'), memory.read('s', 'x')]).toEqual([{a: 1}, 2, null]);
    expect([memory.delete('s', 'k'), memory.delete('s', 'k'), memory.delete('none', 'k')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(memory.read('s', 'k')).toBeNull();
  });

  test('takes names that objects have for nothing special', () => {
    const memory = new MemoryManager();
    expect(memory.read('__proto__', 'constructor')).toBeNull();
    memory.write('__proto__', 'admin', true);
    expect(memory.read('__proto__', 'admin')).toBe(true);
    expect(({} as {admin?: boolean}).admin).toBeUndefined();
  });

  const count = defineTool({
    name: 'count',
    description: 'Count the calls of a session',
    run: (_module, _input, {memory, context}) => {
      const scope = context.sessionId ?? 'none';
      const next = ((memory.read(scope, 'count') as number | null) ?? 0) + 1;
      memory.write(scope, 'count', next);
      return next;
    },
  });

  test('is shared by the tools of a runtime, and by nobody else', async () => {
    const runtime = new Runtime();
    const [first, second, stranger] = await Promise.all([
      moduleOf([count], runtime),
      moduleOf([count], runtime),
      moduleOf([count]),
    ]);
    const call = async (module: typeof first): Promise<unknown> =>
      dataOf(await module.getTool('count').execute({}, {context: {sessionId: 's'}}));
    expect([await call(first), await call(second), await call(stranger)]).toEqual([1, 2, 1]);
  });

  test('can be brought along', async () => {
    const memory = new MemoryManager();
    memory.write('s', 'count', 41);
    const module = await moduleOf([count], new Runtime({memory}));
    expect(dataOf(await module.getTool('count').execute({}, {context: {sessionId: 's'}}))).toBe(42);
  });
});

import {expect, test} from '@jest/globals';
import type {Handle} from '../../src/contract/handle.js';
import type {ModuleInstance} from '../../src/core/module-instance.js';
import type {Tool} from '../../src/core/tool.js';
import type {WrapConfig} from '../../src/factory/index.js';
import {factory} from './factory.js';

const target = {
  add: (a: number, b: number) => a + b,
  open: () => ({title: 'x'}),
};

const config = {
  type: 'class',
  target,
  tools: {
    add: {
      input: {a: 'number', b: {type: 'number', default: 1}},
      args: ['{a}', '{b}'],
      output: 'number',
      positional: ['a', 'b'],
      aliases: ['sum'],
    },
    open: {input: {}, returns: {handle: 'book'}},
    title: {on: 'book', method: 'title.toUpperCase', output: {type: 'string', description: 'Title'}},
  },
} as const satisfies WrapConfig;

test('a config written as const gives typed methods', async () => {
  const module = await factory.createFromConfig('typed', config);

  const sum: number = await module.add({a: 1, b: 2});
  const same: number = await module.add(1, 2);
  const book: Handle<'book'> = await module.open();
  const title: string = await module.title({book});

  expect([sum, same, title]).toEqual([3, 3, 'X']);
});

test('wrong names and types do not compile', async () => {
  const module = await factory.createFromConfig('typed', config);
  const wrong = [
    // @ts-expect-error -- a text is no number
    () => module.add({a: '1'}),
    // @ts-expect-error -- a is missing
    () => module.add({b: 1}),
    // @ts-expect-error -- there is no such tool
    () => (module.ad as () => Promise<unknown>)(),
    // @ts-expect-error -- the handle is missing
    () => module.title({}),
  ];
  for (const call of wrong) await expect((async () => call())()).rejects.toThrow();
});

test('its tools are typed as well, by name and by alias', async () => {
  const module = await factory.createFromConfig('typed', config);

  const sum = await module.getTool('add').execute({a: 1, b: 2});
  const same = await module.getTool('sum').call({a: 1});
  const numbers: (number | undefined)[] = [sum.data, same];
  const title: Tool = module.getTool('title' as string);

  expect(numbers).toEqual([3, 2]);
  expect(title.name).toBe('title');
});

test('a tool does not take a wrong input', async () => {
  const module = await factory.createFromConfig('typed', config);
  const wrong = [
    // @ts-expect-error -- a text is no number
    () => module.getTool('add').call({a: '1'}),
    // @ts-expect-error -- a is missing
    () => module.getTool('sum').call({b: 1}),
    // @ts-expect-error -- the handle is missing
    () => module.getTool('title').call({}),
  ];
  for (const call of wrong) await expect((async () => call())()).rejects.toThrow();
});

test('a typed module is a module', async () => {
  const module: ModuleInstance = await factory.createFromConfig('typed', config);
  expect(module.listTools()).toEqual(['add', 'open', 'title']);
});

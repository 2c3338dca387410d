import {describe, expect, test} from '@jest/globals';
import {EventEmitter} from 'node:events';
import {Readable} from 'node:stream';
import {factory, problemsOf} from './factory.js';

const remedyFor = async (target: unknown, method: string): Promise<string | undefined> => {
  const made = factory.createFromConfig('lib', {
    type: 'class',
    target,
    tools: {run: {method}, make: {construct: true}},
  });
  const [problem] = await problemsOf(made);
  expect(problem?.message).toBe(`There is no function "${method}" in what is wrapped`);
  return problem?.remedy;
};

/** A library that is a function with functions, one of them called as one of the language is. */
const callable = Object.assign((value: unknown) => value, {
  ...Object.fromEntries(Array.from({length: 12}, (_, index) => [`util${String(index).padStart(2, '0')}`, () => index])),
  bind: () => 1,
  chunk: () => [],
});

describe('a function that is not there', () => {
  test('has the nearest function of a callable library named', async () => {
    expect(await remedyFor(callable, 'chonk')).toBe('Did you mean "chunk"?');
  });

  test('has ten at most listed, and says how many more there are', async () => {
    const remedy = await remedyFor(callable, 'somethingElseEntirely');
    expect(remedy).toMatch(/^Functions are chunk, util00, .+, util08, and 3 more$/);
  });

  test('has no functions listed that the library inherited', async () => {
    class Packer extends Readable {
      static pack(): number {
        return 1;
      }
    }
    expect(await remedyFor(Packer, 'somethingElseEntirely')).toBe('Functions are pack');
    class Reader extends EventEmitter {
      read(): number {
        return 1;
      }
    }
    expect(await remedyFor(new Reader(), 'raed')).toBe('Did you mean "read"?');
  });
});

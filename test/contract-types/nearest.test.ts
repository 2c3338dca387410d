import {describe, expect, test} from '@jest/globals';

import {nearest} from '../../src/contract/nearest.js';

describe('nearest', () => {
  test.each([
    ['raed', ['read', 'write', 'delete'], 'read'],
    ['Directory', ['directory', 'depth'], 'directory'],
    ['encodng', ['encoding', 'path'], 'encoding'],
    ['clnoe', ['clone', 'commit'], 'clone'],
  ])('%s is taken for one of %j', (word, candidates, expected) => {
    expect(nearest(word, candidates)).toBe(expected);
  });

  test.each([
    ['cmd', ['cwd', 'args', 'command'], 'command'],
    ['msg', ['mode', 'message', 'messages'], 'message'],
    ['src', ['sec', 'source'], 'source'],
    ['cwt', ['cwd', 'command'], 'cwd'],
    ['pth', ['depth', 'path'], 'path'],
  ])('%s is short for one of %j', (word, candidates, expected) => {
    expect(nearest(word, candidates)).toBe(expected);
  });

  test('a word that is like none of them has no neighbour', () => {
    expect(nearest('banana', ['read', 'write'])).toBeUndefined();
    expect(nearest('x', ['read'])).toBeUndefined();
    expect(nearest('read', [])).toBeUndefined();
  });

  test('a word of absurd length is not compared at all', () => {
    expect(nearest('a'.repeat(1_000_000), ['a'.repeat(999_999)])).toBeUndefined();
  });
});

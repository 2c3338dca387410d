import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {NearWords} from '../../src/registry/search/near-words.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';

const plain = (
  name: string,
): {name: string; description: string; parameters: {type: string}; execute: () => object} => ({
  name,
  description: 'A tool',
  parameters: {type: 'object'},
  execute: () => ({}),
});

const suggestionFor = (registry: ToolRegistry, name: string): string | undefined => {
  try {
    registry.getTool(name);
  } catch (error) {
    return (error as {suggestions: string[]}).suggestions[0];
  }
  return undefined;
};

describe('TOOL_NOT_FOUND names the tool that was meant', () => {
  test('also one that came after twenty thousand others', () => {
    const registry = new ToolRegistry();
    for (let index = 0; index < 20_000; index++) registry.register(plain(`mail_tool_${String(index)}`));
    registry.register(plain('archive_invoice'));
    expect(suggestionFor(registry, 'archive_invioce')).toBe("Did you mean 'archive_invoice'?");
    expect(suggestionFor(registry, 'nothing_like_it')).toBe('Search for it: searchTools(text)');
  });

  test('as long as it is there', () => {
    const registry = new ToolRegistry();
    expect(suggestionFor(registry, 'send_male')).toBe('Search for it: searchTools(text)');
    registry.register(plain('send_mail'));
    expect(suggestionFor(registry, 'send_male')).toBe("Did you mean 'send_mail'?");
    registry.unregister('send_mail');
    expect(suggestionFor(registry, 'send_male')).toBe('Search for it: searchTools(text)');
  });
});

describe('near words', () => {
  const word = fc.string({unit: fc.constantFrom(...Array.from('abcdeABC_.1')), minLength: 4, maxLength: 12});

  test('find every word that is one letter off', () => {
    fc.assert(
      fc.property(word, fc.nat(11), fc.constantFrom('x', 'y', 'z'), (given, at, letter) => {
        const words = new NearWords();
        words.add(given);
        const place = at % given.length;
        expect(words.find(`${given.slice(0, place)}${letter}${given.slice(place + 1)}`, 1)).toBe(given);
        expect(words.find(`${given.slice(0, place)}${given.slice(place + 1)}`, 1)).toBe(given);
        expect(words.find(`${given.slice(0, place)}${letter}${given.slice(place)}`, 1)).toBe(given);
      }),
    );
  });

  test('answer the same whatever was added and deleted before', () => {
    fc.assert(
      fc.property(fc.array(word), fc.array(word), word, (kept, gone, asked) => {
        const [changed, fresh] = [new NearWords(), new NearWords()];
        for (const each of [...gone, ...kept]) changed.add(each);
        for (const each of gone) if (!kept.includes(each)) changed.delete(each);
        for (const each of kept) fresh.add(each);
        expect(changed.find(asked, 2)).toBe(fresh.find(asked, 2));
      }),
    );
  });
});

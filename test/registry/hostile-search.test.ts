import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

const registry = new ToolRegistry({providers: {git: GitModuleDefinition, fs: FileSystemModuleDefinition}});

describe('texts from outside', () => {
  test.each([
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
    ['a megabyte of words', 'commit '.repeat(150_000)],
    ['a megabyte of different words', Array.from({length: 120_000}, (_, index) => `w${index.toString(36)}`).join(' ')],
    ['a regular expression that would hang', `${'(a+)+'.repeat(50)}$`],
    ['names of prototypes', '__proto__ constructor prototype toString hasOwnProperty'],
    ['control characters', '\u0000\u0007\u001b[31m\uffff'],
    ['half a character', '\ud800 commit \udc00'],
    ['marks without letters', '\u0301'.repeat(5000)],
    ['one character that becomes eighteen', '\ufdfa'.repeat(100_000)],
    ['phrases over and over', 'get rid of show me how many '.repeat(40_000)],
  ])('%s is answered', (_what, text) => {
    expect(Array.isArray(registry.searchTools(text, {explain: true}))).toBe(true);
    expect(Array.isArray(registry.searchTools({text, sideEffects: false}))).toBe(true);
  });

  test('of any kind are answered with tools that there are', () => {
    const names = new Set(registry.searchTools().map(({name}) => name));
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 200}), (text) => {
        fc.pre(text.trim() !== '');
        for (const {name, score} of registry.searchTools(text)) {
          expect(names.has(name)).toBe(true);
          expect(score).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('in other scripts find what is written in them', () => {
    const tools = new ToolRegistry();
    const add = (name: string, description: string): void => {
      tools.register({name, description, parameters: {type: 'object'}, execute: () => ({})});
    };
    add('menu', 'Liest die Crème-brûlée-Karte');
    add('datei', '读取文件的内容');
    add('fayl', 'Прочитать файл');
    expect(tools.searchTools('creme')[0]?.name).toBe('menu');
    expect(tools.searchTools('文件')[0]?.name).toBe('datei');
    expect(tools.searchTools('ФАЙЛ')[0]?.name).toBe('fayl');
  });
});

describe('criteria from outside', () => {
  test.each([
    ['__proto__', JSON.parse('{"__proto__": {"tags": "x"}}')],
    ['constructor', {constructor: 'x'}],
    ['toString', {toString: 'x'}],
  ])('named %s are refused', (_name, criteria) => {
    expect(() => registry.searchTools(criteria as never)).toThrow(expect.objectContaining({code: 'INVALID_PARAMETER'}));
  });
});

describe('records from outside', () => {
  test('may have anything in the place of anything', () => {
    const tools = new ToolRegistry();
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'tags',
            'aliases',
            'planning',
            'examples',
            'category',
            'resource',
            'requirements',
            'input',
            'version',
          ),
          fc.anything({withBigInt: true, withNullPrototype: true}),
        ),
        (facts) => {
          tools.unregister('odd');
          tools.register({
            name: 'odd',
            execute: () => ({}),
            getMetadata: () => ({...facts, description: 'An odd tool'}),
          });
          expect(tools.searchTools('odd tool', {explain: true}).map(({name}) => name)).toEqual(['odd']);
          expect(tools.searchTools({tags: 'x', cost: 'low', produces: 'x', name: 'odd'}).length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

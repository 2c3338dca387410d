import {describe, expect, test} from '@jest/globals';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

const registry = new ToolRegistry({providers: {git: GitModuleDefinition, fs: FileSystemModuleDefinition}});

describe('an explained search says', () => {
  test('which word was found by which term, where, and what that counted', () => {
    const [commit] = registry.searchTools('commit message zebra', {explain: true});
    expect(commit).toMatchObject({
      name: 'git.commit',
      match: {
        terms: expect.arrayContaining([
          {
            word: 'message',
            term: 'messag',
            kind: 'exact',
            fields: ['parameter', 'parameterDescription'],
            score: expect.any(Number),
          },
          {
            word: 'commit',
            term: 'commit',
            kind: 'exact',
            fields: ['name', 'alias', 'tag', 'description', 'parameterDescription'],
            score: expect.any(Number),
          },
        ]),
        missing: ['zebra'],
        facts: [],
      },
    });
  });

  test.each([
    ['committing', 'commit', 'exact'],
    ['downl', 'download', 'prefix'],
    ['comit', 'commit', 'typo'],
    ['store', 'writ', 'synonym'],
  ])('how "%s" was understood', (text, term, kind) => {
    const [best] = registry.searchTools(text, {explain: true});
    expect(best?.match?.terms).toMatchObject([{word: text, term, kind}]);
  });

  test('parts that make up the score, the most first', () => {
    for (const {score, match} of registry.searchTools('save the changed file to disk', {explain: true})) {
      const parts = match?.terms.map((term) => term.score) ?? [];
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(score ?? NaN, 4);
      expect(parts).toEqual([...parts].sort((a, b) => b - a));
      expect(match?.score).toBe(score);
    }
  });

  test('what a tool has for each criterion', () => {
    const found = registry.searchTools({sideEffects: true, tags: {any: ['write']}, maxTier: 2}, {explain: true});
    expect(found).toMatchObject([
      {
        name: 'fs.write',
        match: {
          score: 0,
          terms: [],
          missing: [],
          facts: [
            {criterion: 'sideEffects', wanted: true, found: 'varies'},
            {criterion: 'tags', wanted: {any: ['write']}, found: ['file', 'write', 'save']},
            {criterion: 'maxTier', wanted: 2, found: 1},
          ],
        },
      },
    ]);
  });

  test('nothing where nobody asked', () => {
    expect(registry.searchTools('commit')[0]).not.toHaveProperty('match');
    expect(registry.searchTools({name: 'commit'})[0]).not.toHaveProperty('match');
  });

  test('that there is no such option', () => {
    expect(() => registry.searchTools('commit', {explan: true} as never)).toThrow(
      expect.objectContaining({code: 'INVALID_CONFIG', suggestions: ['Did you mean "explain"?']}),
    );
  });
});

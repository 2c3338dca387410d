import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';

import {Catalogue} from '../../src/registry/search/catalogue.js';
import {InvertedIndex} from '../../src/registry/search/inverted-index.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import {defineModule, defineTool, Runtime} from '../../src/sdk.js';
import type {ToolMetadata} from '../../src/sdk.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

const registry = new ToolRegistry({providers: {git: GitModuleDefinition, fs: FileSystemModuleDefinition}});
const names = (query?: Parameters<ToolRegistry['searchTools']>[0]): string[] =>
  registry.searchTools(query).map(({name}) => name);

describe('a text finds', () => {
  test.each([
    ['save my changes to version control', 'git.commit'],
    ['commit', 'git.commit'],
    ['committing', 'git.commit'],
    ['git.clone', 'git.clone'],
    ['cloned repositories', 'git.clone'],
    ['readFile', 'fs.read'],
    ['read file', 'fs.read'],
    ['readfile', 'fs.read'],
    ['load the file for me, please', 'fs.read'],
    ['writing text', 'fs.write'],
    ['downl', 'git.clone'],
    ['message', 'git.commit'],
  ])('for "%s" first %s', (text, first) => {
    expect(names(text)[0]).toBe(first);
  });

  test('the best first, with scores above 0 that fall', () => {
    const scores = registry.searchTools('save file').map(({score}) => score ?? 0);
    expect(scores.length).toBeGreaterThan(1);
    expect(scores.every((score) => score > 0)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(names('save file')[0]).toBe('fs.write');
  });

  test('nothing where no word is known, and no more than asked for', () => {
    expect(names('zebra crossing')).toEqual([]);
    expect(names('the of and')).toEqual([]);
    expect(registry.searchTools('file', {limit: 1})).toHaveLength(1);
    expect(registry.searchTools('file', {limit: 0})).toEqual([]);
  });

  test('what takes something away, or changes something, only where that is asked for', () => {
    const tool = (name: string, sideEffects: boolean) =>
      defineTool({name, description: 'Rooms of the house', planning: {sideEffects}, run: () => ({})});
    const tools = [tool('drop_rooms', true), tool('paint_rooms', true), tool('list_rooms', false)];
    const house = new ToolRegistry({
      providers: {house: defineModule({name: 'house', module: 'House', description: 'A house', tools})},
    });
    const found = (text: string): string[] => house.searchTools(text).map((each) => each.tool);
    expect(found('which rooms are there')).toEqual(['list_rooms', 'paint_rooms', 'drop_rooms']);
    expect(found('rooms')).toEqual(['paint_rooms', 'list_rooms', 'drop_rooms']);
    expect(found('remove rooms')[0]).toBe('drop_rooms');
    expect(found('paint the rooms')[0]).toBe('paint_rooms');
    const [last] = house.searchTools({text: 'rooms', name: 'drop_rooms'}, {explain: true});
    expect(last?.match?.terms.reduce((sum, {score}) => sum + score, 0)).toBeCloseTo(last?.score ?? NaN, 4);
  });

  test('the whole record of a tool', () => {
    const [commit] = registry.searchTools('commit changes');
    const {score, ...record} = commit ?? {};
    expect(score).toBeGreaterThan(0);
    expect(record).toEqual(GitModuleDefinition.getMetadata().tools['commit']);
  });
});

describe('criteria find', () => {
  test.each([
    [
      'everything, when there are none',
      {},
      ['git.clone', 'git.commit', 'git.status', 'fs.read', 'fs.write', 'fs.status'],
    ],
    ['by full name', {name: 'git.commit'}, ['git.commit']],
    ['by name in the module', {name: 'STATUS'}, ['git.status', 'fs.status']],
    ['by alias', {name: 'writeFile'}, ['fs.write']],
    ['by provider', {provider: 'fs'}, ['fs.read', 'fs.write', 'fs.status']],
    ['by name of the module', {module: 'git', cost: 'free'}, ['git.status']],
    ['by kind of module', {module: 'GitModule', cost: 'high'}, ['git.clone']],
    ['by one of several categories', {category: ['files', 'music']}, ['fs.read', 'fs.write', 'fs.status']],
    ['by all of several tags', {tags: ['save', 'vcs']}, ['git.commit']],
    ['by resource', {resource: 'file', idempotent: true, sideEffects: false}, ['fs.read', 'fs.status']],
    ['by what is produced', {produces: 'git_repository'}, ['git.clone']],
    ['by what is consumed', {consumes: ['git_repository']}, ['git.status']],
    ['by cost and reliability', {cost: ['low', 'free'], reliability: 'high'}, ['git.commit', 'git.status']],
    ['tools that may change something', {sideEffects: true}, ['git.clone', 'git.commit', 'fs.write']],
    ['tools that change nothing at all', {sideEffects: false}, ['git.status', 'fs.read', 'fs.status']],
    ['tools for which it depends on the input', {sideEffects: 'varies'}, ['fs.write']],
    ['by highest tier', {maxTier: 0}, ['git.status', 'fs.read']],
    ['by tier', {securityTier: 2}, ['git.commit']],
    ['by a tier that is not passed', {securityTier: {max: 0}}, ['git.status', 'fs.read']],
    ['by a cost that is not passed', {cost: {max: 'free'}}, ['git.status', 'fs.status']],
    ['by a reliability that is reached', {reliability: {min: 'high'}}, ['git.commit', 'git.status']],
    ['by any of several tags', {tags: {any: ['download', 'load']}}, ['git.clone', 'fs.read']],
    [
      'by all of some and any of other tags',
      {tags: {all: ['vcs'], any: ['save', 'download']}},
      ['git.clone', 'git.commit'],
    ],
    ['by any of several handles', {produces: {any: ['git_repository', 'picture']}}, ['git.clone']],
    ['nothing by any of none', {tags: {any: []}}, []],
    ['by requirements', {requirements: ['repository access', 'git binary']}, ['git.commit']],
    ['nothing where one does not hold', {provider: 'fs', tags: 'vcs'}, []],
    ['what is not undefined', {provider: undefined, tags: ['load']}, ['fs.read']],
  ])('%s', (_what, criteria, expected) => {
    expect(names(criteria as never)).toEqual(expected);
  });

  test('by text within facts, ranked', () => {
    expect(names({text: 'save', provider: 'fs'})).toEqual(['fs.write']);
    expect(registry.searchTools({text: 'status file', sideEffects: false})[0]).toMatchObject({
      name: 'fs.status',
      score: expect.any(Number),
    });
  });

  test.each([
    [{tag: 'git'}, 'Tools can not be searched by "tag"', 'Did you mean "tags"?'],
    [{sideEffect: true}, 'Tools can not be searched by "sideEffect"', 'Did you mean "sideEffects"?'],
    [{zzz: true}, 'Tools can not be searched by "zzz"', expect.stringMatching(/^Criteria are text, name, provider/)],
    [{idempotent: 'yes'}, `Criterion "idempotent" must be true, false or 'varies', received "yes"`, undefined],
    [{tags: 5}, 'Criterion "tags" must be a text, a list of texts, {all} or {any}, received number', undefined],
    [
      {tags: {some: 'x'}},
      'Criterion "tags" must be a text, a list of texts, {all} or {any}, received object',
      undefined,
    ],
    [{name: ['x', 1]}, 'Criterion "name" must be a text or a list of texts, received a list', undefined],
    [{maxTier: 'low'}, 'Criterion "maxTier" must be a number from 0 to 4, received "low"', undefined],
    [
      {securityTier: {max: 9}},
      'Criterion "securityTier" must be a number from 0 to 4, or {max}, received object',
      undefined,
    ],
    [
      {cost: 'cheap'},
      'Criterion "cost" must be one or several of free, low, medium, high, or {max}, received "cheap"',
      undefined,
    ],
    [{text: 5}, 'Criterion "text" must be a text, received number', undefined],
    [[], 'Tools can not be searched by a list', 'Give a text or criteria'],
    [7, 'Tools can not be searched by number', 'Give a text or criteria'],
  ])('nothing by %j, which is refused', (criteria, message, suggestion) => {
    expect(() => registry.searchTools(criteria as never)).toThrow(
      expect.objectContaining({code: 'INVALID_PARAMETER', message}),
    );
    if (suggestion !== undefined)
      expect(() => registry.searchTools(criteria as never)).toThrow(
        expect.objectContaining({suggestions: [suggestion]}),
      );
  });
});

describe('the catalogue', () => {
  const record = (name: string, description: string): ToolMetadata => ({
    ...GitModuleDefinition.getMetadata().tools['commit']!,
    name: `m.${name}`,
    tool: name,
    description,
    tags: [],
    aliases: [],
  });

  test('reads a record when somebody searches, and then only for answers that it is in', () => {
    let reads = 0;
    const catalogue = new Catalogue(() => undefined);
    catalogue.set('m', [
      () => {
        reads++;
        return record('one', 'first');
      },
    ]);
    expect(reads).toBe(0);
    catalogue.search('first');
    expect(reads).toBe(2);
    catalogue.search('second');
    expect(reads).toBe(2);
  });

  test('goes on past a record that can not be read, and reports it', () => {
    const reports: unknown[] = [];
    const catalogue = new Catalogue((error) => reports.push(error));
    const bad = (): never => {
      throw new Error('bad schema');
    };
    catalogue.set('m', [bad, () => record('good', 'works')]);
    expect(catalogue.search()).toMatchObject([{tool: 'good'}]);
    expect(catalogue.search('works')).toMatchObject([{tool: 'good'}]);
    expect(reports).toHaveLength(1);
  });

  test('finds what was added, not what was taken out, over thousands of changes', () => {
    const catalogue = new Catalogue(() => undefined);
    catalogue.set('stays', [() => record('stays', 'common words stay')]);
    for (let round = 0; round < 3000; round++) {
      catalogue.set('changes', [() => record(`round${String(round)}`, `common words of round ${String(round)}`)]);
      if (round % 500 === 499) {
        expect(
          catalogue
            .search('common words')
            .map(({tool}) => tool)
            .sort(),
        ).toEqual([`round${String(round)}`, 'stays']);
      }
    }
    catalogue.delete('changes');
    expect(catalogue.search('common').map(({tool}) => tool)).toEqual(['stays']);
    expect(catalogue.search()).toHaveLength(1);
  });

  test('warns through the runtime about a tool that can not be searched', async () => {
    const runtime = new Runtime();
    const warnings: string[] = [];
    runtime.on('warning', ({message}) => warnings.push(message));
    const bad = new ToolRegistry({runtime});
    bad.registerProvider({
      name: 'bad',
      create: () => null,
      metadata: {
        tools: {
          a: Object.defineProperty({}, 'description', {
            enumerable: true,
            get: () => {
              throw new Error('no');
            },
          }),
        },
      },
    });
    expect(bad.searchTools('a')).toEqual([]);
    expect(warnings).toEqual(['A tool can not be searched: no']);
  });
});

describe('the index', () => {
  const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma');
  const documents = fc.array(fc.array(word, {minLength: 1, maxLength: 6}), {minLength: 1, maxLength: 30});
  const indexOf = (texts: readonly (readonly string[])[]): InvertedIndex => {
    const index = new InvertedIndex();
    for (const words of texts) index.add([{text: words.join(' '), weight: 1}]);
    return index;
  };
  const find = (index: InvertedIndex, text: string, limit: number): {document: number; score: number}[] =>
    index.search(index.read(text), limit, () => 1);

  test('finds exactly the living documents that have one of the words, whatever was removed', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(word, {minLength: 1, maxLength: 3}),
        fc.array(fc.nat(29)),
        (texts, query, removed) => {
          const index = indexOf(texts);
          for (const document of removed) index.remove(document);
          const living = texts.map((_, document) => document).filter((document) => !removed.includes(document));
          // A word that no living document has may be taken for a slip of one that some have.
          const known = query.filter((term) => living.some((document) => texts[document]?.includes(term)));
          const found = find(index, known.join(' '), 100).map(({document}) => document);
          const expected = living.filter((document) => known.some((term) => texts[document]?.includes(term)));
          expect(found.sort((a, b) => a - b)).toEqual(expected);
        },
      ),
    );
  });

  test('keeps the best of many, as sorting all would', () => {
    fc.assert(
      fc.property(documents, fc.integer({min: 1, max: 10}), (texts, limit) => {
        const index = indexOf(texts);
        const all = find(index, 'alpha beta gamma', 1000);
        expect(find(index, 'alpha beta gamma', limit)).toEqual(all.slice(0, limit));
      }),
    );
  });
});

import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {Catalogue} from '../../src/registry/search/catalogue.js';
import type {ReadRecord} from '../../src/registry/search/catalogue.js';
import {ToolRegistry} from '../../src/registry/tool-registry.js';
import type {ToolMetadata} from '../../src/sdk.js';
import {FileSystemModuleDefinition, GitModuleDefinition} from './definitions.js';

const example = GitModuleDefinition.getMetadata().tools['commit'];
const words = [
  'alpha',
  'beta',
  'gamma',
  'delta',
  'delete',
  'remove',
  'folder',
  'size',
  'alphabet',
  'gama',
  'read',
  'file',
];

const record = (owner: string, index: number, description: string): ToolMetadata =>
  ({
    ...example,
    name: `${owner}.tool${String(index)}`,
    tool: `tool${String(index)}`,
    description,
    tags: [],
    aliases: [],
  }) as ToolMetadata;

const readers = (owner: string, texts: readonly string[]): ReadRecord[] =>
  texts.map((text, index) => () => record(owner, index, text));

const failing = (error: unknown): never => {
  throw error;
};

const text = fc.array(fc.constantFrom(...words), {minLength: 1, maxLength: 5}).map((list) => list.join(' '));
const owner = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const change = fc.oneof(
  fc.record({kind: fc.constant('set' as const), owner, texts: fc.array(text, {maxLength: 6})}),
  fc.record({kind: fc.constant('delete' as const), owner}),
  fc.record({kind: fc.constant('search' as const), text}),
);

describe('a catalogue that was changed again and again', () => {
  test('answers and scores as one that was just made, in which what was removed has never been', () => {
    fc.assert(
      fc.property(
        fc.array(change, {maxLength: 40}),
        fc.array(text, {minLength: 1, maxLength: 5}),
        (changes, questions) => {
          const changed = new Catalogue(failing);
          const owners = new Map<string, readonly string[]>();
          for (const each of changes) {
            if (each.kind === 'search') changed.search(each.text);
            else {
              owners.delete(each.owner);
              if (each.kind === 'delete') changed.delete(each.owner);
              else {
                owners.set(each.owner, each.texts);
                changed.set(each.owner, readers(each.owner, each.texts));
              }
            }
          }
          const fresh = new Catalogue(failing);
          for (const [name, texts] of owners) fresh.set(name, readers(name, texts));
          for (const question of [...questions, 'alph', 'delt', 'gamm']) {
            expect(changed.search(question, {limit: 50, explain: true})).toEqual(
              fresh.search(question, {limit: 50, explain: true}),
            );
          }
          expect(changed.search()).toEqual(fresh.search());
        },
      ),
    );
  });

  test('does so past the point where it makes room again', () => {
    const sample = (seed: number): string[] =>
      Array.from({length: 40}, (_, index) => words.filter((_word, at) => (index * 7 + at * seed) % 5 < 2).join(' '));
    const changed = new Catalogue(failing);
    changed.set('first', readers('first', sample(3)));
    for (let round = 0; round < 100; round++) {
      changed.set('moving', readers('moving', sample(round)));
      changed.search('alpha');
    }
    changed.set('last', readers('last', sample(4)));
    const fresh = new Catalogue(failing);
    for (const [name, seed] of Object.entries({first: 3, moving: 99, last: 4}))
      fresh.set(name, readers(name, sample(seed)));
    for (const question of ['alpha folder', 'delete size', 'alph', 'raed gamma']) {
      expect(changed.search(question, {limit: 200})).toEqual(fresh.search(question, {limit: 200}));
    }
  });

  test('reads the records of what changed, and no others', () => {
    let reads = 0;
    const counting = (name: string, texts: readonly string[]): ReadRecord[] =>
      readers(name, texts).map((read) => () => {
        reads++;
        return read();
      });
    const catalogue = new Catalogue(failing);
    for (const name of ['a', 'b', 'c'])
      catalogue.set(
        name,
        counting(
          name,
          Array.from({length: 100}, () => 'alpha'),
        ),
      );
    catalogue.search('zebra');
    expect(reads).toBe(300);
    catalogue.set('b', counting('b', ['beta']));
    catalogue.delete('a');
    catalogue.search('zebra');
    expect(reads).toBe(301);
  });

  test('keeps its head when reading a record takes tools away or brings new ones', () => {
    const catalogue = new Catalogue(failing);
    catalogue.set('a', [
      () => {
        catalogue.delete('a');
        catalogue.set('late', readers('late', ['alpha']));
        return record('a', 0, 'alpha');
      },
      () => record('a', 1, 'alpha'),
    ]);
    catalogue.set('b', readers('b', ['alpha']));
    expect(catalogue.search('alpha').map(({name}) => name)).toEqual(['b.tool0', 'late.tool0']);
  });
});

describe('prepareSearch', () => {
  test('lets others have their turn while it reads thousands of tools', async () => {
    const catalogue = new Catalogue(failing);
    catalogue.set(
      'many',
      readers(
        'many',
        Array.from({length: 20_000}, (_, index) => `alpha beta number ${String(index)}`),
      ),
    );
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    await catalogue.prepare();
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
    expect(catalogue.search('number 17')[0]?.tool).toBe('tool17');
  });

  test('can be called twice, while tools come and go', async () => {
    const catalogue = new Catalogue(failing);
    catalogue.set(
      'a',
      readers(
        'a',
        Array.from({length: 3000}, () => 'alpha'),
      ),
    );
    catalogue.set('b', readers('b', ['beta']));
    const both = [catalogue.prepare(), catalogue.prepare()];
    catalogue.delete('a');
    catalogue.set('c', readers('c', ['alpha']));
    await Promise.all(both);
    expect(catalogue.search('alpha').map(({name}) => name)).toEqual(['c.tool0']);
  });

  test('is there for the registry', async () => {
    const registry = new ToolRegistry({providers: {git: GitModuleDefinition}});
    await registry.prepareSearch();
    expect(registry.searchTools('commit')[0]?.name).toBe('git.commit');
  });
});

test('a live module whose tools describe themselves anew is found by that after refreshModule', async () => {
  const registry = new ToolRegistry({providers: {fs: FileSystemModuleDefinition, git: GitModuleDefinition}});
  const id = await registry.createModule('fs');
  expect(registry.searchTools('zeppelin')).toEqual([]);
  const module = registry.getModule(id);
  const read = module.getTool('read');
  const before = read.getMetadata();
  read.getMetadata = () => ({...before, description: 'Pilot a zeppelin'});
  registry.refreshModule(id);
  expect(registry.searchTools('zeppelin')).toMatchObject([{name: 'fs.read', description: 'Pilot a zeppelin'}]);
  expect(registry.searchTools({name: 'read'})).toHaveLength(1);
  await registry.cleanup();
});

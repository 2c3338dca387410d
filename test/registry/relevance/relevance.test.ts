import {beforeAll, describe, expect, test} from '@jest/globals';
import type {ToolRegistry} from '../../../src/registry/tool-registry.js';
import {measure} from './measure.js';
import {heldOut, tuned} from './questions.js';
import {shippedTools} from './shipped-tools.js';

describe('natural questions over the tools of fs, git, db and the configs that ship', () => {
  let registry: ToolRegistry;
  beforeAll(async () => {
    registry = await shippedTools();
  });

  test('have a right answer among the first three, nine times of ten', () => {
    const {hitAt3, mrr, missed} = measure(registry, tuned);
    expect({missed, enough: hitAt3 >= 0.9 && mrr >= 0.8}).toMatchObject({enough: true});
  });

  test('have one nearly as often where nothing was tuned for them', () => {
    const {hitAt3, mrr} = measure(registry, heldOut);
    expect({hitAt3, mrr, enough: hitAt3 >= 0.8 && mrr >= 0.7}).toMatchObject({enough: true});
  });

  test.each([
    ['how big is this file', 'fs.stats'],
    ['show me the contents of a text file', 'fs.read'],
    ['get rid of a directory', 'fs.delete'],
    ['comit changes', 'git.commit'],
  ])('"%s" finds %s near the top', (text, tool) => {
    expect(registry.searchTools(text, {limit: 3}).map(({name}) => name)).toContain(tool);
  });

  test.each([
    ['which tables exist', 'db.listTables'],
    ['how many rows in table', 'db.query'],
    ['what columns does a table have', 'db.describeTable'],
    ['drop a table', 'db.dropTable'],
  ])('"%s" finds %s first', (text, tool) => {
    expect(registry.searchTools(text, {limit: 1}).map(({name}) => name)).toEqual([tool]);
  });

  test('"who changed what and when" finds the history before the differences', () => {
    const names = registry.searchTools('who changed what and when').map(({name}) => name);
    expect(names.slice(0, 3)).toContain('git.log');
    expect(names.indexOf('git.log')).toBeLessThan(names.indexOf('git.diff'));
  });
});

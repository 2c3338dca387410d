import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {expect, test} from '@jest/globals';
import {configJsonSchema} from '../../src/factory/index.js';
import {kindLanguages} from '../../src/factory/language/kinds.js';

type FillOptionTables = (text: string, schema: object) => string;
const {fillOptionTables} = (await import(pathToFileURL('scripts/option-tables.mjs').href)) as {
  fillOptionTables: FillOptionTables;
};
const guide = await readFile('docs/wrapping.md', 'utf8');

test('the tables of docs/wrapping.md are those of the language: run scripts/write-config-schema.mjs after a change', () => {
  expect(fillOptionTables(guide, configJsonSchema())).toBe(guide);
});

test('docs/wrapping.md has a table for every kind, and for what all have in common', () => {
  const tables = [...guide.matchAll(/<!-- options: (\w+) -->/g)].map(([, name]) => name);
  const kinds = Object.entries(kindLanguages).flatMap(([name, {discovers}]: [string, {discovers?: boolean}]) =>
    discovers ? [name] : [name, `${name}_tool`],
  );
  // The two names of a library have one table.
  const expected = ['module', 'tool', ...kinds].filter(
    (name) => !name.startsWith('node_module') && name !== 'class_tool',
  );
  expect(tables.sort()).toEqual(expected.sort());
});

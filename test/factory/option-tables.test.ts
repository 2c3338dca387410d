import {readdir, readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {expect, test} from '@jest/globals';
import {configJsonSchema} from '../../src/factory/index.js';
import {kindLanguages} from '../../src/factory/language/kinds.js';

type FillOptionTables = (text: string, schema: object) => string;
const {fillOptionTables} = (await import(pathToFileURL('scripts/option-tables.mjs').href)) as {
  fillOptionTables: FillOptionTables;
};
const files = ['docs/wrapping.md', ...(await readdir('docs/wrapping')).map((page) => `docs/wrapping/${page}`)];
const pages = await Promise.all(files.map(async (file) => ({file, text: await readFile(file, 'utf8')})));

test.each(pages)('the tables of $file are those of the language: run `npm run docs` after a change', ({text}) => {
  expect(fillOptionTables(text, configJsonSchema())).toBe(text);
});

test('docs/wrapping has one table for every kind, and for what all have in common', () => {
  const tables = pages.flatMap(({text}) => [...text.matchAll(/<!-- options: (\w+) -->/g)].map(([, name]) => name));
  const kinds = Object.entries(kindLanguages).flatMap(([name, {discovers}]: [string, {discovers?: boolean}]) =>
    discovers ? [name] : [name, `${name}_tool`],
  );
  // The two names of a library have one table.
  const expected = ['module', 'tool', ...kinds].filter(
    (name) => !name.startsWith('node_module') && name !== 'class_tool',
  );
  expect(tables.sort()).toEqual(expected.sort());
});

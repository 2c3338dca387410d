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
const documented = pages.flatMap(({text}) =>
  [...text.matchAll(/<!-- options: (\w+) -->/g)].map(([, name]) => String(name)),
);

test.each(pages)('the tables of $file are those of the language: run `npm run docs` after a change', ({text}) => {
  expect(fillOptionTables(text, configJsonSchema())).toBe(text);
});

test('a table goes into what a key takes: an object, any name of one, the items of a list, one of several', () => {
  const keys = (definition: string): string[] => {
    const table = fillOptionTables(`<!-- options: ${definition} -->\n<!-- /options -->`, configJsonSchema());
    return [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, key]) => String(key));
  };

  expect(keys('tool')).toEqual(
    expect.arrayContaining(['errors.*.when', 'errors.*.recoverable', 'examples[].input', 'retry.backoff.type']),
  );
  expect(keys('module')).toEqual(expect.arrayContaining(['handles.*.dispose', 'handles.*.fields']));
  expect(keys('mcp')).toEqual(expect.arrayContaining(['server.command', 'server.url', 'overrides.*.rename']));
  expect(keys('cli_tool')).toEqual(expect.arrayContaining(['parse.format', 'parse.delimiter']));
  // Those of every tool are told once.
  expect(keys('mcp')).not.toContain('overrides.*.description');
  for (const {text} of pages) expect(text).not.toMatch(/`[^`]+\.\$config`/);
});

test('no row of a table is there twice, and each says what its key means', () => {
  for (const definition of documented) {
    const table = fillOptionTables(`<!-- options: ${definition} -->\n<!-- /options -->`, configJsonSchema());
    const rows = table.split('\n').filter((row) => row.startsWith('| `'));
    const keys = rows.map((row) => row.split('|')[1]);
    expect([definition, keys]).toEqual([definition, [...new Set(keys)]]);
    expect(rows.filter((row) => / \|\s*(?:\*\*Required\.\*\*)?\s*\|$/.test(row))).toEqual([]);
  }
});

test('docs/wrapping has one table for every kind, and for what all have in common', () => {
  const tables = [...documented];
  const kinds = Object.entries(kindLanguages).flatMap(([name, {discovers}]: [string, {discovers?: boolean}]) =>
    discovers ? [name] : [name, `${name}_tool`],
  );
  // The two names of a library have one table.
  const expected = ['module', 'tool', ...kinds].filter(
    (name) => !name.startsWith('node_module') && name !== 'class_tool',
  );
  expect(tables.sort()).toEqual(expected.sort());
});

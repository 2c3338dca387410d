import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {describe, expect, test} from '@jest/globals';
import {errorTable} from 'haft';
import type {ModuleMetadata} from 'haft';

const root = resolve(import.meta.dirname, '../..');
const script = async (name: string): Promise<unknown> => import(pathToFileURL(join(root, 'scripts', name)).href);

type Documented = Readonly<Record<string, {readonly metadata: ModuleMetadata}>>;
const {documentedModules} = (await script('documented-modules.mjs')) as {
  documentedModules: (load: (path: string) => Promise<unknown>) => Promise<Documented>;
};
const {fillModuleTables} = (await script('module-tables.mjs')) as {
  fillModuleTables: (text: string, module: object) => string;
};

const modules = await documentedModules(async (path) => import(join(root, 'modules', `${path}.ts`)));

describe.each(Object.entries(modules))('docs/modules/%s.md', (page, module) => {
  const text = readFileSync(join(root, 'docs/modules', `${page}.md`), 'utf8');

  test('has the tables that the definition of the module says (`npm run docs` writes them)', () => {
    expect(fillModuleTables(text, {...module, errorTable})).toBe(text);
  });

  test('has a section for each tool, in the order of the definition', () => {
    const sections = [...text.matchAll(/^### (.*)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(Object.keys(module.metadata.tools));
  });

  test('says what is promised and what is not, and begins with an example that is executed', () => {
    expect(text).toMatch(/^## What is promised$/m);
    expect(text).toMatch(/^## What is not$/m);
    expect(text.indexOf('```js')).toBeLessThan(text.indexOf('## What is promised'));
  });
});

/** Providers that are a config and nothing more: the page of the config is theirs. */
const configPages = {github: 'docs/gallery/github.md', cloud: 'docs/gallery/s3.md'};

test('every built-in provider has a page: its own, or that of its config', async () => {
  const {builtinProviders} = (await import(join(root, 'src/builtin.ts'))) as {builtinProviders: object};
  const names = Object.values(modules).map(({metadata}) => metadata.name);
  expect([...names, ...Object.keys(configPages)].sort()).toEqual(Object.keys(builtinProviders).sort());
  for (const page of Object.values(configPages)) expect(readFileSync(join(root, page), 'utf8')).toMatch(/^## Tools$/m);
});

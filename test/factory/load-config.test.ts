import {symlink, writeFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {join, resolve} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {loadConfig} from '../../src/factory/index.js';
import type {ConfigProblem} from '../../src/factory/index.js';
import {ModuleFactory} from '../../src/index.js';
import {useTempFolders} from '../support/temp-folder.js';

const tempFolder = useTempFolders();

/** Files are told as they are short: relative to where the program runs, or in full. */
const inFull = ({file, ...problem}: ConfigProblem) => ({
  ...problem,
  file: file === undefined ? undefined : resolve(file),
});

const base = {
  module: 'path',
  tools: {base: {method: 'basename', input: {path: 'string'}, args: ['{path}']}, sep: {method: 'toNamespacedPath'}},
};

describe('loadConfig', () => {
  test('answers a config with its bases merged in, for createFromConfig', async () => {
    const own = {extends: './base.json', tools: {sep: null, base: {description: 'The last part of a path'}}};
    const folder = await tempFolder({'base.json': JSON.stringify(base), 'own.json': JSON.stringify(own)});

    const config = await loadConfig(join(folder, 'own.json'));
    const paths = await ModuleFactory.createFromConfig('paths', config);

    expect(paths.listTools()).toEqual(['base']);
    expect(await paths.getTool('base').call({path: '/a/b.c'})).toBe('b.c');
    expect(await loadConfig(pathToFileURL(join(folder, 'own.json')))).toEqual(config);
    expect(await loadConfig('haft/configs/marked.json')).toMatchObject({module: 'marked'});
  });

  test('a problem of a merged config names the file that it is from', async () => {
    const folder = await tempFolder({
      'base.json': JSON.stringify({...base, tgas: []}),
      'own.json': JSON.stringify({extends: 'base.json', tools: {base: {agrs: []}}}),
    });

    const problems = ModuleFactory.validate(await loadConfig(join(folder, 'own.json')));

    expect(problems.map(inFull)).toMatchObject([
      {path: 'tools.base.agrs', file: join(folder, 'own.json')},
      {path: 'tgas', file: join(folder, 'base.json')},
    ]);
  });

  test('makes paths of a config relative to its file', async () => {
    const folder = await tempFolder({
      'bases/api.json': '{"type": "openapi", "document": "./api.yaml"}',
      'bases/other.json': '{"type": "openapi", "document": "https://example.com/api.yaml"}',
      'own.json': '{"extends": "bases/api.json", "include": ["a"]}',
    });

    expect(await loadConfig(join(folder, 'own.json'))).toMatchObject({document: join(folder, 'bases', 'api.yaml')});
    expect(await loadConfig(join(folder, 'bases/other.json'))).toMatchObject({
      document: 'https://example.com/api.yaml',
    });
  });

  test('CO09 a base is in the folder of the config or below, by its real path, and its values are not told', async () => {
    const secret = 'hunter2-of-another-file';
    const folder = await tempFolder({
      'home/settings.json': JSON.stringify({password: secret, type: secret, server: {command: secret}}),
      'project/parts/inner.json': '{"extends": "../settings.json"}',
      'project/settings.json': JSON.stringify({module: 'path', [`pass`]: secret, category: {secret}}),
      'project/shipped.json': '{"extends": "haft/configs/marked.json"}',
    });
    await symlink(join(folder, 'home'), join(folder, 'project', 'link'));
    const load = async (extended: string) => {
      await writeFile(join(folder, 'project/own.json'), JSON.stringify({extends: extended}));
      return loadConfig(join(folder, 'project/own.json'));
    };
    for (const outside of ['../home/settings.json', './link/settings.json', 'parts/../../home/none.json']) {
      await expect(load(outside)).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringMatching(/It lies outside of .*project, the folder of the config/),
      });
    }
    for (const inside of ['./settings.json', 'parts/inner.json']) {
      const problems = ModuleFactory.validate(await load(inside));
      expect(problems.map(inFull)).toMatchObject([
        {path: 'tools', file: join(folder, 'project/own.json')},
        {path: 'pass', file: join(folder, 'project/settings.json')},
        {path: 'category', file: join(folder, 'project/settings.json')},
      ]);
      expect(JSON.stringify(problems)).not.toContain(secret);
    }
    expect(await load('./shipped.json')).toMatchObject({module: 'marked'});
  });

  test.each([
    ['text that is no JSON', '{"a": 1,\n}', /It is no JSON: .+ \(in .*own\.json:\d:\d\)/],
    ['a key that stands twice', '{"a": 1, "a": 2}', /This key stands twice \(at a in .*own\.json:1:10\)/],
  ])('refuses %s with its place', async (_what, text, message) => {
    const folder = await tempFolder({'own.json': text});
    await expect(loadConfig(join(folder, 'own.json'))).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ['https://example.com/a.json', 'is no file'],
    ['config.mjs', 'is no .json file'],
    ['nowhere.json', 'There is no such config'],
  ])('refuses %s', async (file, message) => {
    await expect(loadConfig(file)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(message),
    });
  });
});

describe('extends in code', () => {
  test('takes configs, the later over the earlier', async () => {
    const config = {
      extends: [base, {tools: {base: {description: 'first', tags: ['a']}}}, {tools: {base: {description: 'second'}}}],
      tools: {sep: null},
    };

    const paths = await ModuleFactory.createFromConfig('paths', config);

    expect(paths.listTools()).toEqual(['base']);
    expect(paths.getTool('base').getMetadata()).toMatchObject({
      description: 'second',
      tags: expect.arrayContaining(['a']),
    });
  });

  test('keeps functions, for code is code', async () => {
    const config = {
      extends: {...base, tools: {base: {...base.tools.base, outputTransform: (text: string) => `<${text}>`}}},
    };

    const paths = await ModuleFactory.createFromConfig('paths', config);

    expect(await paths.getTool('base').call({path: '/a/b.c'})).toBe('<b.c>');
  });

  test('refuses the name of a file and says who reads it, and configs that go on without end', () => {
    const [named, ...others] = ModuleFactory.validate({extends: './base.json'});
    expect(others).toEqual([]);
    expect(named).toMatchObject({path: 'extends', remedy: expect.stringContaining('await loadConfig(file)')});

    const deep = Array.from({length: 12}).reduce<object>((inner) => ({extends: [inner]}), base);
    expect(ModuleFactory.validate(deep)).toMatchObject([
      {path: expect.stringMatching(/^extends\[0\]/), message: expect.stringContaining('More than 10')},
    ]);
  });

  test('a base can not reach the prototype of what it is merged into', () => {
    const hostile = JSON.parse('{"tools": {"__proto__": {"method": "basename"}}}') as object;
    const problems = ModuleFactory.validate({extends: [base, hostile]});
    expect(problems).toMatchObject([{message: 'The key "__proto__" is refused'}]);
    expect(({} as Record<string, unknown>)['method']).toBeUndefined();
  });
});

test('CO01 the program of an MCP server is refused before anything is started, unless the caller allowed it', () => {
  const config = {type: 'mcp', server: {command: 'npx', args: ['server']}};
  expect(ModuleFactory.validate(config)).toMatchObject([{path: 'server.command', received: '"npx"'}]);
  expect(ModuleFactory.validate(config, {allow: ['npx']})).toEqual([]);
});

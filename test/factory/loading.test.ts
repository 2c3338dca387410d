import {join} from 'node:path';
import {afterEach, describe, expect, test} from '@jest/globals';
import {ModuleFactory, libraryKinds} from '../../src/factory/index.js';
import {useTempFolders} from '../support/temp-folder.js';
import {factory, failureOf, problemsOf} from './factory.js';

const tempFolder = useTempFolders();
const home = process.cwd();
afterEach(() => {
  process.chdir(home);
});

const markdown = {type: 'npm_library', module: 'marked', tools: {parse: {args: ['{text}']}}};

describe('a package', () => {
  test('that data names is loaded only when the caller allows it', async () => {
    const [problem] = await problemsOf(factory.createFromConfig('md', markdown));
    expect(problem).toEqual({
      config: 'md',
      path: 'module',
      message: 'The config is not allowed to load "marked"',
      received: '"marked"',
      remedy: "If you trust it, pass {allow: ['marked']} as the fourth argument of createFromConfig",
    });

    const allowed = await factory.createFromConfig('md', markdown, {}, {allow: ['marked']});
    const byFactory = await new ModuleFactory({kinds: libraryKinds, allow: ['marked']}).createFromConfig(
      'md',
      markdown,
    );
    expect(await allowed.getTool('parse').call({text: '# a'})).toBe('<h1>a</h1>\n');
    expect(await byFactory.getTool('parse').call({text: '# a'})).toBe('<h1>a</h1>\n');
  });

  test('that code names is loaded, unless the caller gives a list that it is not in', async () => {
    const code = {...markdown, tools: {parse: {args: ['{text}'], outputTransform: (html: string) => ({html})}}};

    expect(await (await factory.createFromConfig('md', code)).getTool('parse').call({text: 'a'})).toEqual({
      html: '<p>a</p>\n',
    });
    expect(await problemsOf(factory.createFromConfig('md', code, {}, {allow: ['axios']}))).toMatchObject([
      {path: 'module'},
    ]);
  });

  test('that is not installed is told with the command that installs it', async () => {
    const made = factory.createFromConfig(
      'x',
      {type: 'npm_library', module: '@acme/rocket/fuel', tools: {go: {}}},
      {},
      {allow: ['@acme/rocket']},
    );
    expect((await failureOf(made)).message).toContain('npm install @acme/rocket');
  });

  test('is the one of the project that runs, also when it is only for import', async () => {
    const folder = await tempFolder({
      'package.json': '{}',
      'node_modules/only-import/package.json': JSON.stringify({
        name: 'only-import',
        type: 'module',
        exports: {'.': {import: './x.js'}, './part': {import: {node: './part.js'}}},
      }),
      'node_modules/only-import/x.js': 'export const hello = () => "from the project";',
      'node_modules/only-import/part.js': 'export default {hello: () => "part"};',
      'node_modules/marked/package.json': JSON.stringify({name: 'marked', main: 'x.cjs'}),
      'node_modules/marked/x.cjs': 'module.exports = {parse: () => "mine"};',
    });
    process.chdir(folder);
    const options = {allow: ['only-import', 'marked']};

    const whole = await factory.createFromConfig('x', {wraps: 'only-import', tools: {hello: {}}}, {}, options);
    const part = await factory.createFromConfig('x', {wraps: 'only-import/part', tools: {hello: {}}}, {}, options);
    const mine = await factory.createFromConfig('md', markdown, {}, options);

    expect(await whole.getTool('hello').call({})).toBe('from the project');
    expect(await part.getTool('hello').call({})).toBe('part');
    expect(await mine.getTool('parse').call({text: ''})).toBe('mine');
  });

  test('that throws when it is loaded is INVALID_CONFIG with the cause', async () => {
    const folder = await tempFolder({
      'package.json': '{}',
      'node_modules/breaks/package.json': JSON.stringify({name: 'breaks', main: 'x.cjs'}),
      'node_modules/breaks/x.cjs': 'throw new Error("no license");',
    });
    process.chdir(folder);

    const error = await failureOf(
      factory.createFromConfig('x', {wraps: 'breaks', tools: {go: {}}}, {}, {allow: ['breaks']}),
    );

    expect(error).toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('no license') as unknown,
      cause: {message: 'no license'},
    });
  });

  test('without the export that is named says which there are', async () => {
    const made = factory.createFromConfig(
      'd',
      {type: 'class', module: 'decimal.js', export: 'Decimals', tools: {create: {construct: true}}},
      {},
      {allow: ['decimal.js']},
    );
    expect((await failureOf(made)).message).toContain('Did you mean "Decimal"?');
  });
});

describe('a module of Node', () => {
  test('of the open list needs no permission', async () => {
    const module = await factory.createFromConfig('path', {
      wraps: 'node:path',
      tools: {join: {}, posix: {method: 'posix.basename', args: ['{path}']}},
    });

    expect(await module.getTool('join').call({args: ['a', 'b']})).toBe(join('a', 'b'));
    expect(await module.getTool('posix').call({path: '/a/b'})).toBe('b');
  });

  test('that is not on it needs one', async () => {
    const config = {type: 'node_module', module: 'dns/promises', tools: {getServers: {}}};

    expect(await problemsOf(factory.createFromConfig('x', config))).toMatchObject([{path: 'module'}]);
    expect(await factory.createFromConfig('x', config, {}, {allow: ['dns/promises']})).toBeDefined();
  });

  test('keeps single functions closed', () => {
    expect(factory.validate({wraps: 'crypto', tools: {setEngine: {}, randomUUID: {}}})).toMatchObject([
      {path: 'tools.setEngine'},
    ]);
  });
});

describe('an instance that can not be made', () => {
  test('is INVALID_CONFIG with the cause', async () => {
    const throws = factory.createFromConfig('x', {
      type: 'class',
      target: {a: () => 1},
      instanceConfig: () => {
        throw new Error('no token');
      },
      tools: {a: {}},
    });
    const nothing = factory.createFromConfig('x', {
      type: 'class',
      target: {a: () => 1},
      instanceConfig: () => undefined,
      tools: {a: {}},
    });
    const missing = factory.createFromConfig('x', {
      wraps: 'path',
      instanceConfig: {method: 'create'},
      tools: {join: {}},
    });

    expect(await failureOf(throws)).toMatchObject({code: 'INVALID_CONFIG', cause: {message: 'no token'}});
    expect((await failureOf(nothing)).message).toContain('It answered undefined instead of an object');
    expect((await failureOf(missing)).message).toContain('instanceConfig.method');
  });
});

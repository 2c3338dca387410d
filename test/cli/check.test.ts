import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const pathTool = `{
  "type": "node_module",
  "module": "path",
  "tools": {
    "base": {
      "method": "basename",
      "input": {"path": "string"},
      "args": ["{pth}"]
    }
  }
}
`;

describe('haft check tells where a problem stands', () => {
  test('of a wrap config: file, line, column, path and what to do', async () => {
    const cwd = await tempFolder({'paths.json': pathTool});

    const {code, stderr} = await haft(['check', 'paths.json'], {cwd});

    expect(code).toBe(3);
    expect(stderr).toContain('1 problem in paths.json\n  paths.json:8:16 tools.base.args[0]: ');
    expect(stderr).toContain('→ Did you mean "path"?');
  });

  test('also where it stands in a project config, by itself or in a file, and what is missing has the place it is missing in', async () => {
    const project = `{
  "modules": {
    "mine": {"wrap": "wraps/paths.json"},
    "here": {"wrap": {
      "module": "path",
      "tools": {"base": {"method": "basename", "agrs": []}}
    }},
    "none": {"config": {}}
  }
}`;
    const cwd = await tempFolder({'haft.config.json': project, 'wraps/paths.json': pathTool});

    const {document} = await haftJson(['check'], {cwd});

    const places = (document.problems as readonly Record<string, unknown>[]).map(
      ({config, line, column, path}) => `${String(config)}:${String(line)}:${String(column)} ${String(path)}`,
    );
    expect(places).toEqual([
      'wraps/paths.json:8:16 tools.base.args[0]',
      'haft.config.json:6:48 modules.here.wrap.tools.base.agrs',
      'haft.config.json:8:5 modules.none',
    ]);
  });

  test('and keys with dots and brackets in them are found', async () => {
    const headers = `{
  "module": "path",
  "a.b[0]": 1,
  "tools": {"base": {"method": "basename", "description": 7}}
}`;
    const {stderr} = await haft(['check', 'a.json'], {cwd: await tempFolder({'a.json': headers})});

    expect(stderr).toContain('a.json:3:3 a.b[0]: Unknown key "a.b[0]"');
    expect(stderr).toContain('a.json:4:44 tools.base.description: ');
  });

  test('every key that stands twice, beside everything else', async () => {
    const twice = `{
  "module": "path",
  "tools": {
    "base": {"method": "basename", "method": "dirname"},
    "base": {"method": "basename", "tgas": []}
  }
}`;
    const {stderr} = await haft(['check', 'a.json'], {cwd: await tempFolder({'a.json': twice})});

    expect(stderr).toContain('a.json:4:36 tools.base.method: This key stands twice');
    expect(stderr).toContain('a.json:5:5 tools.base: This key stands twice');
    expect(stderr).toContain('a.json:5:36 tools.base.tgas: Unknown key "tgas"');
  });

  test('every mistake of a text that is no JSON, with its line and a caret', async () => {
    const broken = `{
  "module": "path"
  "tools": {"base": {"method": 'basename'}},
  // later
}`;
    const cwd = await tempFolder({'a.json': broken, 'haft.config.json': '{"modules": {"a": {"provider": "fs"},}}'});

    const {code, stderr} = await haft(['check', 'a.json'], {cwd});
    expect(code).toBe(3);
    expect(stderr).toContain(
      'a.json:3:3: It is no JSON: A comma is missing\n      "tools": {"base": {"method": \'basename\'}},\n      ^\n    → Put one behind the value before',
    );
    expect(stderr).toContain('a.json:3:32: It is no JSON: ');
    expect(stderr).toContain('a.json:4:3: It is no JSON: JSON has no comments');

    const called = await haft(['tools'], {cwd});
    expect(called.code).toBe(3);
    expect(called.stderr).toContain('(at haft.config.json:1:38)\n');
    expect(called.stderr).toContain('^\n');
  });

  test.each([
    ['a description', {type: 'openapi', document: './nothere.yaml'}, 'a.json:1:19 document: There is no such file'],
    [
      'a variable',
      {
        type: 'rest',
        baseURL: 'https://a.example',
        auth: {bearer: {$env: 'NOTES_KEY'}},
        tools: {a: {request: {path: '/'}}},
      },
      'a.json:1:64 auth.bearer.$env: The environment variable NOTES_KEY is not set',
    ],
    [
      'a program',
      {type: 'cli', command: 'no-such-dff', tools: {a: {args: ['a']}}},
      'a.json:1:15 command: The program no-such-dff is not on the PATH',
    ],
    [
      'a package',
      {module: 'no-such-dayjss', tools: {a: {}}},
      'a.json:1:2 module: The package no-such-dayjss is not installed',
    ],
  ])('of %s that is not there, in a wrap config by itself and in one of a project', async (_what, config, problem) => {
    const project = {modules: {m: {wrap: 'a.json'}}, allow: ['no-such-dff', 'no-such-dayjss']};
    const cwd = await tempFolder({'a.json': JSON.stringify(config), 'haft.config.json': JSON.stringify(project)});

    for (const argv of [['check', 'a.json', '--allow', 'no-such-dff,no-such-dayjss'], ['check']]) {
      const {code, stderr} = await haft(argv, {cwd, env: {PATH: process.env['PATH'] ?? ''}});
      expect(stderr).toContain(`1 problem in `);
      expect(stderr).toContain(problem);
      expect(code).toBe(3);
    }
  });

  test('and how to allow what it runs: by the option for a file of its own, in the project for one of it', async () => {
    const config = JSON.stringify({type: 'cli', command: 'ls', tools: {a: {args: ['a']}}});
    const cwd = await tempFolder({'a.json': config, 'haft.config.json': '{"modules": {"m": {"wrap": "a.json"}}}'});

    expect((await haft(['check', 'a.json'], {cwd})).stderr).toContain('If you trust it, give --allow ls\n');
    expect((await haft(['check'], {cwd})).stderr).toContain('add "ls" to "allow" of haft.config.json');
    const init = await haft(['init', '--wrap', 'a.json', '--force'], {cwd});
    expect(init.stderr).toContain('If you trust it, give --allow ls\n');
  });

  test('and how to allow a variable by which a program can be made to run other code', async () => {
    const config = JSON.stringify({type: 'cli', command: 'ls', env: {NODE_OPTIONS: 'x'}, tools: {a: {args: ['a']}}});
    const cwd = await tempFolder({'a.json': config});
    const argv = ['check', 'a.json', '--allow', 'ls'];

    expect((await haft(argv, {cwd})).stderr).toContain('If you trust it, give --allow env:NODE_OPTIONS\n');
    expect((await haft([...argv, '--allow', 'env:NODE_OPTIONS'], {cwd})).code).toBe(0);
  });

  test('of an empty file that it is empty', async () => {
    const {stderr} = await haft(['check', 'a.json'], {cwd: await tempFolder({'a.json': '\n'})});
    expect(stderr).toContain('a.json:1:1: It is empty\n');
  });

  test('as data, too, and a script has no lines', async () => {
    const cwd = await tempFolder({
      'a.json': pathTool,
      'a.mjs': `export default {module: 'path', tools: {base: {method: 'basename', tgas: []}}};`,
    });

    expect((await haftJson(['check', 'a.json'], {cwd})).document.problems).toMatchObject([
      {config: 'a.json', line: 8, column: 16, path: 'tools.base.args[0]'},
    ]);
    const {stderr} = await haft(['check', 'a.mjs'], {cwd});
    expect(stderr).toContain('  a.mjs tools.base.tgas: Unknown key "tgas"');
  });

  test('of several files at once; one that is wrong makes the whole wrong', async () => {
    const good = pathTool.replace('{pth}', '{path}');
    const cwd = await tempFolder({'good.json': good, 'bad.json': pathTool, 'other.json': good});

    const {code, stdout, stderr} = await haft(['check', 'good.json', 'bad.json', 'other.json'], {cwd});
    const {document} = await haftJson(['check', 'good.json', 'bad.json'], {cwd});

    expect(code).toBe(3);
    expect(stdout).toBe('ok  good.json: wrap config\nok  other.json: wrap config\n');
    expect(stderr).toContain('1 problem in bad.json');
    expect(document).toMatchObject({valid: false, configs: [{config: 'good.json', valid: true}, {valid: false}]});
  });

  test('of a text that is nested too deep to be looked through, without falling over', async () => {
    const deep = `{"module": "path", "tools": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const {code, stderr} = await haft(['check', 'a.json'], {cwd: await tempFolder({'a.json': deep})});

    expect(code).toBe(3);
    expect(stderr).toContain('Nested deeper than');
  });
});

describe('extends', () => {
  const base = `{
  "module": "path",
  "tags": ["paths"],
  "tools": {
    "base": {"method": "basename", "input": {"path": "string"}, "args": ["{path}"], "description": "The last part"},
    "dir": {"method": "dirname", "input": {"path": "string"}, "args": ["{path}"]}
  }
}`;

  test('puts tools together by name and key by key, takes away with null, and the command line calls them', async () => {
    const own = {
      extends: './bases/paths.json',
      tools: {
        base: {description: 'Its name'},
        dir: null,
        end: {method: 'extname', input: {path: 'string'}, args: ['{path}']},
      },
    };
    const cwd = await tempFolder({
      'project/bases/paths.json': base,
      'project/haft.config.json': JSON.stringify({modules: {p: {wrap: 'own.json'}, q: {wrap: own}}}),
      'project/own.json': JSON.stringify(own),
    });
    const config = ['--config', 'project/haft.config.json'];

    expect(await haft(['check', 'project/own.json', 'project/haft.config.json'], {cwd})).toMatchObject({code: 0});
    const {document} = await haftJson(['tools', ...config], {cwd});
    expect(document.tools.map(({name}) => name)).toEqual(['p.base', 'p.end', 'q.base', 'q.end']);
    expect(document.tools[0]).toMatchObject({description: 'Its name', tags: expect.arrayContaining(['paths'])});
    expect((await haft(['call', 'p.base', '{"path": "/a/b.c"}', ...config], {cwd})).stdout).toBe('"b.c"\n');
  });

  test('a problem of what was merged names the file that it stands in', async () => {
    const cwd = await tempFolder({
      'base.json': base.replace('["{path}"], "description"', '["{pth}"], "description"').replace('"tags"', '"tgas"'),
      'own.json': '{\n  "extends": ["./base.json"],\n  "tools": {\n    "dir": {"method": "dirname", "agrs": 1}\n  }\n}',
    });

    const {stderr} = await haft(['check', 'own.json'], {cwd});

    expect(stderr).toContain('base.json:3:3 tgas: Unknown key "tgas"');
    expect(stderr).toContain('base.json:5:74 tools.base.args[0]: ');
    expect(stderr).toContain('own.json:4:34 tools.dir.agrs: Unknown key "agrs"');
    expect(stderr).toContain('3 problems in own.json');
  });

  test.each([
    [
      'a file that is not there',
      './bsae.json',
      'own.json:1:2 extends: There is no such config',
      'Did you mean "./base.json"?',
    ],
    [
      'one that ships under another name',
      './markd.json',
      'There is no such config',
      'Did you mean "haft/configs/marked.json"?',
    ],
    [
      'an address',
      'https://example.com/base.json',
      'A config is not read from the network',
      'Save it beside this file',
    ],
    ['a script, which would be run', './base.mjs', 'Only a file of JSON can be extended', 'Name a .json file'],
    ['an absolute path', '/etc/base.json', 'It must be a path relative to this file', 'Write "./base.json"'],
    ['a folder', './folder.json', 'It is not a file', 'Name a .json file'],
    [
      'a circle',
      './one.json',
      'two.json:1:2 extends: The config extends itself: one.json → two.json → one.json',
      'out of the circle',
    ],
    ['itself', './own.json', 'The config extends itself: own.json → own.json', 'out of the circle'],
    ['what is no JSON', './broken.json', 'broken.json:1:10: It is no JSON', 'Correct broken.json'],
    [
      'a tool that is not there to be taken away',
      ['./base.json', {tools: {dri: null}}],
      'There is no "dri"',
      'Did you mean "dir"?',
    ],
    ['a number', 7, 'It must be the path of a config, or a config', 'Write "extends": "./base.json"'],
  ])('%s is refused, and nothing else is told', async (_what, given, message, remedy) => {
    const cwd = await tempFolder({
      'base.json': base,
      'one.json': '{"extends": "two.json"}',
      'two.json': '{"extends": "./one.json"}',
      'broken.json': '{"tools" 1}',
      'folder.json/x': '',
      'base.mjs': 'process.exit(9)',
      'own.json': JSON.stringify({extends: given}),
    });

    const {code, stderr} = await haft(['check', 'own.json'], {cwd});

    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(stderr).toContain(remedy);
    expect(stderr).not.toContain('"tools" is missing');
  });

  test('ends where configs stand on each other without end, in depth and in number', async () => {
    const chain = Array.from({length: 14}, (_, index) => [`${index}.json`, `{"extends": "${index + 1}.json"}`]);
    const many = Array.from({length: 9}, (_, index) => [
      `m${index}.json`,
      JSON.stringify({extends: Array.from({length: 20}, () => `m${index + 1}.json`)}),
    ]);
    const cwd = await tempFolder({
      ...(Object.fromEntries([...chain, ...many]) as Record<string, string>),
      'm9.json': '{}',
    });

    expect((await haft(['check', '0.json'], {cwd})).stderr).toContain('More than 10 configs stand on each other');
    expect((await haft(['check', 'm0.json'], {cwd})).stderr).toContain('More than 100 configs stand on each other');
  });
});

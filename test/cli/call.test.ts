import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {runCli} from '../../src/cli/run-cli.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const writable = JSON.stringify({
  modules: {
    fs: {provider: 'fs', config: {permissions: 'read-write'}},
    git: {provider: 'git', config: {author: 'Ada <ada@example.com>'}},
  },
});

describe('haft call', () => {
  test('prints the data of a tool as JSON', async () => {
    const cwd = await tempFolder({'a.txt': 'hello\n'});

    const {code, stdout, stderr} = await haft(['call', 'fs.read', '{"path": "a.txt"}'], {cwd});

    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout)).toMatchObject({content: 'hello\n', size: 6});
  });

  test('prints the whole result with --json', async () => {
    const cwd = await tempFolder({'a.txt': 'hello\n'});

    const {code, document} = await haftJson(['call', 'fs.read', '{"path": "a.txt"}'], {cwd});

    expect(code).toBe(0);
    expect(document).toMatchObject({
      success: true,
      data: {content: 'hello\n'},
      metadata: {tool: 'fs.read', attempts: 1},
    });
  });

  test.each([
    ['stdin by a dash', ['-'], '{"path": "a.txt"}'],
    ['stdin when the tool needs input', [], '{"path": "a.txt"}'],
    ['a file', ['--file', 'input.json'], undefined],
    ['a file by its short option', ['-f', 'input.json'], undefined],
  ])('takes its input from %s', async (_what, argv, stdin) => {
    const cwd = await tempFolder({'a.txt': 'hello\n', 'input.json': '\ufeff{"path": "a.txt"}\n'});

    const {code, stdout} = await haft(['call', 'fs.read', ...argv], {cwd, ...(stdin !== undefined && {stdin})});

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({content: 'hello\n'});
  });

  test('leaves stdin alone when the tool needs no input', async () => {
    const cwd = await tempFolder({'a.txt': ''});

    const {code, stdout} = await haft(['call', 'fs.list'], {cwd, stdin: 'no JSON at all'});

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual([{name: 'a.txt', type: 'file', path: 'a.txt'}]);
  });

  test('says what is missing on a terminal, where nobody would see that it waits', async () => {
    const {code, stderr} = await haft(['call', 'fs.read'], {cwd: await tempFolder()});

    expect(code).toBe(2);
    expect(stderr).toContain('MISSING_PARAMETER');
    expect(stderr).toContain('"path"');
  });

  test.each([
    ['JSON that is none', ['{bad'], 'The input in the argument is no JSON', 2],
    ['a file that is not there', ['--file', 'nope.json'], 'There is no file nope.json', 2],
    ['a folder as a file', ['--file', '.'], 'is a folder', 2],
    ['input given twice', ['{}', '--file', 'x.json'], 'given twice', 2],
    ['input that is no object', ['[1]'], 'TYPE_MISMATCH', 2],
    ['a missing parameter', ['{}'], 'MISSING_PARAMETER', 2],
    ['a parameter of the wrong type', ['{"path": 1}'], 'TYPE_MISMATCH', 2],
    ['an unknown parameter', ['{"path": "a", "encodin": "utf8"}'], 'Did you mean "encoding" instead of "encodin"?', 2],
    ['a file that the tool does not find', ['{"path": "nope.txt"}'], 'RESOURCE_NOT_FOUND', 1],
    ['a path that leads outside', ['{"path": "../x"}'], 'PERMISSION_DENIED', 1],
  ])('answers %s on stderr, with an exit code', async (_what, argv, message, expected) => {
    const {code, stdout, stderr} = await haft(['call', 'fs.read', ...argv], {cwd: await tempFolder()});

    expect(code).toBe(expected);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain('→');
  });

  test('answers a failure as the result with --json', async () => {
    const {code, document} = await haftJson(['call', 'fs.read', '{"path": "nope"}'], {cwd: await tempFolder()});

    expect(code).toBe(1);
    expect(document).toMatchObject({success: false, error: {code: 'RESOURCE_NOT_FOUND', outcome: 'not_executed'}});
  });

  test('is read-only without a config', async () => {
    const cwd = await tempFolder();

    const {code, stderr} = await haft(['call', 'fs.write', '{"path": "a", "content": "x"}'], {cwd});

    expect(code).toBe(1);
    expect(stderr).toContain('PERMISSION_DENIED');
    await expect(readFile(join(cwd, 'a'))).rejects.toThrow('ENOENT');
  });

  test('writes where the config allows it', async () => {
    const cwd = await tempFolder({'haft.config.json': writable});

    const {code} = await haft(['call', 'fs.write', '{"path": "a.txt", "content": "x"}'], {cwd});

    expect(code).toBe(0);
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('x');
  });

  test('checks and runs nothing with --dry-run', async () => {
    const cwd = await tempFolder({'haft.config.json': writable});

    const {code} = await haft(['call', 'fs.write', '{"path": "a.txt", "content": "x"}', '--dry-run'], {cwd});

    expect(code).toBe(0);
    await expect(readFile(join(cwd, 'a.txt'))).rejects.toThrow('ENOENT');
  });

  test('makes calls that stand in the input, so that a handle is at hand', async () => {
    const cwd = await tempFolder({'haft.config.json': writable});
    const opened = {$tool: 'git.open', input: {path: 'project'}};

    const made = await haft(['call', 'git.init', '{"directory": "project"}'], {cwd});
    const status = await haft(['call', 'git.status', JSON.stringify({repository: opened})], {cwd});

    expect([made.code, status.code]).toEqual([0, 0]);
    expect(JSON.parse(status.stdout)).toMatchObject({branch: 'main', clean: true});
  });

  test('answers the failure of a call in the input, and makes no other', async () => {
    const cwd = await tempFolder({'haft.config.json': writable});
    const opened = {$tool: 'git.open', input: {path: 'nowhere'}};

    const {code, document} = await haftJson(['call', 'git.status', JSON.stringify({repository: opened})], {cwd});

    expect(code).toBe(1);
    expect(document.metadata.tool).toBe('git.open');
  });

  test('names the tool of a call in the input that is not there', async () => {
    const input = JSON.stringify({repository: {$tool: 'git.opne'}});

    const {code, stderr} = await haft(['call', 'git.status', input], {cwd: await tempFolder()});

    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'git.open'?");
  });

  test('keeps __proto__ in the input from reaching anything', async () => {
    const {code, stderr} = await haft(['call', 'fs.read', '{"path": "a", "__proto__": {"x": 1}}'], {
      cwd: await tempFolder(),
    });

    expect(code).toBe(2);
    expect(stderr).toContain('__proto__');
    expect(({} as {x?: number}).x).toBeUndefined();
  });

  test('is cancelled by the signal, and says so', async () => {
    const {code, document} = await haftJson(['call', 'fs.list', '{}'], {
      cwd: await tempFolder(),
      signal: AbortSignal.abort(),
    });

    expect(code).toBe(130);
    expect(document.error.code).toBe('OPERATION_CANCELLED');
  });

  test('shows control characters of data instead of sending them to a terminal', async () => {
    const cwd = await tempFolder({'a.txt': 'x\u009b31m\u202eevil'});

    const {stdout} = await haft(['call', 'fs.read', '{"path": "a.txt"}'], {cwd, terminal: true});

    expect(stdout).not.toMatch(/[\u009b\u202e]/);
    expect(stdout).toContain('evil');
  });
});

describe('what a module does not permit', () => {
  const write = ['call', 'fs.write', '{"path": "a.txt", "content": "x"}'];

  test('comes with a haft.config.json that permits it, where there is none', async () => {
    const cwd = await tempFolder();

    const {code, stderr} = await haft(write, {cwd});
    expect(code).toBe(1);
    const advised = /Write haft\.config\.json here: (.+)/.exec(stderr)?.[1] ?? '';
    await writeFile(join(cwd, 'haft.config.json'), advised);

    expect((await haft(write, {cwd})).code).toBe(0);
    expect((await haft(['check'], {cwd})).stdout).toContain('modules fs, git');
  });

  test('comes with what to add to the config that there is', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {fs: {provider: 'fs'}}})});

    const {stderr} = await haft(write, {cwd});

    expect(stderr).toContain('Add "permissions": "read-write" to "config" of the module "fs" in haft.config.json');
    expect(stderr).not.toContain('Create the module');
  });
});

describe('--param', () => {
  const target = `{echo: (given) => given}`;
  const input = {
    text: 'string?',
    count: 'integer?',
    ratio: 'number?',
    loud: 'boolean?',
    tags: 'string[]?',
    sizes: 'integer[]?',
    extra: 'object?',
    any: 'any?',
    mode: {anyOf: [{type: 'integer'}, {type: 'string', pattern: '^0?[0-7]{3}$'}]},
  };
  const args = [Object.fromEntries(Object.keys(input).map((name) => [name, `{${name}}`]))];
  const config = `export default {modules: {e: {wrap: {type: 'class', target: ${target}, tools: {echo: ${JSON.stringify({input, args})}}}}}};`;

  test.each([
    ['text=a=b, c', {text: 'a=b, c'}],
    ['text=', {text: ''}],
    ['count=7', {count: 7}],
    ['ratio=1.5', {ratio: 1.5}],
    ['loud=yes', {loud: true}],
    ['loud=false', {loud: false}],
    ['tags=a, b', {tags: ['a', 'b']}],
    ['tags=["a,b"]', {tags: ['a,b']}],
    ['sizes=1,2', {sizes: [1, 2]}],
    ['extra={"a": [1]}', {extra: {a: [1]}}],
    ['any=7', {any: 7}],
    ['any=seven', {any: 'seven'}],
    ['mode=0644', {mode: '0644'}],
    ['mode=420', {mode: '420'}],
    ['mode=9', {mode: 9}],
  ])('reads %s as the schema wants it', async (param, expected) => {
    const cwd = await tempFolder({'haft.config.mjs': config});

    const {code, stdout} = await haft(['call', 'e.echo', '-p', param], {cwd});

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test.each([
    ['count=seven', 'It takes an integer'],
    ['count=1.5', '"count" must be'],
    ['loud=maybe', 'Answer yes or no'],
    ['extra={a: 1}', 'It takes JSON: object'],
    ['sizes=1,x', 'It takes an integer'],
    ['constructor=1', 'no parameter "constructor"'],
    ['__proto__=1', 'no parameter "__proto__"'],
  ])('refuses %s', async (param, message) => {
    const cwd = await tempFolder({'haft.config.mjs': config});

    const {code, stderr} = await haft(['call', 'e.echo', '-p', param], {cwd});

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('takes aliases of parameters and of tools, and goes with JSON for the others', async () => {
    const cwd = await tempFolder({'a.txt': 'hello'});

    const {code, stdout} = await haft(['call', 'fs.readFile', '{"encoding": "base64"}', '-p', 'path=a.txt'], {cwd});

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({content: 'aGVsbG8='});
  });

  test('takes a call that makes a handle, also one of another module', async () => {
    const cwd = await tempFolder({'a.txt': 'hello', 'haft.config.json': writable});
    const made = await haft(['call', 'git.init'], {cwd});
    const status = await haft(
      ['call', 'git.status', '-p', 'repository={"$tool": "git.open", "input": {"path": "."}}'],
      {cwd},
    );

    expect([made.code, status.code]).toEqual([0, 0]);
    expect(JSON.parse(status.stdout)).toMatchObject({branch: 'main'});
  });
});

test('without a config, a call in the input may be of the other module', async () => {
  const cwd = await tempFolder({'a.txt': 'sub'});
  await haft(['call', 'git.init', '-p', 'directory=sub'], {cwd});
  const path = {$tool: 'fs.read', input: {path: 'a.txt'}};

  const {code, document} = await haftJson(['call', 'git.open', JSON.stringify({path})], {cwd});

  expect(code).toBe(2);
  expect(document.error.code).toBe('TYPE_MISMATCH');
});

test('Ctrl-C ends a command that waits for input that never comes', async () => {
  const interruption = new AbortController();
  const written = {stdout: '', stderr: ''};
  const output = (name: keyof typeof written) => ({write: (text: string) => (written[name] += text)});
  const stdin = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        interruption.abort();
        return new Promise<never>(() => undefined);
      },
    }),
  };

  const code = await runCli(['call', 'fs.read', '-', '--json'], {
    stdin,
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
    cwd: await tempFolder(),
    signal: interruption.signal,
  });

  expect(code).toBe(130);
  expect(JSON.parse(written.stdout)).toMatchObject({success: false, error: {code: 'OPERATION_CANCELLED'}});
});

test('shows what a program that failed had written', async () => {
  const modules = {sh: {provider: 'shell', config: {commands: {node: {flags: '*'}}}}};
  const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules})});
  const command = ['node', '-e', 'console.log(7); console.error("why"); process.exit(4)'];
  const {code, stdout, stderr} = await haft(['call', 'sh.execute', JSON.stringify({command})], {cwd});
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/exit code 4[^]*stdout:\n {2}7\nstderr:\n {2}why\n/);
});

test('shows it once, where its message says all of it', async () => {
  const wrap = {
    type: 'cli',
    command: 'node',
    tools: {fail: {args: ['-e', 'console.error("fatal: no repository"); process.exit(4)']}},
  };
  const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {m: {wrap}}, allow: ['node']})});
  const {stderr} = await haft(['call', 'm.fail', '{}'], {cwd, env: {PATH: process.env['PATH'] ?? ''}});
  expect(stderr.match(/fatal: no repository/g)).toHaveLength(1);
});

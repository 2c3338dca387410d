import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {finish, shellEnvironment, startHaft, useBuiltHaft} from './built-haft.js';
import {hasScript, keys, PseudoTerminal} from './pseudo-terminal.js';

const tempFolder = useTempFolders();
const built = useBuiltHaft();

/** A tool with a parameter of every kind, which answers what it gets. */
const form = `
  const input = {
    name: {type: 'string', required: true, description: 'Who it is for'},
    size: {type: 'integer', minimum: 1, maximum: 9, required: true},
    colour: {type: 'string', enum: ['red', 'green'], required: true},
    loud: {type: 'boolean', required: true},
    pages: {type: 'integer', required: true, default: 3},
    paper: {type: 'string', enum: ['A4', 'A5'], required: true, default: 'A5'},
    tags: {type: 'array', items: {type: 'string'}, required: true},
    extra: {type: 'object', required: true},
    note: 'string?',
  };
  const target = {fill: (given) => given, login: ({user}) => 'welcome ' + user};
  export default {modules: {form: {wrap: {type: 'class', target, tools: {
    fill: {description: 'Fill in a form', input, args: [Object.fromEntries(Object.keys(input).map((name) => [name, '{' + name + '}']))]},
    login: {input: {user: 'string', password: {type: 'string', required: true}}, args: [{user: '{user}', password: '{password}'}]},
  }}}}};`;

const describeAtTerminal = hasScript ? describe : describe.skip;
const needs = hasScript ? '' : ' [needs script]';

describeAtTerminal(`at a terminal${needs}`, () => {
  const open = (line: string, cwd: string, env: Readonly<Record<string, string>> = {}): PseudoTerminal =>
    new PseudoTerminal(line, {cwd, env: shellEnvironment(built, env)});

  test('haft call asks for what is missing, in the words of the schema, until it fits', async () => {
    const cwd = await tempFolder({'haft.config.mjs': form});
    const terminal = open('haft call form.fill > out.json', cwd);

    await terminal.shows('form.fill: Fill in a form');
    await terminal.shows('name (string)  Who it is for');
    await terminal.answers('name: ', '');
    await terminal.shows('A value is needed');
    await terminal.answers('name: ', 'Ada');
    await terminal.answers('size: ', 'ten');
    await terminal.shows('It takes an integer');
    await terminal.answers('size: ', '10');
    await terminal.shows(/"size" must be .*9/);
    await terminal.answers('size: ', '4');
    await terminal.shows('1) red');
    await terminal.shows('2) green');
    await terminal.answers('Number or name: ', '3');
    await terminal.shows('Answer a number from 1 to 2');
    await terminal.answers('Number or name: ', '2');
    await terminal.answers('loud: ', 'perhaps');
    await terminal.shows('Answer yes or no');
    await terminal.answers('loud: ', 'y');
    await terminal.answers('pages [3]: ', '');
    await terminal.answers('Number or name [A5]: ', '');
    await terminal.answers('tags: ', 'a, b');
    await terminal.answers('extra: ', '{"deep": [1]');
    await terminal.shows('It takes JSON');
    await terminal.answers('extra: ', '{"deep": [1]}');
    await terminal.shows('The same without questions: haft call form.fill');

    expect(await terminal.ends()).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8'))).toEqual({
      name: 'Ada',
      size: 4,
      colour: 'green',
      loud: true,
      pages: 3,
      paper: 'A5',
      tags: ['a', 'b'],
      extra: {deep: [1]},
    });
  });

  test('what is given already is not asked for', async () => {
    const cwd = await tempFolder({'a.txt': 'hello', 'haft.config.json': '{"modules": {"fs": {"provider": "fs"}}}'});
    const terminal = open(`haft call fs.read '{"encoding": "base64"}'`, cwd);

    await terminal.answers('path: ', 'a.txt');
    const shown = await terminal.shows('aGVsbG8=');

    expect(await terminal.ends()).toBe(0);
    expect(shown).not.toContain('startLine');
  });

  test('answers that are pasted ahead are not lost', async () => {
    const cwd = await tempFolder({'haft.config.mjs': form});
    const terminal = open('haft call form.login', cwd);

    await terminal.shows('user: ');
    terminal.type(`ada${keys.enter}xyzzy${keys.enter}`);
    await terminal.shows('"welcome ada"');

    expect(await terminal.ends()).toBe(0);
  });

  test('a handle is asked for by the call that makes it', async () => {
    const cwd = await tempFolder({'haft.config.json': '{"modules": {"git": {"provider": "git"}}}'});
    const terminal = open('haft call git.status', cwd);

    await terminal.shows('a git_repository handle, made by');
    await terminal.shows('git.open');
    await terminal.answers('Number or name [git.open]: ', 'git.init');
    await terminal.shows('"branch": "main"');

    expect(await terminal.ends()).toBe(0);
    expect(terminal.screen).toContain(`haft call git.status '{"repository":{"$tool":"git.init"}}'`);
  });

  test('a secret is not shown while it is typed, nor afterwards', async () => {
    const cwd = await tempFolder({'haft.config.mjs': form});
    const terminal = open('haft call form.login -p user=ada', cwd);

    await terminal.answers('password: ', 'xyzzy-secret');
    await terminal.shows('"welcome ada"');

    expect(await terminal.ends()).toBe(0);
    expect(terminal.screen).not.toContain('xyzzy');
    expect(terminal.screen).not.toContain('The same without questions');
  });

  test('Ctrl-C at a question ends with 130, and nothing was called', async () => {
    const cwd = await tempFolder({'haft.config.json': '{"modules": {"git": {"provider": "git"}}}'});
    const terminal = open('haft call git.status', cwd);

    await terminal.shows('Number or name');
    terminal.type(keys.ctrlC);

    await terminal.shows('Ended before it was done');
    expect(await terminal.ends()).toBe(130);
  });

  test('Ctrl-C while a secret is typed leaves a terminal that shows what is typed', async () => {
    const cwd = await tempFolder({'haft.config.mjs': form});
    const terminal = open('haft call form.login -p user=ada; echo code $?; read line; echo "got $line"', cwd);

    await terminal.shows('password: ');
    terminal.type(keys.ctrlC);
    await terminal.shows('code 130');
    terminal.type(`visible${keys.enter}`);
    await terminal.shows('got visible');
    await terminal.ends();

    expect(terminal.screen.split('visible').length).toBe(3);
  });

  test('the end of the input (Ctrl-D) ends with 2', async () => {
    const cwd = await tempFolder();
    const terminal = open('haft call fs.read', cwd);

    await terminal.shows('path: ');
    terminal.type(keys.ctrlD);

    await terminal.shows('The input ended before all questions were answered');
    expect(await terminal.ends()).toBe(2);
  });

  test.each([
    ['--no-input', 'haft call fs.read --no-input', {}],
    ['CI', 'haft call fs.read', {CI: 'true'}],
    ['a pipe as stdin', 'echo "{}" | haft call fs.read', {}],
    ['stderr that is no terminal', 'haft call fs.read 2> err.txt; code=$?; cat err.txt; exit $code', {}],
  ])('nothing is asked with %s', async (_what, line, env) => {
    const terminal = open(line, await tempFolder(), env);

    await terminal.shows('MISSING_PARAMETER');

    expect(await terminal.ends()).toBe(2);
    expect(terminal.screen).not.toContain('path: ');
  });

  test('stdout has nothing but the data, and stderr of --json nothing that a program would miss', async () => {
    const cwd = await tempFolder({'a.txt': 'hello'});
    const terminal = open('haft call fs.read --json > out.json', cwd);

    await terminal.answers('path: ', 'a.txt');

    expect(await terminal.ends()).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8'))).toMatchObject({success: true});
  });

  test('Ctrl-C ends the work of a running call, and the command with 130', async () => {
    const work = `require('fs').writeFileSync('pid', String(process.pid)); console.error('begun'); setInterval(() => {}, 1000)`;
    const wrap = {
      type: 'cli',
      command: 'node',
      tools: {work: {input: {note: 'string'}, args: ['-e', work, '{note}'], timeout: 0}},
    };
    const config = {modules: {slow: {wrap}}, allow: ['node']};
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify(config),
      'wait.sh': 'while [ ! -s pid ]; do sleep 0.05; done; echo it-runs',
    });
    const terminal = open('sh wait.sh & haft call slow.work', cwd);

    await terminal.answers('note: ', 'after a question');
    await terminal.shows('it-runs');
    const pid = Number(await readFile(join(cwd, 'pid'), 'utf8'));
    expect(isRunning(pid)).toBe(true);
    terminal.type(keys.ctrlC);
    await terminal.shows('OPERATION_CANCELLED');

    expect(await terminal.ends()).toBe(130);
    expect(isRunning(pid)).toBe(false);
  });
});

describeAtTerminal(`what strangers wrote, at a terminal${needs}`, () => {
  test('moves no cursor and clears no screen, wherever a question shows it', async () => {
    const evil = '\u001b[2J\u001b]0;title\u0007\u202e\u009b31m';
    const input = {
      name: {type: 'string', required: true, description: evil},
      kind: {type: 'string', enum: ['one', `two${evil}`], required: true, description: evil},
      [`last${evil}`]: {type: 'integer', required: true, default: 1},
    };
    const wrap = {
      type: 'node_module',
      module: 'path',
      description: evil,
      tools: {join: {description: evil, input, args: ['{name}']}},
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {m: {wrap}}})});
    const terminal = new PseudoTerminal('haft call m.join --no-color', {cwd, env: shellEnvironment(built)});

    await terminal.answers('name: ', 'x');
    await terminal.answers('Number or name: ', '2');
    await terminal.answers(/last.*: /, '');
    await terminal.shows('The same without questions');
    await terminal.shows('ok,');

    expect(await terminal.ends()).toBe(0);
    expect(terminal.screen).not.toMatch(/\u001b\[2J|\u001b\]|[\u0007\u202e\u009b]/);
  });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('nobody is asked where stdin is an empty pipe', async () => {
  const child = startHaft(built, ['call', 'fs.read'], await tempFolder());
  child.stdin.end();

  const {code, stdout, stderr} = await finish(child);

  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('MISSING_PARAMETER');
});

import {execFile, spawnSync} from 'node:child_process';
import {chmod, readdir, readFile, rm, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shellEnvironment, useBuiltHaft} from './built-haft.js';
import {hasScript, keys, PseudoTerminal} from './pseudo-terminal.js';
import {haft} from './run-haft.js';

const run = promisify(execFile);
const tempFolder = useTempFolders();
const built = useBuiltHaft();

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

const config = {
  modules: {
    notes: {provider: 'fs', config: {basePath: {$config: 'folder', default: '.'}}},
    repo: {provider: 'git'},
    render: {wrap: 'render.json'},
  },
};
const render = (tool: string) =>
  JSON.stringify({
    type: 'node_module',
    module: 'path',
    tools: {
      [tool]: {
        method: 'basename',
        description: 'The last part of a path',
        input: {
          path: {type: 'string', required: true},
          mode: {type: 'string', enum: ['fast', '$(touch pwned)', '`touch pwned`', 'a b', ';touch pwned']},
        },
        args: ['{path}'],
      },
    },
  });

const project = () => tempFolder({'haft.config.json': JSON.stringify(config), 'render.json': render('base')});

/** What a shell is answered for a command line whose last word is being typed. */
async function answers(words: readonly string[], cwd: string, shell = 'bash'): Promise<string[]> {
  const {code, stdout, stderr} = await haft(['completion', shell, '--', ...words], {
    cwd,
    env: {XDG_CACHE_HOME: join(cwd, 'cache')},
  });
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  return stdout.trimEnd().split('\n');
}

describe('what stands in the place of a word', () => {
  test.each([
    ['commands', ['haft', 'c'], ['words', 'call', 'check', 'completion']],
    ['commands, behind an option with a value', ['haft', '--config', 'x.json', 'dem'], ['words', 'demo']],
    ['options of the command and of all', ['haft', 'call', 'x', '--no'], ['words', '--no-input', '--no-color']],
    ['no option behind --', ['haft', 'call', '--', '--no'], ['words']],
    ['modules', ['haft', 'tools', ''], ['words', 'notes', 'repo', 'render']],
    ['tools', ['haft', 'call', 'repo.com'], ['words', 'repo.commit']],
    ['tools to describe', ['haft', 'describe', 'ren'], ['words', 'render.base']],
    ['parameters', ['haft', 'call', 'render.base', '-p', ''], ['open', 'path=', 'mode=']],
    ['parameters by the long option', ['haft', 'call', 'render.base', '--param', 'mo'], ['open', 'mode=']],
    ['values of a parameter', ['haft', 'call', 'repo.commit', '-p', 'amend='], ['words', 'amend=true', 'amend=false']],
    ['values as bash cuts the word', ['haft', 'call', 'repo.commit', '-p', 'amend', '=', 't'], ['words', 'true']],
    ['settings', ['haft', 'tools', '--set', ''], ['open', 'folder=']],
    ['choices of an option', ['haft', 'init', '--permissions', 'read'], ['words', 'read', 'read-write']],
    ['choices in one word with the option', ['haft', 'init', '--permissions=w'], ['words', '--permissions=write']],
    [
      'providers',
      ['haft', 'init', '--module', ''],
      ['words', 'fs', 'git', 'http', 'db', 'shell', 'mcp', 'github', 'cloud'],
    ],
    ['packages', ['haft', 'init', '--package', 'm'], ['words', 'marked']],
    ['handles', ['haft', 'search', '--produces', 'git_repo'], ['words', 'git_repository']],
    ['tags', ['haft', 'search', '--tag', 'annot'], ['words', 'annotate']],
    ['shells', ['haft', 'completion', ''], ['words', 'bash', 'zsh']],
    ['files', ['haft', 'check', 'ha'], ['files']],
    ['files for an option', ['haft', 'tools', '-c', ''], ['files']],
    ['folders', ['haft', 'demo', '--out', ''], ['folders']],
    ['nothing for a number', ['haft', 'search', 'x', '--limit', ''], ['words']],
    ['nothing for a tool that there is not', ['haft', 'call', 'nope.nope', '-p', ''], ['words']],
  ])('%s', async (_what, words, expected) => {
    expect(await answers(words, await project())).toEqual(expected);
  });

  test('is described for zsh', async () => {
    const [, commit] = await answers(['haft', 'call', 'repo.commit'], await project(), 'zsh');

    expect(commit).toMatch(/^repo\.commit\tCommit changes/);
  });

  test('is of the config that the line names', async () => {
    const cwd = await tempFolder({'other.json': JSON.stringify({modules: {mine: {provider: 'fs'}}})});

    expect(await answers(['haft', 'tools', '-c', 'other.json', 'm'], cwd)).toEqual(['words', 'mine']);
    expect(await answers(['haft', '--config=other.json', 'tools', ''], cwd)).toEqual(['words', 'mine']);
  });

  test('is what can be had of a config with problems, and nothing of one that is none', async () => {
    const broken = {modules: {fs: {provider: 'fs', config: {basePath: {$env: 'NOWHERE'}}}, bad: {provider: 'gti'}}};
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(broken), 'worse.json': '{"modules": '});

    expect(await answers(['haft', 'call', 'fs.read'], cwd)).toContain('fs.read');
    expect(await answers(['haft', 'call', '-c', 'worse.json', ''], cwd)).toEqual(['words']);
  });

  test('is never taken from a config that is code: pressing a key runs nothing', async () => {
    const code = `import {writeFileSync} from 'node:fs'; writeFileSync('ran', ''); export default {modules: {fs: {provider: 'fs'}}};`;
    const cwd = await tempFolder({'haft.config.mjs': code});

    expect(await answers(['haft', 'call', ''], cwd)).toEqual(['words']);
    expect(await readdir(cwd)).toEqual(['haft.config.mjs']);
  });

  test('leaves out what a shell would read as more than a word', async () => {
    const cwd = await project();

    expect(await answers(['haft', 'call', 'render.base', '-p', 'mode='], cwd)).toEqual(['words', 'mode=fast']);
  });
});

describe('names that are kept between two keys', () => {
  test('follow a change of the config and of a wrap config', async () => {
    const cwd = await project();
    const tools = () => answers(['haft', 'call', 'render.'], cwd);

    expect(await tools()).toEqual(['words', 'render.base']);
    await writeFile(join(cwd, 'render.json'), render('tail'));
    expect(await tools()).toEqual(['words', 'render.tail']);
    await writeFile(join(cwd, 'haft.config.json'), JSON.stringify({modules: {render: {provider: 'fs'}}}));
    expect(await tools()).toContain('render.read');
    await rm(join(cwd, 'haft.config.json'));
    expect(await tools()).toEqual(['words']);
  });

  test('are read from where they are kept as long as nothing changes', async () => {
    const cwd = await project();
    const tools = () => answers(['haft', 'call', 'render.'], cwd);
    await tools();
    const [kept = ''] = await readdir(join(cwd, 'cache/haft'));
    const path = join(cwd, 'cache/haft', kept);
    const names = await readFile(path, 'utf8');

    await writeFile(path, names.replaceAll('render.base', 'render.kept'));
    expect(await tools()).toEqual(['words', 'render.kept']);
    await writeFile(path, 'no JSON');
    expect(await tools()).toEqual(['words', 'render.base']);
    const now = new Date(Date.now() + 5000);
    await writeFile(path, names.replaceAll('render.base', 'render.kept'));
    await utimes(join(cwd, 'render.json'), now, now);
    expect(await tools()).toEqual(['words', 'render.base']);
  });

  test('need no place to be kept', async () => {
    const cwd = await project();
    await writeFile(join(cwd, 'cache'), 'a file in the way');

    expect(await answers(['haft', 'call', 'render.'], cwd)).toEqual(['words', 'render.base']);
  });
});

const [testBash, testZsh] = [has('bash') ? test : test.skip, has('zsh') && hasScript ? test : test.skip];
const [needsBash, needsZsh] = [has('bash') ? '' : ' [needs bash]', has('zsh') && hasScript ? '' : ' [needs zsh]'];

/** What a bash that has the script puts into the place of the word, through the function of the script. */
async function inBash(cwd: string, words: readonly string[]): Promise<string[]> {
  const script = `
    eval "$(haft completion bash)"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _haft
    (( \${#COMPREPLY[@]} )) && printf '%s\\n' "\${COMPREPLY[@]}"; true`;
  const {stdout, stderr} = await run('bash', ['--norc', '-c', script, 'bash', ...words], {
    cwd,
    env: shellEnvironment(built),
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the script for bash', () => {
  testBash(`completes commands, tools, parameters and files${needsBash}`, async () => {
    const cwd = await project();

    expect(await inBash(cwd, ['haft', 'des'])).toEqual(['describe']);
    expect(await inBash(cwd, ['haft', 'call', 'render.'])).toEqual(['render.base']);
    expect(await inBash(cwd, ['haft', 'call', 'render.base', '-p', 'pa'])).toEqual(['path=']);
    expect(await inBash(cwd, ['haft', 'call', 'repo.commit', '-p', 'amend', '='])).toEqual(['true', 'false']);
    expect((await inBash(cwd, ['haft', 'check', ''])).sort()).toEqual(['haft.config.json', 'render.json']);
    expect(await inBash(cwd, ['haft', 'call', 'nothing-begins-so'])).toEqual([]);
  });

  testBash(`runs nothing that stands in a config or in the names of files${needsBash}`, async () => {
    const cwd = await project();
    await writeFile(join(cwd, '$(touch pwned).json'), '');

    await inBash(cwd, ['haft', 'call', 'render.base', '-p', 'mode', '=']);
    await inBash(cwd, ['haft', 'check', '$(touch pwned)']);
    await inBash(cwd, ['haft', 'call', '$(touch pwned)']);

    expect(await readdir(cwd)).not.toContain('pwned');
  });

  testBash(`asks the haft of the PATH, never one that lies in the folder${needsBash}`, async () => {
    const cwd = await project();
    await writeFile(join(cwd, 'haft'), '#!/bin/sh\ntouch pwned\n');
    await chmod(join(cwd, 'haft'), 0o755);

    expect(await inBash(cwd, ['./haft', 'des'])).toEqual(['describe']);
    expect(await readdir(cwd)).not.toContain('pwned');
  });

  (has('bash') && hasScript ? test : test.skip)(
    `completes what somebody types${has('bash') && hasScript ? '' : ' [needs bash and script]'}`,
    async () => {
      const cwd = await project();
      const terminal = new PseudoTerminal('bash --norc --noprofile -i', {
        cwd,
        env: shellEnvironment(built, {PS1: '> ', INPUTRC: '/dev/null'}),
      });

      await terminal.answers('> ', 'eval "$(haft completion bash)"; echo rea""dy');
      await terminal.shows('ready');
      terminal.type(`haft ca${keys.tab}`);
      await terminal.shows('haft call ');
      terminal.type(`rend${keys.tab}`);
      await terminal.shows('render.base ');
      terminal.type(`-p pa${keys.tab}`);
      await terminal.shows('path=');
      terminal.type(`x/y.z -p mo${keys.tab}`);
      await terminal.shows('mode=');
      terminal.type(`fa${keys.tab}`);
      await terminal.shows('fast ');
      terminal.type(keys.enter);
      await terminal.shows('"y.z"');
      await terminal.answers('> ', 'exit');

      expect(await terminal.ends()).toBe(0);
    },
  );
});

describe('the script for zsh', () => {
  testZsh(`completes what somebody types${needsZsh}`, async () => {
    const cwd = await project();
    const terminal = new PseudoTerminal('zsh -f -i', {cwd, env: shellEnvironment(built)});

    terminal.type(
      `PS1='> '; autoload -Uz compinit && compinit -u; eval "$(haft completion zsh)"; echo rea""dy${keys.enter}`,
    );
    await terminal.shows('ready\n');
    terminal.type(`haft ca${keys.tab}`);
    await terminal.shows('haft call ');
    terminal.type(`rend${keys.tab}`);
    await terminal.shows('render.base');
    terminal.type(`-p pa${keys.tab}`);
    await terminal.shows('path=');
    terminal.type(`x/y.z -p mo${keys.tab}`);
    await terminal.shows('mode=');
    terminal.type(`fa${keys.tab}`);
    await terminal.shows('fast');
    terminal.type(keys.enter);
    await terminal.shows('"y.z"');
    terminal.type(`exit${keys.enter}`);

    expect(await terminal.ends()).toBe(0);
  });

  test('is printed, as that for bash is', async () => {
    const scripts = await Promise.all(
      ['bash', 'zsh'].map((shell) => haft(['completion', shell], {cwd: process.cwd()})),
    );

    expect(scripts.map(({code}) => code)).toEqual([0, 0]);
    expect(scripts[1]!.stdout).toMatch(/^#compdef haft\n/);
    expect(scripts[0]!.stdout).toContain('complete -F _haft haft');
  });
});

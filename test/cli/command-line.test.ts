import {readFile} from 'node:fs/promises';
import {describe, expect, test} from '@jest/globals';
import {commands} from '../../src/cli/commands.js';
import {globalOptions} from '../../src/cli/command.js';
import type {OptionSpec} from '../../src/cli/command.js';
import {exitCodeOf, exitCodes} from '../../src/cli/exit-codes.js';
import {haft, haftJson} from './run-haft.js';
import type {HaftDocument} from './run-haft.js';

const cwd = process.cwd();

describe('help', () => {
  test('names every command, every common option and every exit code', async () => {
    const {code, stdout, stderr} = await haft(['--help'], {cwd});

    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const {name, summary} of commands) {
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
      expect(stdout.replace(/\s+/g, ' ')).toContain(summary);
    }
    for (const option of Object.keys(globalOptions)) expect(stdout).toContain(`--${option}`);
    for (const {code: exit, meaning} of Object.values(exitCodes)) {
      expect(stdout.replace(/\s+/g, ' ')).toContain(`${exit} ${meaning}`);
    }
  });

  test.each(commands.map(({name}) => name))(
    'of %s is the same by help and by --help, and tells about its options',
    async (name) => {
      const byHelp = await haft(['help', name], {cwd});
      const byOption = await haft([name, '--help'], {cwd});

      expect(byHelp.code).toBe(0);
      expect(byHelp.stdout).toBe(byOption.stdout);
      expect(byHelp.stdout).toContain(`Usage: haft ${name}`);
      for (const option of Object.keys(commands.find((command) => command.name === name)!.options ?? {})) {
        expect(byHelp.stdout).toContain(`--${option}`);
      }
    },
  );

  test('of a command that there is not suggests the nearest', async () => {
    const {code, stderr} = await haft(['help', 'serch'], {cwd});

    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean 'search'?");
  });

  test('goes to stderr when no command was named, and the exit code says so', async () => {
    const {code, stdout, stderr} = await haft([], {cwd});

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Usage: haft COMMAND');
    expect(stderr).toContain('No command was named');
  });
});

test('--version prints the version of the package', async () => {
  const {version} = JSON.parse(await readFile('package.json', 'utf8')) as {version: string};

  expect(await haft(['--version'], {cwd})).toEqual({code: 0, stdout: `${version}\n`, stderr: ''});
  expect((await haftJson(['-v'], {cwd})).document).toEqual({version});
});

describe('a mistake on the command line exits with 2 and names the nearest', () => {
  test.each([
    [['tols'], "Unknown command 'tols'", "Did you mean 'tools'?"],
    [['fs.read'], "Unknown command 'fs.read'", 'haft call fs.read'],
    [
      ['xyzzy'],
      "Unknown command 'xyzzy'",
      'Commands are tools, modules, describe, search, call, init, check, import, types, demo, completion, help',
    ],
    [['tools', '--jsn'], "Unknown option '--jsn' of haft tools", "Did you mean '--json'?"],
    [['demo', '--uot', 'x'], "Unknown option '--uot' of haft demo", "Did you mean '--out'?"],
    [['tools', '-x'], "Unknown option '-x' of haft tools", 'haft help tools'],
    [
      ['tools', '--out', 'x'],
      "Unknown option '--out' of haft tools; it belongs to haft import, types, demo",
      'haft help tools',
    ],
    [['tools', 'gti'], "There is no module 'gti'", "Did you mean 'git'?"],
    [['describe', 'fs.raed'], "Tool 'fs.raed' not found", "Did you mean 'fs.read'?"],
    [['call', 'git.comit', '{}'], "Tool 'git.comit' not found", "Did you mean 'git.commit'?"],
    [['describe'], 'haft describe needs TOOL', 'haft help describe'],
    [['search'], 'haft search needs TEXT, or a fact', 'haft help search'],
    [['search', '--tier', '9'], 'Option --tier must be one of 0, 1, 2, 3, 4', 'Write 0 or 1'],
    [['search', '--tag'], 'Option --tag needs a value', 'Write --tag TAG'],
    [['call', 'fs.read', '{"path":', '"a b"}'], 'received also', 'quotes'],
    [['--config'], 'Option --config needs a value', 'Write --config FILE'],
    [['tools', '--config', '--version'], 'Option --config needs a value', 'Write --config FILE'],
    [['tools', '--json=yes'], 'Option --json takes no value', 'Write --json'],
    [
      ['search', 'x', '--limit', 'many'],
      "Option --limit must be an integer of at least 1, received 'many'",
      'Write --limit N',
    ],
    [['search', 'x', '--limit', '0'], "received '0'", 'Write --limit N'],
    [
      ['init', '--permissions', 'reed'],
      "must be one of read, write, read-write; received 'reed'",
      "Did you mean 'read'?",
    ],
    [['completion', 'fish'], "SHELL of haft completion must be one of bash, zsh; received 'fish'", 'Write bash or zsh'],
    [['describe', 'fs'], "'fs' is a module, not a tool", 'haft tools fs'],
    [['call', 'git'], "'git' is a module, not a tool", 'haft tools git'],
    [['call', 'fs.read', '-p', 'pth=x'], 'fs.read has no parameter "pth"', "Did you mean 'path'?"],
    [
      ['call', 'fs.read', '-p', 'path'],
      "Option --param must be NAME=VALUE, received 'path'",
      'Write --param name=value',
    ],
    [['call', 'fs.read', '{"path": "a"}', '-p', 'path=b'], 'The parameter "path" is given twice', 'Give it once'],
    [
      ['call', 'fs.read', '-p', 'path=a', '-p', 'encoding=utf9'],
      "--param encoding: Did you mean 'utf8'?",
      'haft describe',
    ],
    [['call', 'fs.read', '[]', '-p', 'path=a'], 'Input that is no object takes no --param', '--param alone'],
    [['tools', '--set', 'novalue'], "Option --set must be NAME=VALUE, received 'novalue'", 'Write --set name=value'],
  ])('%j', async (argv, message, hint) => {
    const {code, stdout, stderr} = await haft(argv, {cwd});

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('    at ');
  });
});

test('a mistake is a JSON document on stdout when JSON is asked for', async () => {
  const {code, document, stderr} = await haftJson(['tols'], {cwd});

  expect(code).toBe(2);
  expect(stderr).toBe('');
  expect(document).toEqual({
    success: false,
    error: expect.objectContaining({
      code: 'INVALID_PARAMETER',
      suggestions: expect.arrayContaining(["Did you mean 'tools'?"]),
    }),
  });
});

test('an option means the same in every command that has it, so that it can be read before the command is known', () => {
  const kinds = new Map<string, Set<string>>();
  for (const options of [globalOptions, ...commands.map((command) => command.options ?? {})]) {
    for (const [name, {type, short}] of Object.entries<OptionSpec>(options)) {
      for (const key of [name, ...(short === undefined ? [] : [short])]) {
        kinds.set(key, (kinds.get(key) ?? new Set()).add(`${name}: ${type}`));
      }
    }
  }
  expect([...kinds.values()].filter((meanings) => meanings.size > 1)).toEqual([]);
});

test('options may stand before the command', async () => {
  const {code, stdout} = await haft(['--json', 'tools', 'git'], {cwd});

  expect(code).toBe(0);
  const {tools} = JSON.parse(stdout) as HaftDocument;
  expect(tools.map(({name}) => name)).toContain('git.commit');
});

test('what stands after -- is no option', async () => {
  const {code, stderr} = await haft(['describe', '--', '--json'], {cwd});

  expect(code).toBe(2);
  expect(stderr).toContain("Tool '--json' not found");
});

test.each([
  ['MISSING_PARAMETER', 'not_executed', 2],
  ['INVALID_PARAMETER', 'failed', 1],
  ['TOOL_NOT_FOUND', 'not_executed', 2],
  ['INVALID_CONFIG', 'not_executed', 3],
  ['PERMISSION_DENIED', 'not_executed', 1],
  ['INTERNAL_ERROR', 'unknown', 70],
  ['NO_CHANGES', 'failed', 1],
])('%s with the outcome %s ends with %i', (code, outcome, expected) => {
  expect(exitCodeOf({code, outcome})).toBe(expected);
});

test('every option of every command stands in the page about the command line, and none that there is not', async () => {
  const page = await readFile('docs/command-line.md', 'utf8');
  const documented = new Set([...page.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option));
  const options = [globalOptions, ...commands.map((command) => command.options ?? {})];
  const known = new Set(options.flatMap((specs) => Object.keys(specs)).map((name) => `--${name}`));

  expect([...documented].filter((option) => !known.has(option))).toEqual([]);
  expect([...known].filter((option) => !documented.has(option))).toEqual([]);
});

test('the options of a command stand in its row, with their short forms', async () => {
  const page = await readFile('docs/command-line.md', 'utf8');
  for (const {name, options = {}} of commands) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`haft ${name}`)) ?? '';
    for (const [option, {short}] of Object.entries<OptionSpec>(options)) {
      expect(row).toContain(short === undefined ? `\`--${option}` : `\`-${short}\`, \`--${option}`);
    }
    expect([...row.matchAll(/--[a-z-]+/g)].map(([found]) => found.slice(2)).sort()).toEqual(
      Object.keys(options).sort(),
    );
  }
});

test('the page about the command line has the table of exit codes', async () => {
  const page = await readFile('docs/command-line.md', 'utf8');
  const documented = [...page.matchAll(/^\| (\d+) \| (.+) \|$/gm)].map(([, code, meaning]) => ({
    code: Number(code),
    meaning,
  }));

  expect(documented).toEqual(Object.values(exitCodes));
});

describe('colours', () => {
  const isColoured = (text: string): boolean => text.includes('\u001b[');

  test('are for terminals only', async () => {
    expect(isColoured((await haft(['tools', 'fs'], {cwd})).stdout)).toBe(false);
    expect(isColoured((await haft(['tools', 'fs'], {cwd, terminal: true})).stdout)).toBe(true);
  });

  test('are turned off by NO_COLOR and on by FORCE_COLOR', async () => {
    const off = await haft(['tools', 'fs'], {cwd, terminal: true, env: {NO_COLOR: '1'}});
    const on = await haft(['tools', 'fs'], {cwd, env: {FORCE_COLOR: '1'}});

    expect(isColoured(off.stdout)).toBe(false);
    expect(isColoured(on.stdout)).toBe(true);
  });
});

test.each([
  ['--no-color wins over FORCE_COLOR and a terminal', ['--no-color'], {FORCE_COLOR: '1'}, false],
  ['NO_COLOR wins over FORCE_COLOR', [], {NO_COLOR: '1', FORCE_COLOR: '1'}, false],
  ['an empty NO_COLOR says nothing', [], {NO_COLOR: ''}, true],
  ['FORCE_COLOR=0 turns them off', [], {FORCE_COLOR: '0'}, false],
  ['a dumb terminal has none', [], {TERM: 'dumb'}, false],
])('colours at a terminal: %s', async (_what, options, env: Readonly<Record<string, string>>, expected) => {
  const tools = await haft(['tools', 'fs', ...options], {cwd, terminal: true, env});
  const mistake = await haft(['tols', ...options], {cwd, terminal: true, env});

  expect(tools.stdout.includes('\u001b[')).toBe(expected);
  expect(mistake.stderr.includes('\u001b[')).toBe(expected);
});

test('lines fit into the terminal', async () => {
  const {stdout} = await haft(['tools'], {cwd, terminal: true, env: {NO_COLOR: '1'}});

  const widths = stdout.split('\n').map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  expect(Math.max(...widths)).toBeGreaterThan(90);
});

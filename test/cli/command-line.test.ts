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
    [['xyzzy'], "Unknown command 'xyzzy'", 'Commands are tools, describe, search, call, check, demo, help'],
    [['tools', '--jsn'], "Unknown option '--jsn' of haft tools", "Did you mean '--json'?"],
    [['demo', '--uot', 'x'], "Unknown option '--uot' of haft demo", "Did you mean '--out'?"],
    [['tools', '-x'], "Unknown option '-x' of haft tools", 'haft help tools'],
    [['tools', '--out', 'x'], "Unknown option '--out' of haft tools; it belongs to haft demo", 'haft help tools'],
    [['tools', 'gti'], "There is no module 'gti'", "Did you mean 'git'?"],
    [['describe', 'fs.raed'], "Tool 'fs.raed' not found", "Did you mean 'fs.read'?"],
    [['call', 'git.comit', '{}'], "Tool 'git.comit' not found", "Did you mean 'git.commit'?"],
    [['describe'], 'haft describe needs TOOL', 'haft help describe'],
    [['search'], 'haft search needs TEXT', 'haft help search'],
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

test('lines fit into the terminal', async () => {
  const {stdout} = await haft(['tools'], {cwd, terminal: true, env: {NO_COLOR: '1'}});

  const widths = stdout.split('\n').map((line) => line.length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  expect(Math.max(...widths)).toBeGreaterThan(90);
});

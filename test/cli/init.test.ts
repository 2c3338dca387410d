import {readdir, readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {shellEnvironment, useBuiltHaft} from './built-haft.js';
import {hasScript, keys, PseudoTerminal} from './pseudo-terminal.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const written = async (cwd: string, file = 'haft.config.json'): Promise<unknown> =>
  JSON.parse(await readFile(join(cwd, file), 'utf8'));

const wrap = JSON.stringify({
  type: 'node_module',
  module: 'path',
  tools: {base: {method: 'basename', input: {path: 'string'}, args: ['{path}']}},
});

describe('haft init from options', () => {
  test('writes the modules that are named, with what makes them work, and says what is next', async () => {
    const cwd = await tempFolder();

    const {code, stdout, stderr} = await haft(
      ['init', '--module', 'fs', '--base-path', '.', '--permissions', 'read-write', '--package', 'marked'],
      {cwd},
    );

    expect(code).toBe(0);
    expect(stdout).toBe('ok  haft.config.json: modules fs, marked\n');
    expect(stderr).toContain('Next: haft tools');
    expect(await written(cwd)).toEqual({
      modules: {
        fs: {provider: 'fs', config: {basePath: '.', permissions: 'read-write'}},
        marked: {wrap: 'haft/configs/marked.json'},
      },
      allow: ['marked'],
    });
    expect((await haft(['check'], {cwd})).code).toBe(0);
    const rendered = await haft(['call', 'marked.render', '-p', 'markdown=# Hi'], {cwd});
    expect(rendered.stdout).toContain('<h1>Hi</h1>');
    expect((await haft(['call', 'fs.write', '-p', 'path=a.txt', '-p', 'content=x'], {cwd})).code).toBe(0);
  });

  test('takes the safe defaults with --yes', async () => {
    const cwd = await tempFolder();

    const {document} = await haftJson(['init', '--yes'], {cwd});

    expect(document).toMatchObject({written: 'haft.config.json', modules: ['fs', 'git']});
    expect(await written(cwd)).toEqual({
      modules: {
        fs: {provider: 'fs', config: {basePath: '.', permissions: 'read'}},
        git: {provider: 'git', config: {basePath: '.'}},
      },
    });
    expect((await haft(['check'], {cwd})).code).toBe(0);
  });

  test('names modules as told, and reads other settings as their schema wants them', async () => {
    const cwd = await tempFolder({'notes/': ''});

    await haft(
      [
        'init',
        '-m',
        'notes=fs',
        '-m',
        'git',
        '--base-path',
        'notes',
        '--with',
        'notes.maxEntries=50',
        '--with',
        'git.author=Ada <ada@example.com>',
        '--with',
        'git.allowedProtocols=https,file',
        '--audit',
        'log',
      ],
      {cwd},
    );

    expect(await written(cwd)).toEqual({
      modules: {
        notes: {provider: 'fs', config: {basePath: './notes', maxEntries: 50, permissions: 'read'}},
        git: {
          provider: 'git',
          config: {author: 'Ada <ada@example.com>', allowedProtocols: ['https', 'file'], basePath: './notes'},
        },
      },
      audit: './log',
    });
    expect((await haft(['check'], {cwd})).code).toBe(0);
  });

  test('takes wrap configs of the user, and writes paths relative to the config', async () => {
    const cwd = await tempFolder({'wraps/paths.json': wrap, 'config/': '', 'data/': ''});
    const argv = [
      'init',
      '--config',
      'config/mine.json',
      '--wrap',
      'wraps/paths.json',
      '--wrap',
      'other=wraps/paths.json',
    ];

    const {code, stderr} = await haft([...argv, '-m', 'fs', '--base-path', 'data'], {cwd});

    expect(code).toBe(0);
    expect(stderr).toContain('haft tools --config config/mine.json');
    expect(await written(cwd, 'config/mine.json')).toMatchObject({
      modules: {
        paths: {wrap: '../wraps/paths.json'},
        other: {wrap: '../wraps/paths.json'},
        fs: {config: {basePath: '../data'}},
      },
    });
    const {stdout} = await haft(['call', 'other.base', '-p', 'path=/a/b', '-c', 'config/mine.json'], {cwd});
    expect(JSON.parse(stdout)).toBe('b');
  });

  test('writes what a module can not work without, as it is given by an option of its own', async () => {
    const cwd = await tempFolder();
    const argv = ['init', '-m', 'api=http', '--base-url', 'https://api.example.com/v1', '--database', 'data'];

    const {code} = await haft([...argv, '--commands', 'node, npm', '--server', 'node "my server.js" -v'], {cwd});

    expect(code).toBe(0);
    expect(await written(cwd)).toEqual({
      modules: {
        api: {provider: 'http', config: {baseURL: 'https://api.example.com/v1'}},
        db: {provider: 'db', config: {embedded: './data'}},
        shell: {provider: 'shell', config: {commands: ['node', 'npm'], basePath: '.'}},
        mcp: {provider: 'mcp', config: {server: {command: 'node', args: ['my server.js', '-v']}}},
      },
    });
    expect((await haft(['check'], {cwd, env: {PATH: process.env['PATH'] ?? ''}})).code).toBe(0);
  });

  test.each([
    ['memory', {embedded: 'memory'}],
    ['postgres://ada@localhost/notes', {url: 'postgres://ada@localhost/notes'}],
    ['$DATABASE_URL', {url: {$env: 'DATABASE_URL'}}],
  ])('takes the database %s', async (database, config) => {
    const cwd = await tempFolder();
    const env = {DATABASE_URL: 'postgres://ada:secret@localhost/notes'};

    expect((await haft(['init', '--database', database], {cwd, env})).code).toBe(0);

    expect(await written(cwd)).toEqual({modules: {db: {provider: 'db', config}}});
  });

  test.each([
    ['http without an address', ['-m', 'http'], 'http can not work without the address', '--base-url'],
    ['db without a database', ['-m', 'notes=db'], 'notes can not work without a database', '--database'],
    ['shell without programs', ['-m', 'shell'], 'shell can not work without the programs', '--commands'],
    ['mcp without a server', ['-m', 'mcp'], 'mcp can not work without its server', '--server'],
    ['an address that is none', ['--base-url', 'example'], 'baseURL must be an http or https URL', 'Give a URL'],
    ['a password', ['--database', 'postgres://a:b@c/d'], 'A password does not belong into a config', '$DATABASE_URL'],
    ['a provider that there is not', ['--module', 'gti'], "There is no provider 'gti'", "Did you mean 'git'?"],
    [
      'a package without a wrap config',
      ['--package', 'lodash'],
      "no wrap config for the package 'lodash'",
      '--wrap FILE',
    ],
    [
      'a setting that there is not',
      ['--with', 'fs.maxEntrys=1'],
      "There is no setting of fs 'maxEntrys'",
      "'maxEntries'",
    ],
    ['a setting of no module', ['--with', 'sf.maxEntries=1'], "There is no module 'sf'", "Did you mean 'fs'?"],
    [
      'a value that does not fit',
      ['--with', 'fs.maxEntries=many'],
      'fs.maxEntries: It takes an integer',
      'haft help init',
    ],
    ['--with without a value', ['--with', 'fs'], "must be MODULE.KEY=VALUE, received 'fs'", '--with fs.maxEntries=100'],
    [
      'permissions for no module',
      ['-m', 'git', '--permissions', 'read'],
      '--permissions is of use to none',
      '--module fs',
    ],
    ['two modules of one name', ['-m', 'fs', '-m', 'fs'], "There are two modules 'fs'", 'NAME=PROVIDER'],
    ['a name that is none', ['-m', '7=fs'], "A module can not be named '7'", 'a letter first'],
    ['a wrap config that is not there', ['--wrap', 'nope.json'], 'There is no config nope.json', 'Check the path'],
    ['a file that is no JSON', ['--yes', '--config', 'haft.config.mjs'], 'A config is written as JSON', 'Name it'],
    [
      'a config that wraps no package',
      ['--package', 'mcp-memory'],
      'mcp-memory wraps no package',
      'Give --wrap haft/configs/mcp-memory.json, and --allow what it runs',
    ],
    [
      'a folder that is not there',
      ['--yes', '--config', 'no/haft.config.json'],
      'its folder is not there',
      'Make the folder',
    ],
  ])('writes nothing for %s', async (_what, argv, message, hint) => {
    const cwd = await tempFolder();

    const {code, stdout, stderr} = await haft(['init', ...argv], {cwd});

    expect([2, 3]).toContain(code);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(await readdir(cwd)).toEqual([]);
  });

  test('writes nothing that haft check would find fault with, and tells all of it', async () => {
    const cwd = await tempFolder({
      'echo.json': JSON.stringify({type: 'cli', command: 'echo', tools: {say: {args: ['hi']}}}),
    });

    const {code, stderr} = await haft(
      ['init', '--wrap', 'echo.json', '--package', 'axios', '-m', 'fs', '--base-path', 'none'],
      {cwd},
    );

    expect(code).toBe(3);
    expect(stderr).toContain('Nothing was written');
    expect(stderr).toContain('not allowed to run "echo"');
    expect(stderr).toContain('"baseURL" is missing');
    expect(stderr).toContain('There is no such folder');
    expect(await readdir(cwd)).toEqual(['echo.json']);
  });

  test('has nobody to ask where there is no terminal, and says what to do', async () => {
    const cwd = await tempFolder();

    const {code, stderr} = await haft(['init'], {cwd});

    expect(code).toBe(2);
    expect(stderr).toContain('haft init --yes takes the defaults');
    expect(await readdir(cwd)).toEqual([]);
  });
});

describe('a config that is there', () => {
  test('stays as it is without --force, and is replaced with it', async () => {
    const cwd = await tempFolder({'haft.config.json': 'mine'});

    const refused = await haft(['init', '--yes'], {cwd});
    const kept = await readFile(join(cwd, 'haft.config.json'), 'utf8');
    const forced = await haft(['init', '--yes', '--force'], {cwd});

    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('haft.config.json is there already');
    expect(refused.stderr).toContain('--force replaces it');
    expect(kept).toBe('mine');
    expect(forced.code).toBe(0);
    expect(await written(cwd)).toMatchObject({modules: {fs: {provider: 'fs'}}});
    expect(await readdir(cwd)).toEqual(['haft.config.json']);
  });

  test('in JavaScript is not pushed aside by one that would be found before it', async () => {
    const cwd = await tempFolder({'haft.config.mjs': 'export default {modules: {fs: {provider: "fs"}}};'});

    const {code, stderr} = await haft(['init', '--yes'], {cwd});

    expect(code).toBe(2);
    expect(stderr).toContain('haft.config.mjs is there already, and haft.config.json would be used in its place');
  });

  test('behind a link is not written through, with --force neither', async () => {
    const folder = await tempFolder({'elsewhere.json': 'theirs', 'project/': ''});
    const cwd = join(folder, 'project');
    await symlink(join(folder, 'elsewhere.json'), join(cwd, 'haft.config.json'));

    const refused = await haft(['init', '--yes'], {cwd});
    const forced = await haft(['init', '--yes', '--force'], {cwd});

    expect([refused.code, forced.code]).toEqual([2, 0]);
    expect(await readFile(join(folder, 'elsewhere.json'), 'utf8')).toBe('theirs');
  });
});

const describeAtTerminal = hasScript ? describe : describe.skip;

describeAtTerminal(`haft init at a terminal${hasScript ? '' : ' [needs script]'}`, () => {
  const built = useBuiltHaft();
  const open = (line: string, cwd: string): PseudoTerminal =>
    new PseudoTerminal(line, {cwd, env: shellEnvironment(built)});

  test('asks for modules, permissions, packages and what they need, shows the config, and writes it', async () => {
    const cwd = await tempFolder();
    const terminal = open('haft init', cwd);

    await terminal.answers('Module fs:', '');
    await terminal.answers('Module git:', 'no');
    await terminal.answers('Module http:', 'yes');
    await terminal.answers('base-url: ', 'example');
    await terminal.shows('"base-url" must');
    await terminal.answers('base-url: ', 'https://api.example.com');
    await terminal.answers('Module db:', '');
    await terminal.answers('Module shell:', '');
    await terminal.answers('Module mcp:', '');
    await terminal.answers('Module github:', '');
    await terminal.answers('Module cloud:', '');
    await terminal.answers('Number or name [read]: ', '2');
    await terminal.answers('Package axios', 'yes');
    await terminal.answers('baseURL: ', 'no url');
    await terminal.shows('"baseURL" must');
    await terminal.answers('baseURL: ', 'https://api.example.com');
    await terminal.answers('Package decimal.js', 'what');
    await terminal.shows('Answer yes or no');
    await terminal.answers('Package decimal.js', '');
    await terminal.answers('Package marked', 'n');
    for (const name of ['pdf-lib', '@aws-sdk/client-s3', 'sql.js']) await terminal.answers(`Package ${name}`, '');
    await terminal.shows('"permissions": "read-write"');
    await terminal.answers('Write it? [Y/n]: ', '');
    await terminal.shows('Next: haft tools');

    expect(await terminal.ends()).toBe(0);
    expect(await written(cwd)).toEqual({
      modules: {
        fs: {provider: 'fs', config: {permissions: 'read-write', basePath: '.'}},
        http: {provider: 'http', config: {baseURL: 'https://api.example.com'}},
        axios: {wrap: 'haft/configs/axios.json', config: {baseURL: 'https://api.example.com'}},
      },
      allow: ['axios'],
    });
    expect((await haft(['check'], {cwd})).code).toBe(0);
  });

  test.each([
    ['a no in the end', 'n', 0, 'Nothing was written'],
    ['Ctrl-C', keys.ctrlC, 130, 'Ended before it was done'],
  ])('writes nothing after %s', async (_what, answer, code, message) => {
    const cwd = await tempFolder();
    const terminal = open('haft init', cwd);

    await terminal.shows('Module fs:');
    terminal.type(keys.enter.repeat(15));
    await terminal.shows('Write it? [Y/n]: ');
    terminal.type(answer === 'n' ? `n${keys.enter}` : answer);
    await terminal.shows(message);

    expect(await terminal.ends()).toBe(code);
    expect(await readdir(cwd)).toEqual([]);
  });
});

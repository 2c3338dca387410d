import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const oneTool = {
  type: 'node_module',
  module: 'path',
  tools: {base: {method: 'basename', input: {path: 'string'}, args: ['{path}']}},
};
const marked = {
  type: 'npm_library',
  module: 'marked',
  tools: {render: {method: 'parse', input: {text: 'string'}, args: ['{text}']}},
};

describe('a config', () => {
  test.each([
    ['haft.config.json', JSON.stringify({modules: {notes: {provider: 'fs'}}})],
    ['haft.config.mjs', "export default {modules: {notes: {provider: 'fs'}}};"],
    ['haft.config.mjs', "export const config = {modules: {notes: {provider: 'fs'}}};"],
  ])('is found by its name %s', async (name, content) => {
    const cwd = await tempFolder({[name]: content, 'a.txt': 'x'});

    const {code, stdout} = await haft(['call', 'notes.read', '{"path": "a.txt"}'], {cwd});

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({content: 'x'});
  });

  test('names folders and wrap configs relative to itself, wherever the command runs', async () => {
    const folder = await tempFolder({
      'project/haft.config.json': JSON.stringify({
        modules: {files: {provider: 'fs', config: {basePath: 'data'}}, paths: {wrap: 'wraps/paths.json'}},
      }),
      'project/data/a.txt': 'here',
      'project/wraps/paths.json': JSON.stringify(oneTool),
      'elsewhere/': '',
    });
    const options = {cwd: join(folder, 'elsewhere')};
    const config = ['--config', '../project/haft.config.json'];

    const read = await haft(['call', 'files.read', '{"path": "a.txt"}', ...config], options);
    const base = await haft(['call', 'paths.base', '{"path": "/x/y.z"}', ...config], options);

    expect(JSON.parse(read.stdout)).toMatchObject({content: 'here'});
    expect(JSON.parse(base.stdout)).toBe('y.z');
  });

  test('may hold a wrap config itself', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {paths: {wrap: oneTool}}})});

    const {stdout} = await haft(['call', 'paths.base', '{"path": "/x/y.z"}'], {cwd});

    expect(JSON.parse(stdout)).toBe('y.z');
  });

  test('loads a package that it allows', async () => {
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {md: {wrap: marked}}, allow: ['marked']}),
    });

    const {stdout} = await haft(['call', 'md.render', '{"text": "# Hi"}'], {cwd});

    expect(JSON.parse(stdout)).toBe('<h1>Hi</h1>\n');
  });

  test('takes values from --set and from the environment', async () => {
    const config = {
      modules: {files: {provider: 'fs', config: {basePath: {$config: 'folder'}, permissions: {$env: 'GRANT'}}}},
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config), 'data/a.txt': 'x'});

    const read = await haft(['call', 'files.read', '{"path": "a.txt"}', '--set', 'folder=data'], {
      cwd,
      env: {GRANT: 'read'},
    });
    const without = await haft(['check'], {cwd});

    expect(JSON.parse(read.stdout)).toMatchObject({content: 'x'});
    expect(without.code).toBe(3);
    expect(without.stderr).toContain('Give --set folder=VALUE');
    expect(without.stderr).toContain('Set the variable GRANT');
  });

  test('takes them as numbers and booleans where the module wants those', async () => {
    const config = {
      modules: {
        files: {
          provider: 'fs',
          config: {
            basePath: {$env: 'FOLDER'},
            maxEntries: {$config: 'most'},
            permissions: {read: {$env: 'MAY_READ'}, write: {$env: 'MAY_WRITE'}},
          },
        },
        db: {provider: 'db', config: {host: 'localhost', port: {$env: 'PORT'}, user: {$env: 'NUMBER_OF_USER'}}},
      },
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config), 'true/a.txt': 'true', 'true/b.txt': ''});
    const env = {FOLDER: 'true', MAY_READ: 'true', MAY_WRITE: 'False', PORT: '5432', NUMBER_OF_USER: '7'};

    const list = await haft(['call', 'files.list', '{"path": "."}', '--set', 'most=2'], {cwd, env});
    const write = await haft(['call', 'files.write', '{"path": "c", "content": ""}', '--set', 'most=2'], {cwd, env});
    const wrong = await haft(['check', '--set', 'most=1.5'], {cwd, env: {...env, PORT: 'hush', MAY_READ: 'hush'}});

    expect(JSON.parse(list.stdout)).toHaveLength(2);
    expect(write.stderr).toContain('PERMISSION_DENIED');
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain(
      'haft.config.json:1:242 modules.db.config.port.$env: The variable PORT holds no integer',
    );
    expect(wrong.stderr).toContain('The variable MAY_READ holds no boolean');
    expect(wrong.stderr).toContain('The value of --set most is no integer; received "1.5"');
    expect(wrong.stderr).not.toContain('hush');
    expect(wrong.stderr).not.toContain('modules.db.config.user');
  });

  test('keeps values of the environment out of everything that is printed', async () => {
    const config = {modules: {files: {provider: 'fs', config: {basePath: {$env: 'SECRET_FOLDER'}}}}};
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify(config),
      'hush-hush-folder/a.txt': 'hush-hush-folder!',
    });

    const {stdout} = await haft(['call', 'files.read', '{"path": "a.txt"}'], {
      cwd,
      env: {SECRET_FOLDER: 'hush-hush-folder'},
    });

    expect(stdout).not.toContain('hush-hush-folder');
  });

  test('writes an audit log where it says so', async () => {
    const config = {modules: {fs: {provider: 'fs', config: {permissions: 'read-write'}}}, audit: 'log'};
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    await haft(['call', 'fs.write', '{"path": "a.txt", "content": "x"}'], {cwd});

    expect(await readdir(join(cwd, 'log'))).toEqual([expect.stringMatching(/^audit-.+\.jsonl$/)]);
  });
});

describe('a config that can not be used', () => {
  const broken = {
    modules: {
      one: {provder: 'fs'},
      two: {provider: 'gti'},
      three: {provider: 'fs', config: {basPath: '.', permissions: 'all'}},
      four: {wrap: 'missing.json'},
      five: {wrap: 'wrap.json'},
      six: {},
      '7': {provider: 'fs'},
    },
    alow: [],
  };
  const wrap = {...marked, tools: {render: {...marked.tools.render, descripton: 'x'}}};

  test('has every problem listed, with its place and what to do', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(broken), 'wrap.json': JSON.stringify(wrap)});

    const {code, stdout, stderr} = await haft(['check', 'haft.config.json'], {cwd});

    expect(code).toBe(3);
    expect(stdout).toBe('');
    const lines = stderr.split('\n').map((line) => line.trim());
    const remedyOf = (place: string): string | undefined => lines[lines.findIndex((line) => line.includes(place)) + 1];
    expect(remedyOf('modules.one.provder')).toContain('Did you mean "provider" instead of "provder"?');
    expect(remedyOf('modules.two.provider')).toContain('Did you mean "git"?');
    expect(remedyOf('modules.three.config.basPath')).toContain('Did you mean "basePath" instead of "basPath"?');
    expect(stderr).toContain('modules.three.config.permissions');
    expect(stderr).toContain('There is no config missing.json');
    expect(remedyOf('wrap.json:1:121 tools.render.descripton: ')).toContain('Did you mean "description"?');
    expect(remedyOf('wrap.json:1:23 module: ')).toContain('add "marked" to "allow"');
    expect(remedyOf('modules.six')).toContain('Give one');
    expect(remedyOf('modules.7')).toContain('a letter first');
    expect(remedyOf('alow')).toContain('Did you mean "allow" instead of "alow"?');
  });

  test('has them as data with --json', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(broken), 'wrap.json': JSON.stringify(wrap)});

    const {code, document} = await haftJson(['check'], {cwd});

    expect(code).toBe(3);
    expect(document.valid).toBe(false);
    expect(document.problems.length).toBeGreaterThanOrEqual(10);
    expect(document.problems).toContainEqual({
      config: 'haft.config.json',
      line: 1,
      column: 65,
      path: 'modules.two.provider',
      message: 'There is no such provider',
      received: '"gti"',
      remedy: 'Did you mean "git"?',
    });
  });

  test('has a program that it does not allow listed, and says where to allow it', async () => {
    const echo = {type: 'cli', command: 'echo', tools: {say: {args: ['hi']}}};
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {p: {wrap: echo}}})});

    for (const argv of [['check'], ['call', 'p.say', '{}']]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain('not allowed to run "echo"');
      expect(stderr).toContain('add "echo" to "allow" of haft.config.json');
      expect(stderr).not.toContain('createFromConfig');
    }
  });

  test('tells what was received and what to do once', async () => {
    const wrong = {modules: {p: {wrap: {...marked, tools: {render: {method: 'prase'}}}}}};
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify({...broken, allow: 'marked'}),
      'method.json': JSON.stringify({...wrong, allow: ['marked']}),
    });

    const checked = (await haft(['check'], {cwd})).stderr;
    const called = (await haft(['call', 'p.render', '{}', '--config', 'method.json'], {cwd})).stderr;

    expect(checked).toContain('must be array; received string "marked"\n');
    expect(checked).not.toMatch(/received.*received/);
    expect(called.split('Did you mean "parse"?')).toHaveLength(2);
  });

  test.each([
    ['afile', 'afile is a file'],
    ['afile/log', 'afile is a file'],
  ])('whose audit folder %s can not be written says so, with the folder and the cause', async (audit, why) => {
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {fs: {provider: 'fs'}}, audit}),
      afile: '',
    });

    for (const argv of [['check'], ['call', 'fs.list', '{"path": "."}']]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain(`The audit folder ${join(cwd, audit)} can not be used: ${join(cwd, '')}`);
      expect(stderr).toContain(why);
    }
  });

  test('keeps every other command from starting anything', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(broken), 'wrap.json': JSON.stringify(wrap)});

    for (const argv of [['tools'], ['call', 'three.read', '{"path": "a"}']]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain('Did you mean "provider" instead of "provder"?');
    }
  });

  test.each([
    ['{"modules": ', 'It is no JSON'],
    ['[]', 'must be object'],
    ['{}', '"modules" is missing'],
    ['{"modules": {}}', 'modules'],
    ['{"modules": {"a": {"provider": "fs"}, "a": {"provider": "git"}}}', 'This key stands twice'],
    ['{"modules": {"a": {"provider": "fs", "wrap": "x.json"}}}', 'Both "provider" and "wrap" are given'],
  ])('%s', async (content, message) => {
    const cwd = await tempFolder({'haft.config.json': content});

    for (const argv of [['check'], ['tools']]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    }
  });

  test.each([
    ['a file that is not there', 'nope.json', 'There is no config nope.json'],
    ['a folder', '.', 'is not a file'],
    ['a script that throws', 'throws.mjs', 'can not be loaded: out of order'],
    ['a script without exports', 'empty.mjs', 'exports nothing'],
  ])('%s', async (_what, file, message) => {
    const cwd = await tempFolder({'throws.mjs': "throw new Error('out of order');", 'empty.mjs': ''});

    for (const argv of [
      ['check', file],
      ['tools', '--config', file],
    ]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain(message);
    }
  });
});

describe('haft check', () => {
  test('answers what a good config has', async () => {
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {a: {provider: 'fs'}, b: {wrap: oneTool}}}),
    });

    expect((await haft(['check'], {cwd})).stdout).toBe('ok  haft.config.json: project config, modules a, b\n');
    expect((await haftJson(['check'], {cwd})).document).toEqual({
      config: 'haft.config.json',
      kind: 'project config',
      valid: true,
      modules: ['a', 'b'],
      problems: [],
    });
  });

  test('checks a wrap config by itself', async () => {
    const cwd = await tempFolder({'marked.json': JSON.stringify(marked)});

    const refused = await haft(['check', 'marked.json'], {cwd});
    const allowed = await haft(['check', 'marked.json', '--allow', 'marked'], {cwd});

    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('not allowed to load "marked"');
    expect(allowed).toEqual({code: 0, stdout: 'ok  marked.json: wrap config\n', stderr: ''});
  });

  test('finds nothing wrong with the config of the demo', async () => {
    const places = ['workspace=.', 'source=.', 'gitDirectory=.'];
    const values = [...places, 'calendar=http://127.0.0.1:9', 'node=node', 'reader=server.js'].flatMap((value) => [
      '--set',
      value,
    ]);

    const {code} = await haft(['check', 'configs/demo/haft.config.json', ...values], {cwd: process.cwd()});

    expect(code).toBe(0);
  });

  test('says what to do where there is no config', async () => {
    const {code, stderr} = await haft(['check'], {cwd: await tempFolder()});

    expect(code).toBe(3);
    expect(stderr).toContain('There is no haft.config file in this folder');
  });
});

describe('all problems of a config come at once', () => {
  test('beside an unknown key, a missing value, a wrap config that is wrong and a folder that is not there', async () => {
    const config = {
      modules: {
        typo: {provider: 'gti', confg: {}},
        mixed: {provider: 'fs', extra: 1, config: {basPath: '.', maxEntries: {$config: 'many'}, permissions: 'all'}},
        wrapped: {wrap: {...marked, tools: {render: {...marked.tools.render, method: 7}}}, config: {$env: 'NOWHERE'}},
        both: {wrap: 'missing.json', config: {token: {$env: 'NOWHERE'}}},
        away: {provider: 'fs', config: {basePath: 'nowhere', maxReadBytes: 'many'}},
        file: {provider: 'git', config: {basePath: 'haft.config.json', gitPth: 'git'}},
      },
      limits: {timeout: -1},
      audit: 'haft.config.json',
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    const {document} = await haftJson(['check'], {cwd});

    const paths = (document.problems as readonly {path: string}[]).map(({path}) => path).sort();
    expect(paths).toEqual(
      [
        'audit',
        'limits.timeout',
        'modules.away.config.basePath',
        'modules.away.config.maxReadBytes',
        'modules.both.config.token.$env',
        'modules.both.wrap',
        'modules.file.config.basePath',
        'modules.file.config.gitPth',
        'modules.mixed.config.basPath',
        'modules.mixed.config.maxEntries.$config',
        'modules.mixed.config.permissions',
        'modules.mixed.extra',
        'modules.typo.confg',
        'modules.typo.provider',
        'modules.wrapped.config.$env',
        'modules.wrapped.wrap.module',
        'modules.wrapped.wrap.tools.render.method',
      ].sort(),
    );
  });

  test('and what may be of several kinds is one of them', async () => {
    const problemsOf = async (permissions: unknown): Promise<unknown> => {
      const config = {modules: {fs: {provider: 'fs', config: {permissions}}}};
      const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});
      return (await haftJson(['check'], {cwd})).document.problems;
    };

    expect(await problemsOf('reed')).toEqual([
      {
        config: 'haft.config.json',
        line: 1,
        column: 45,
        path: 'modules.fs.config.permissions',
        message: 'property "permissions" must be one of read, write, read-write or object',
        received: 'string "reed"',
        remedy: 'Did you mean "read"?',
      },
    ]);
    expect(await problemsOf({raed: true})).toMatchObject([{path: 'modules.fs.config.permissions.raed'}]);
  });

  test('and a misspelt key is one of them, not two', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules: {one: {provder: 'fs'}}})});

    const {document} = await haftJson(['check'], {cwd});

    expect(document.problems).toHaveLength(1);
  });
});

test('a config that comes with haft and is misspelt has a nearest name', async () => {
  const cwd = await tempFolder({'haft.config.json': '{"modules": {"gh": {"wrap": "haft/configs/gthub.json"}}}'});

  const {stderr} = await haft(['check'], {cwd});

  expect(stderr).toContain('There is no config haft/configs/gthub.json');
  expect(stderr).toContain('Did you mean haft/configs/github.json?');
});

describe('one module that can not be made', () => {
  const twoModules = (broken: object): string =>
    JSON.stringify({modules: {paths: {wrap: oneTool}, broken: {wrap: 'broken.json', config: broken}}});
  const noDescription = JSON.stringify({...oneTool, tools: {base: {...oneTool.tools.base, description: ''}}});

  test.each([
    ['whose wrap config is wrong', {}, 'It must not be empty (at broken.json:1:120 tools.base.description)'],
    ['that lacks a value', {greeting: {$config: 'greeting'}}, 'There is no value for "greeting"'],
  ])('%s stops only its own tools', async (_what, config, message) => {
    const wrap = 'greeting' in config ? JSON.stringify({...oneTool, config: {greeting: 'string'}}) : noDescription;
    const cwd = await tempFolder({'haft.config.json': twoModules(config), 'broken.json': wrap});

    const other = await haft(['call', 'paths.base', '{"path": "/x/y.z"}'], {cwd});
    expect(other).toEqual({code: 0, stdout: '"y.z"\n', stderr: ''});

    for (const argv of [
      ['call', 'broken.base', '{}'],
      ['tools', 'broken'],
      ['describe', 'broken.base'],
    ]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain(`haft: The module broken can not be used: ${message}`);
      expect(stderr).not.toContain('warning');
    }

    const listed = await haft(['tools'], {cwd});
    expect(listed.code).toBe(0);
    expect(listed.stdout).toContain('paths.base');
    expect(listed.stderr).toContain(`haft: warning: The module broken can not be used: ${message}`);
    expect((await haft(['check'], {cwd})).code).toBe(3);
  });

  test('stops what needs it, and a name that may be its tool says so', async () => {
    const modules = {
      paths: {wrap: oneTool},
      files: {provider: 'fs', config: {permission: 'read'}},
      web: {provider: 'http', config: {baseURL: 'http://127.0.0.1:9', files: {$module: 'files'}}},
    };
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules})});

    const {code, stderr} = await haft(['call', 'web.get', '{"url": "/"}'], {cwd});
    expect(code).toBe(3);
    expect(stderr).toContain('The module files can not be used: ');
    expect((await haft(['describe', 'copyTree'], {cwd})).stderr).toContain(
      'It may be one of files, which can not be used',
    );
  });

  test('whose server the description does not give is refused for that, and not as a tool that is not there', async () => {
    const document = {openapi: '3.0.0', info: {title: 'x', version: '1'}, paths: {}};
    const wrap = {type: 'openapi', document};
    const cwd = await tempFolder({
      'haft.config.json': JSON.stringify({modules: {api: {wrap}, paths: {wrap: oneTool}}}),
    });

    const {code, stderr} = await haft(['call', 'api.getNote', '{}'], {cwd});
    expect(code).toBe(3);
    expect(stderr).toContain('Config "api" can not be used: The server "/" is relative');
    expect(stderr).not.toContain('not found');
  });
});

describe('a module that can only fail', () => {
  const problemsOf = async (modules: object, options: {env?: Record<string, string>} = {}): Promise<string[]> => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify({modules, allow: ['no-such-program']})});
    const {code, document, stderr} = await haftJson(['check'], {
      cwd,
      env: {PATH: process.env['PATH'] ?? ''},
      ...options,
    });
    expect(code).toBe(document.problems.length > 0 ? 3 : 0);
    const problems = document.problems as readonly {path: string; message: string}[];
    return [...problems.map(({path, message}) => `${path}: ${message}`), ...stderr.split('\n').filter(Boolean)];
  };

  test.each([
    ['programs that are not named', {provider: 'shell'}, 'm.config: shell: no commands are named'],
    ['two databases', {provider: 'db', config: {embedded: 'memory', url: 'postgres://u@h/d'}}, 'several databases'],
    ['no database', {provider: 'db'}, 'm.config: The config names no database'],
    ['nowhere to send requests', {provider: 'http'}, 'nowhere where requests may go'],
    ['no server', {provider: 'mcp'}, 'must name the server by one of'],
    ['a module that needs itself', {provider: 'http', config: {baseURL: 'http://a', files: {$module: 'm'}}}, 'm → m'],
    [
      'a server whose program is not there',
      {provider: 'mcp', config: {server: {command: 'no-such-program'}}},
      'modules.m: The program no-such-program is not on the PATH',
    ],
    [
      'a program that is not there',
      {wrap: {type: 'cli', command: 'no-such-program', tools: {x: {args: ['x']}}}},
      'modules.m.wrap.command: The program no-such-program is not on the PATH',
    ],
  ])('for %s is found by haft check', async (_what, m, message) => {
    expect(await problemsOf({m})).toEqual([expect.stringContaining(message)]);
  });

  test('is told from one of which a part works, and from one that works', async () => {
    const shell = {provider: 'shell', config: {commands: ['no-such-program', 'node']}};
    const db = {provider: 'db', config: {embedded: 'memory'}};
    const files = {provider: 'fs'};
    const http = {provider: 'http', config: {baseURL: 'https://api.example.com', files: {$module: 'files'}}};
    expect(await problemsOf({db, files, http})).toEqual([]);
    expect(await problemsOf({shell})).toEqual([
      'haft: warning: modules.shell: The program no-such-program is not on the PATH',
    ]);
  });

  test('shows nothing of the environment', async () => {
    const http = {provider: 'http', config: {baseURL: {$env: 'ADDRESS'}}};
    const [problem] = await problemsOf({http}, {env: {ADDRESS: 'ftp://hush.example.com'}});
    expect(problem).toContain('modules.http.config');
    expect(problem).not.toContain('hush');
  });
});

describe('a folder that is not there', () => {
  test('is told before anything is called, with how to make it', async () => {
    const config = {modules: {fs: {provider: 'fs', config: {basePath: 'my notes'}}}};
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    for (const argv of [['check'], ['call', 'fs.list']]) {
      const {code, stderr} = await haft(argv, {cwd});
      expect(code).toBe(3);
      expect(stderr).toContain('There is no such folder');
      expect(stderr).toContain(`mkdir -p '${join(cwd, 'my notes')}'`);
    }
  });

  test('is not named where its name comes from the environment', async () => {
    const config = {modules: {fs: {provider: 'fs', config: {basePath: {$env: 'SECRET_FOLDER'}}}}};
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    const {code, stderr} = await haft(['check'], {cwd, env: {SECRET_FOLDER: 'hush-hush'}});

    expect(code).toBe(3);
    expect(stderr).not.toContain('hush-hush');
  });
});

describe('--set', () => {
  const config = {modules: {fs: {provider: 'fs', config: {basePath: {$config: 'folder', default: '.'}}}}};

  test.each([
    ['a typo', 'foldr=x', 'did you mean --set folder=…?'],
    ['a name of nothing', 'whatever=x', 'haft.config.json has no {"$config": "whatever"}'],
  ])('with %s is told, and the command goes on', async (_what, setting, message) => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    for (const argv of [['tools'], ['check'], ['call', 'fs.list']]) {
      const {code, stderr} = await haft([...argv, '--set', setting], {cwd});
      expect(code).toBe(0);
      expect(stderr).toContain(message);
    }
  });

  test('that only a wrap config takes says how its module is given it', async () => {
    const gitlog = {type: 'cli', command: 'echo', cwd: {$config: 'basePath'}, tools: {log: {args: [{$config: 'n'}]}}};
    const project = (config: object): string =>
      JSON.stringify({modules: {gitlog: {wrap: 'log.json', config}}, allow: ['echo']});
    const cwd = await tempFolder({'log.json': JSON.stringify(gitlog), 'haft.config.json': project({})});

    const {stderr} = await haft(['tools', '--set', 'n=1'], {cwd});
    expect(stderr).toContain(
      '--set n is used nowhere: haft.config.json has no {"$config": "n"}; write modules.gitlog.config: {"n": {"$config": "n"}}',
    );
    const init = await haft(['init', '--force', '--wrap', 'r=log.json', '--allow', 'echo', '--with', 'r.basPath=.'], {
      cwd,
    });
    expect(init.code).toBe(3);
    expect(init.stderr).toContain('modules.r.config.basPath: Nothing in the wrap config takes "basPath"');
    expect(init.stderr).toContain('Did you mean "basePath"?');
  });

  test('with a name that is used is not spoken of', async () => {
    const cwd = await tempFolder({'haft.config.json': JSON.stringify(config)});

    expect((await haft(['tools', '--set', 'folder=.'], {cwd})).stderr).toBe('');
  });
});

test('a wrap config that comes with haft is named as an import would name it', async () => {
  const config = {modules: {md: {wrap: 'haft/configs/marked.json'}}, allow: ['marked']};
  const cwd = await tempFolder({
    'haft.config.json': JSON.stringify(config),
    'bad.json': JSON.stringify({modules: {md: {wrap: 'haft/configs/nope.json'}}}),
  });

  expect((await haft(['call', 'md.render', '-p', 'markdown=# Hi'], {cwd})).stdout).toContain('<h1>Hi</h1>');
  const wrong = await haft(['check', 'bad.json'], {cwd});
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toContain('modules.md.wrap');
});

test('every mistake that ends with an exit code comes with what to do', async () => {
  const cwd = await tempFolder({'big.json': ' '.repeat(1_100_000)});
  for (const argv of [
    ['check', 'big.json'],
    ['call', 'fs.read', '{"path": {"$tool": "fs.list", "x": 1}}'],
    ['init'],
    ['check'],
  ]) {
    expect((await haft(argv, {cwd})).stderr).toContain('→');
  }
});

import {describe, expect, test} from '@jest/globals';
import type {ConfigProblem} from '../../src/factory/index.js';
import {ModuleFactory, libraryKinds, parseConfig} from '../../src/factory/index.js';
import {factory, failureOf, problemsOf} from './factory.js';

const problems = (config: unknown): readonly ConfigProblem[] => factory.validate(config, {name: 'bad'});
const pathsOf = (config: unknown): string[] => problems(config).map(({path}) => path);

describe('a config with problems', () => {
  test('is refused with all of them at once, each with config, tool, path, what was received and what to do', async () => {
    const config = {
      type: 'npm_libary',
      module: 'marked',
    };
    expect(problems(config)).toEqual([
      {
        config: 'bad',
        path: 'type',
        message: 'It is no kind of config',
        received: 'string "npm_libary"',
        remedy: 'Did you mean "npm_library"?',
      },
    ]);

    const many = {
      type: 'npm_library',
      modul: 'marked',
      module: 'marked',
      tools: {
        render: {mehtod: 'parse', timeout: 'soon', args: ['{text}'], input: {markdown: 'string'}},
        other: {planning: {cost: 'cheap'}, positional: ['x']},
      },
    };
    const found = await problemsOf(factory.createFromConfig('bad', many, {}, {allow: ['marked']}));
    expect(found).toEqual([
      {
        config: 'bad',
        path: 'modul',
        message: 'Unknown key "modul"',
        received: 'string "marked"',
        remedy: 'Did you mean "module"?',
      },
      expect.objectContaining({tool: 'render', path: 'tools.render.mehtod', remedy: 'Did you mean "method"?'}),
      expect.objectContaining({tool: 'render', path: 'tools.render.timeout', received: 'string "soon"'}),
      expect.objectContaining({
        tool: 'other',
        path: 'tools.other.planning.cost',
        message: 'It must be one of free, low, medium, high',
      }),
      expect.objectContaining({
        tool: 'render',
        path: 'tools.render.args[0]',
        message: 'There is no input "text"',
        remedy: 'Inputs are markdown',
      }),
    ]);
  });

  test('says the first in its message, names the config, and counts the others', async () => {
    const error = await failureOf(
      factory.createFromConfig('docs', {wraps: 'path', tools: {a: {mehtod: 'join', b: 1}}}),
    );

    expect(error.code).toBe('INVALID_CONFIG');
    expect(error.message).toBe(
      'Config "docs" can not be used: Unknown key "mehtod" (at tools.a.mehtod); received string "join". Did you mean "method"? (and 1 more problems)',
    );
    expect(error.outcome).toBe('not_executed');
  });

  test.each([null, undefined, 'text', 3, [], () => 1])('that is %p is refused as no object', (config) => {
    expect(problems(config)).toMatchObject([{path: '', message: 'A config must be an object'}]);
  });

  test('that is the name of a file or a text says how it is read, and a config in place of the name that the name comes first', async () => {
    expect(problems('notes.json')).toMatchObject([{remedy: 'Read the file first: await loadConfig("notes.json")'}]);
    expect(problems('{"wraps": "path"}')).toMatchObject([{remedy: 'Read the text first: parseConfig(text)'}]);
    const swapped = factory.createFromConfig({wraps: 'path', tools: {join: {}}} as unknown as string, {});
    expect(await failureOf(swapped)).toMatchObject({
      message: 'The name of the module comes before its config',
      suggestions: ["Write createFromConfig('notes', config, values)"],
    });
  });

  test('names the template that takes a variable that is not set', async () => {
    const config = {type: 'cli', command: 'echo', env: {A: {B: {$env: 'HAFT_NOT_SET'}}}, tools: {say: {args: ['a']}}};
    const error = await failureOf(factory.createFromConfig('x', config, {}, {allow: ['echo']}));
    expect(error.message).toBe(
      'Config "x" can not be used: The environment variable HAFT_NOT_SET is not set (at env.A.B.$env). Set HAFT_NOT_SET before the program starts',
    );
  });

  test('loads nothing: a package that would throw is not imported', async () => {
    const found = await problemsOf(
      factory.createFromConfig(
        'x',
        {wraps: 'not-installed-anywhere', tools: {a: {typo: 1}}},
        {},
        {allow: ['not-installed-anywhere']},
      ),
    );

    expect(found).toMatchObject([{path: 'tools.a.typo'}]);
  });
});

describe('a remedy', () => {
  test('names the type that was most likely meant, at the parameter that has it', () => {
    const typed = {input: {id: 'integr[]?', deep: {type: 'object', properties: {far: {type: 'bool'}}}}};
    expect(problems({wraps: 'path', tools: {join: typed}})).toMatchObject([
      {
        path: 'tools.join.input.id',
        message: 'Parameter "id" has the unknown type "integr[]?"',
        remedy: 'Did you mean "integer[]?"?',
      },
    ]);
    const {id: _id, ...deep} = typed.input;
    expect(pathsOf({wraps: 'path', tools: {join: {input: deep}}})).toEqual([
      'tools.join.input.deep.properties.far.type',
    ]);
  });

  test.each([
    ['a module key', {module: 'path', tols: {}}, ['tols']],
    ['one of two spellings', {type: 'cli', comand: 'echo', tools: {say: {args: ['a']}}}, ['comand']],
    ['a binding', {wraps: 'path', type: 'cli', tools: {say: {agrs: ['a']}}}, ['tools.say.agrs', 'wraps']],
  ])('is told once of %s that is misspelt: it is not missing besides', (_what, config, paths) => {
    expect(pathsOf(config)).toEqual(paths);
  });

  test('is a sentence, also where the description of a key is a page', () => {
    const [problem] = problems({type: 'cli', command: 'jq', tools: {run: {args: '-P'}}}).filter(
      ({path}) => path === 'tools.run.args',
    );
    expect(problem).toMatchObject({
      message: 'It must be array',
      remedy: expect.stringMatching(/^Give a list: [^.]+\.$/),
    });
    expect(problems({wraps: 'path', tools: {}})).toMatchObject([{path: 'tools', remedy: 'Add a tool: {"name": {…}}'}]);
    expect(problems({wraps: 'path', tools: {join: {input: [1, 2]}}})).toContainEqual(
      expect.objectContaining({path: 'tools.join.input', remedy: expect.stringMatching(/^Give an object or a string/)}),
    );
  });

  test('says of an empty text that it is empty', () => {
    expect(() => parseConfig(' \n')).toThrow('It is empty');
  });

  test('is told of everything else beside a null that takes away nothing', () => {
    const config = {extends: {wraps: 'path', tools: {join: {}}}, tools: {jion: null, base: {timout: 5}}};
    expect(problems(config).map(({path, remedy}) => `${path}: ${remedy ?? ''}`)).toEqual([
      'tools.jion: Did you mean "join"?',
      'tools.base.timout: Did you mean "timeout"?',
    ]);
  });
});

describe('CO09', () => {
  test.each([
    '../../evil',
    './evil.js',
    '/etc/evil.js',
    'file:///evil.js',
    'https://evil.test/x.js',
    'data:text/javascript,1',
    'a/../../b',
    'C:\\evil',
    '',
  ])('a module named %p is refused', (module) => {
    expect(pathsOf({type: 'npm_library', module, tools: {run: {}}})).toContain('module');
  });

  test.each(['child_process', 'node:vm', 'worker_threads', 'node:module', 'fs', 'process', 'cluster', 'inspector'])(
    'the module %s is refused to every config, whoever allows it',
    async (module) => {
      const found = await problemsOf(
        factory.createFromConfig(
          'x',
          {type: 'node_module', module, tools: {run: {outputTransform: () => 1}}},
          {},
          {allow: [module]},
        ),
      );
      expect(found).toMatchObject([{path: 'module'}]);
    },
  );

  test('${…} is reported wherever a template stands, and is never read', () => {
    const config = {
      type: 'cli',
      command: 'echo',
      env: {A: '${process.env.HOME}'},
      tools: {say: {args: ['${process.env.X}', ['-n', '${X}']], stdin: '${Y}'}},
    };
    const found = factory.validate(config, {allow: ['echo']}).map(({path}) => path);
    expect(found).toEqual(['env.A', 'tools.say.args[0]', 'tools.say.args[1][1]', 'tools.say.stdin']);
    expect(problems({wraps: '${process.env.X}', tools: {a: {}}}).map(({message}) => message)).toContain(
      '"${…}" is not interpolated',
    );
  });

  test.each(['command', 'wraps'])('a program in %s that is not allowed is a problem before anything is run', (key) => {
    const config = {type: 'cli', [key]: 'echo', tools: {say: {args: ['hi']}}};
    expect(problems(config)).toMatchObject([
      {path: key, message: 'The config is not allowed to run "echo"', received: '"echo"'},
    ]);
    expect(factory.validate(config, {allow: ['echo']})).toEqual([]);
  });

  test('a handle that no tool returns is a problem, with the nearest name', () => {
    const make = (on: unknown, more: object = {}): readonly ConfigProblem[] =>
      problems({module: 'path', tools: {open: {method: 'parse', returns: {handle: 'image'}}, use: {on}}, ...more});
    expect(make('imgae')).toMatchObject([
      {tool: 'use', path: 'tools.use.on', message: 'No tool returns a handle "imgae"', remedy: 'Did you mean "image"?'},
    ]);
    expect(make({handle: 'thing', as: 'it'})).toMatchObject([
      {path: 'tools.use.on', remedy: expect.stringContaining('Add returns: {handle: "thing"}')},
    ]);
    expect(make('image')).toEqual([]);
    expect(make('thing', {handles: {thing: {description: 'Made by another module'}}})).toEqual([]);
  });

  test('a placeholder of an input that is not closed is a problem, other braces are text', () => {
    const make = (arg: string): readonly ConfigProblem[] =>
      factory.validate(
        {type: 'cli', command: 'jq', tools: {run: {args: [arg], input: {filter: 'string?', file: 'string?'}}}},
        {allow: ['jq']},
      );
    for (const arg of ['{filter', 'x {filter y', '{filter {file}']) {
      expect(make(arg)).toMatchObject([
        {path: 'tools.run.args[0]', message: 'The placeholder "{filter" is not closed', remedy: 'Write "{filter}"'},
      ]);
    }
    for (const arg of ['{filter}', '{{filter}}', '{filter: .x}', '{other', '{"filter', '{filters', '{']) {
      expect(make(arg)).toEqual([]);
    }
  });

  test('the text of a function is no transform, and is not evaluated', async () => {
    const marker = globalThis as {evaluated?: boolean};
    const sources = [
      '(result) => { globalThis.evaluated = true; return {} }',
      'function (result) { globalThis.evaluated = true }',
    ];
    for (const outputTransform of sources) {
      const found = await problemsOf(factory.createFromConfig('x', {wraps: 'path', tools: {join: {outputTransform}}}));
      expect(found).toMatchObject([
        {path: 'tools.join.outputTransform', remedy: expect.stringContaining('JSONata') as unknown},
      ]);
    }
    expect(marker.evaluated).toBeUndefined();
  });

  test('two tools of one name are reported: as alias, and twice in the text of a file', async () => {
    expect(
      problems({wraps: 'path', tools: {join: {aliases: ['glue']}, basename: {aliases: ['glue', 'join']}}}),
    ).toMatchObject([
      {path: 'tools.basename.aliases[0]', message: 'Two tools are called "glue"', received: 'also tools.join'},
      {path: 'tools.basename.aliases[1]', received: 'also tools.join'},
    ]);
    expect(() =>
      parseConfig('{"wraps": "path", "tools": {"join": {}, "dirname": {"description": "a,\\"join\\":{"}, "join": {}}}'),
    ).toThrow(/stands twice \(at tools\.join\)/);
    expect(parseConfig('{"tools": {"a": {"name": 1}, "b": {"name": 1}, "c": [{"x": 1}, {"x": 2}]}}')).toBeDefined();
    expect(() => parseConfig('{"a": 1,}')).toThrow(/It is no JSON/);
  });

  test('a config that contains itself is reported, not followed', () => {
    const config: Record<string, unknown> = {wraps: 'path', tools: {join: {}}};
    config['tools'] = {join: {examples: [config]}};
    expect(problems(config)).toMatchObject([{message: 'A value contains itself', path: 'tools.join.examples[0]'}]);
  });

  test('a schema with $data is refused', () => {
    const input = {a: 'string', b: {type: 'string', pattern: {$data: '1/a'}}};
    expect(problems({wraps: 'path', tools: {join: {input}}})).toMatchObject([
      {path: 'tools.join.input', message: expect.stringContaining('$data') as unknown},
    ]);
  });

  test('keys that reach a prototype are refused, and no prototype is changed', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    const config: unknown = JSON.parse(
      '{"wraps": "path", "__proto__": {"x": 1}, "tools": {"join": {}, "constructor": {}, "__proto__": {}}}',
    );

    expect(pathsOf(config)).toEqual(['__proto__', 'tools.constructor', 'tools.__proto__']);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  });

  test.each([
    'constructor',
    'join.constructor',
    '__proto__.x',
    'posix.__proto__.join',
    'join.call',
    'join.bind',
    'prototype.a',
    '__defineGetter__',
  ])('the method %s is refused at load', (method) => {
    expect(problems({wraps: 'path', tools: {run: {method}}})).toMatchObject([
      {path: 'tools.run.method', message: expect.stringContaining('is refused') as unknown},
    ]);
  });

  test.each(['{a.__proto__.b}', '{constructor.prototype.x}', '{__proto__}'])(
    'the placeholder %s is refused at load',
    (placeholder) => {
      expect(problems({wraps: 'path', tools: {join: {args: [placeholder]}}})[0]).toMatchObject({
        path: 'tools.join.args[0]',
      });
    },
  );

  test('a getter that throws is a problem with its place', () => {
    const config = {
      wraps: 'path',
      tools: {
        get join(): unknown {
          throw new Error('no');
        },
      },
    };
    expect(problems(config)).toMatchObject([
      {path: 'tools.join', message: 'The property can not be read: no'},
      {path: 'tools'},
    ]);
  });
});

describe('a kind', () => {
  test.each([
    {type: 'rest', baseURL: 'https://api.example.com', tools: {get: {request: {path: '/x/{id}'}}}},
    {type: 'openapi', document: 'petstore.json'},
    {type: 'graphql', endpoint: 'https://api.example.com/graphql', tools: {me: {query: '{ me { name } }'}}},
    {type: 'sql', database: {embedded: 'memory'}, tools: {users: {sql: 'select * from users where id = :id'}}},
    {type: 'mcp', server: {url: 'https://mcp.example.com'}},
  ])('that has no interpreter here ($type) is read, and says so', (config) => {
    expect(problems(config)).toEqual([
      {
        config: 'bad',
        path: 'type',
        message: `The kind "${config.type}" is not available in this build`,
        remedy: 'Available are node_module, npm_library, class, cli',
      },
    ]);
  });

  test("of one's own brings its language with it", async () => {
    const own = new ModuleFactory({
      kinds: {
        ...libraryKinds,
        shout: {
          type: 'shout',
          language: {
            summary: 'a loud voice',
            module: {volume: {type: 'integer', minimum: 1}},
            tool: {words: {type: 'string', template: true}},
            required: ['volume'],
          },
          connect: async (setup) => {
            const fill = Object.fromEntries(
              Object.entries(setup.tools).map(([name, tool]) => [name, setup.template(tool['words'])]),
            );
            return {
              wrapped: null,
              call: ({tool, values}) => String(fill[tool]?.fill(values)) + '!'.repeat(Number(setup.config['volume'])),
            };
          },
        },
      },
    });
    const config = {type: 'shout', volume: 3, tools: {greet: {words: 'Hello {name}', output: 'string'}}};

    const voice = await own.createFromConfig('voice', config);

    expect(await voice.getTool('greet').call({name: 'Ada'})).toBe('Hello Ada!!!');
    expect(own.validate({...config, volume: 0, tone: 'high'})).toMatchObject([{path: 'volume'}, {path: 'tone'}]);
  });
});

describe('what a tool says twice or wrongly', () => {
  test.each([
    [{input: {a: 'string'}, inputSchema: {a: 'string'}}, 'inputSchema'],
    [{transform: {output: '$'}, outputTransform: '$'}, 'outputTransform'],
    [{inputMapping: {a: 'a'}, args: []}, 'args'],
    [{returns: {handle: 'thing'}, output: 'string'}, 'output'],
    [{release: true}, 'release'],
    [{returns: {handle: 'string'}}, 'returns'],
    [{input: {a: 'strin'}}, 'input.a'],
    [{description: ' '}, 'description'],
    [{output: {a: 'strin'}}, 'output.a'],
    [{errors: {ENOENT: 'no file'}}, 'errors.ENOENT'],
    [{input: {a: 'string'}, positional: ['b']}, 'positional[0]'],
    [{input: {a: 'string'}, paths: ['b']}, 'paths[0]'],
    [{input: {file: 'string'}, inputMapping: {path: 'fiel'}}, 'inputMapping.path'],
    [{input: {a: 'string'}, examples: [{description: 'x', input: {b: 1}}]}, 'examples[0].input.b'],
    [{input: {a: 'string'}, args: [{$confg: 'token'}]}, 'args[0].$confg'],
    [{transform: {output: {a: '$sum('}}}, 'transform.output.a'],
    [{retry: {maxRetries: 2, backoff: {type: 'fixd', delay: 10}}}, 'retry.backoff.type'],
    [{retry: {maxRetries: 2, backoff: {type: 'none'}, retryable: []}}, 'retry.retryable'],
  ] as const)('%j is a problem at %s', (tool, path) => {
    expect(pathsOf({wraps: 'path', tools: {join: tool}})).toEqual([`tools.join.${path}`]);
  });

  test('a function of fs/promises that basePath can not confine is refused, and so is an instance of it from data', () => {
    expect(problems({wraps: 'fs/promises', tools: {cp: {}, readfile: {}}})).toMatchObject([
      {path: 'tools.cp', message: 'basePath can not confine "cp" of fs/promises'},
      {path: 'tools.readfile', remedy: 'Did you mean "readFile"?'},
    ]);
    const instance = {
      wraps: 'fs/promises',
      instanceConfig: {method: 'open', args: ['/etc/hostname']},
      tools: {readFile: {}},
    };
    expect(pathsOf(instance)).toEqual(['instanceConfig']);
  });

  test('a name that a function call or a method can not have is refused', () => {
    expect(pathsOf({wraps: 'path', tools: {'a.b': {method: 'join'}, '1': {method: 'join'}}})).toEqual(
      expect.arrayContaining(['tools.1', 'tools.a.b']),
    );
  });
});

describe('an example', () => {
  const tool = {
    input: {p: 'string', n: {type: 'integer', minimum: 1}, day: {type: 'string', format: 'date'}, tags: 'string[]?'},
    method: 'join',
    inputMapping: {path: 'p'},
  };
  const problemsWith = (example: object): readonly ConfigProblem[] =>
    problems({wraps: 'path', tools: {join: {...tool, examples: [{description: 'x', ...example}]}}});

  test.each([
    [{p: 5}, 'p', 'Parameter "p" must be string, received number 5'],
    [{}, 'p', 'Required parameter "p" is missing'],
    [{p: 'a', n: 0}, 'n', 'Parameter "n" must be >= 1; received number 0'],
    [{p: 'a', day: '2026-02-30'}, 'day', 'Parameter "day" must match format "date"; received string "2026-02-30"'],
    [{p: 'a', tags: ['b', 1]}, 'tags[1]', 'Parameter "tags[1]" must be string, received number 1'],
  ])('with the input %j is a problem at its place', (input, path, message) => {
    const found = problemsWith({input});
    expect(found).toMatchObject([{tool: 'join', path: `tools.join.examples[0].input.${path}`, message}]);
  });

  test.each([
    ['fits', {input: {p: 'a', n: 1, day: '2026-02-28', tags: ['b']}}],
    [
      'takes the answer of a step before it',
      {input: {p: '$a.path', n: '$a.n'}, setup: {steps: [{tool: 'join', as: 'a'}]}},
    ],
    ['shows how a wrong input fails', {input: {p: 5}, output: {success: false, error: {code: 'TYPE_MISMATCH'}}}],
  ])('that %s is none', (_what, example) => {
    expect(problemsWith(example)).toEqual([]);
  });
});

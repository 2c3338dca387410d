import {readFile, readdir} from 'node:fs/promises';
import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {compileSchema} from '../../src/schema/compile.js';
import {configJsonSchema} from '../../src/factory/index.js';
import {kindLanguages, kindNames} from '../../src/factory/language/kinds.js';
import {factory} from './factory.js';

const published = JSON.parse(await readFile('config.schema.json', 'utf8')) as object;
const accepts = compileSchema(configJsonSchema());
const isValid = (config: unknown): boolean => accepts(structuredClone(config)) === undefined;

/** A config of every kind, with most of its keys. */
const samples: Readonly<Record<string, Record<string, unknown>>> = {
  spellingA: {
    name: 'M',
    wraps: 'path',
    tools: {join: {description: 'Join', args: ['{a}', {$config: 'b'}], input: {a: 'string'}}},
  },
  node_module: {
    type: 'node_module',
    module: 'path',
    tools: {join: {inputMapping: {a: 'a'}, timeout: 5, retry: 'QUICK', rate: {requests: 1, per: 2}}},
  },
  npm_library: {
    $schema: './x.json',
    type: 'npm_library',
    module: 'axios',
    instanceConfig: {method: 'create', args: [{baseURL: {$config: 'baseURL'}}]},
    config: {baseURL: {type: 'string', required: true}},
    tools: {
      get: {
        transform: {input: {url: 'path'}, output: '$'},
        errors: {GONE: {when: [410], description: 'Gone'}, X: 'x'},
        planning: {cost: 'low', idempotent: true},
      },
    },
  },
  class: {
    type: 'class',
    module: 'decimal.js',
    export: 'Decimal',
    handles: {decimal: {description: 'A number', fields: {value: 'toString'}, idleTtl: 5, dispose: 'close'}},
    tools: {
      make: {construct: true, returns: {handle: 'decimal'}},
      plus: {on: {handle: 'decimal', as: 'n'}},
      end: {on: 'decimal', release: true},
    },
  },
  cli: {
    type: 'cli',
    command: 'git',
    cwd: {$config: 'folder'},
    env: {TOKEN: {$env: 'TOKEN'}},
    inheritEnv: ['LANG'],
    maxOutput: 10,
    killGrace: 5,
    tools: {
      log: {
        args: ['log', ['-n', '{limit}'], {when: '{all}', args: ['--all']}, '--', '{path}'],
        stdin: '{text}',
        parse: 'lines',
        exitCodes: {'1': 'ok'},
        paths: ['path'],
        input: {limit: 'integer?', all: 'boolean?', path: 'string', text: 'string?'},
      },
    },
  },
  rest: {
    type: 'rest',
    baseURL: 'https://api.example.com',
    auth: {bearer: {$env: 'TOKEN'}},
    allowHosts: ['https://b.example.com'],
    tools: {
      repo: {
        request: {
          method: 'GET',
          path: '/repos/{owner}',
          query: {page: '{page}'},
          headers: {a: 'b'},
          body: {x: '{x}'},
          bodyType: 'json',
        },
        response: 'json',
        statuses: {'404': 'ok'},
      },
    },
  },
  openapi: {
    type: 'openapi',
    document: 'api.json',
    include: ['get*'],
    exclude: ['x'],
    overrides: {getX: {description: 'Better'}},
  },
  graphql: {
    type: 'graphql',
    endpoint: 'https://example.com/graphql',
    tools: {me: {query: 'query { me }', variables: {id: '{id}'}, operationName: 'Me'}},
  },
  sql: {
    type: 'sql',
    database: {url: {$env: 'DATABASE_URL'}},
    readOnly: true,
    maxRows: 5,
    tools: {users: {sql: 'select :id', parameters: {id: '{id}'}, mode: 'row'}},
  },
  mcp: {
    type: 'mcp',
    server: {command: 'npx', args: ['x'], env: {A: 'b'}},
    include: ['a*'],
    overrides: {a: {tags: ['x'], rename: 'b'}},
    pin: {a: 'sha256'},
  },
};

describe('the published schema', () => {
  test('is the one that the language gives: run `npm run build && node scripts/write-config-schema.mjs` after a change', () => {
    expect(published).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });

  test('knows every kind of the design, and says of every key what it means', () => {
    expect(kindNames).toEqual([
      'node_module',
      'npm_library',
      'class',
      'cli',
      'rest',
      'openapi',
      'graphql',
      'sql',
      'mcp',
    ]);
    const silent = kindNames.flatMap((name) =>
      Object.entries({...kindLanguages[name].module, ...kindLanguages[name].tool})
        .filter(([, {description}]) => !description)
        .map(([key]) => `${name}.${key}`),
    );
    expect(silent).toEqual([]);
  });

  test.each(Object.entries(samples))(
    'accepts a config of %s, and so does the factory but for kinds it lacks',
    (name, config) => {
      expect(accepts(structuredClone(config))).toBeUndefined();
      const problems = factory.validate(config, {allow: ['axios', 'decimal.js', String(config['command']), 'npx']});
      expect(problems.map(({path}) => path)).toEqual(
        ['rest', 'openapi', 'graphql', 'sql', 'mcp'].includes(name) ? ['type'] : [],
      );
    },
  );

  test('accepts every config that ships', async () => {
    const files = (await readdir('configs')).filter((file) => file.endsWith('.json'));
    expect(files.sort()).toEqual([
      'axios.json',
      'countries.json',
      'decimal.json',
      'disk-space.json',
      'fs.json',
      'git-history.json',
      'github.json',
      'grep.json',
      'marked.json',
      'mcp-filesystem.json',
      'mcp-memory.json',
      'npm.json',
      'pdf.json',
      's3.json',
      'sales-reports.json',
      'sqlite.json',
      'tar.json',
      'weather.json',
    ]);
    for (const file of files) {
      const config: unknown = JSON.parse(await readFile(`configs/${file}`, 'utf8'));
      expect({file, issues: accepts(config)}).toEqual({file, issues: undefined});
    }
  });

  test.each([
    ['a tool that a base has', {extends: './base.json', tools: {sep: null}}],
    ['a key of one', {extends: ['haft/configs/github.json'], tools: {getRepo: {request: {path: '/x'}, timeout: null}}}],
    ['nothing but another name', {extends: './base.json', name: 'Mine', retry: null}],
    ['keys of a kind that the base names', {extends: './b.json', baseURL: {$env: 'BASE'}, auth: {bearer: {$env: 'T'}}}],
    ['an override', {extends: './b.json', overrides: {getX: {rename: 'x', tags: null}, getY: null}}],
    ['tools of a named kind', {extends: './b.json', type: 'cli', tools: {log: {args: ['log'], parse: 'lines'}}}],
  ])('accepts in a config that extends another one %s', (_what, config) => {
    expect(accepts(structuredClone(config))).toBeUndefined();
  });

  test.each([
    ['an unknown key', {extends: './base.json', comand: 'x'}],
    ['an unknown key of a tool', {extends: './base.json', tools: {a: {agrs: []}}}],
    ['a wrong value', {extends: './base.json', tools: {a: {timeout: 'soon'}}}],
    ['a key of another kind', {extends: './base.json', type: 'cli', tools: {a: {sql: 'select'}}}],
    ['a module key of another kind', {extends: './base.json', type: 'cli', baseURL: 'https://a.example'}],
    ['no config', {extends: 3}],
  ])('refuses in one %s', (_what, config) => {
    expect(isValid(config)).toBe(false);
  });

  test.each([
    ['an unknown key', {...samples['cli'], comand: 'x'}],
    ['an unknown kind', {type: 'soap', tools: {a: {}}}],
    ['no tools', {type: 'cli', command: 'x'}],
    ['two spellings', {...samples['cli'], wraps: 'x'}],
    ['none of them', {type: 'cli', tools: {a: {}}}],
    ['a tool without its binding', {type: 'rest', baseURL: 'x', tools: {a: {}}}],
    ['a key of another kind', {type: 'cli', command: 'x', tools: {a: {sql: 'select'}}}],
  ])('refuses %s, and so does the factory', (_what, config) => {
    expect(isValid(config)).toBe(false);
    expect(factory.validate(config)).not.toEqual([]);
  });
});

/** A config with one place changed: a value replaced, a key added or removed. */
function mutate(
  config: unknown,
  path: readonly number[],
  change: (holder: Record<string, unknown>, key: string) => void,
): unknown {
  const copy = structuredClone(config) as Record<string, unknown>;
  let holder: Record<string, unknown> = copy;
  for (const [depth, index] of path.entries()) {
    const keys = Object.keys(holder);
    const key = keys[index % keys.length];
    if (key === undefined) return copy;
    const child = holder[key];
    if (depth === path.length - 1 || typeof child !== 'object' || child === null) {
      change(holder, key);
      return copy;
    }
    holder = child as Record<string, unknown>;
  }
  return copy;
}

describe('the factory and the published schema', () => {
  const word = fc.constantFrom('type', 'module', 'wraps', 'tools', 'method', 'args', 'on', 'x', 'description');
  const value = fc.oneof(
    fc.jsonValue({maxDepth: 1}),
    fc.constantFrom('cli', 'path', {handle: 'a'}, ['{a}'], 3, true, {}),
  );
  const change = fc.oneof(
    value.map((other) => (holder: Record<string, unknown>, key: string) => void (holder[key] = other)),
    fc.constant((holder: Record<string, unknown>, key: string) => {
      Reflect.deleteProperty(holder, key);
    }),
    fc.tuple(word, value).map(([name, other]) => (holder: Record<string, unknown>) => {
      if (!Array.isArray(holder)) holder[name] = other;
    }),
  );

  test('agree: what the schema refuses, the factory refuses, with a place for every problem', () => {
    const sample = fc.constantFrom(...Object.values(samples));
    fc.assert(
      fc.property(sample, fc.array(fc.nat(20), {minLength: 1, maxLength: 5}), change, (config, path, how) => {
        const mutated: unknown = JSON.parse(JSON.stringify(mutate(config, path, how)));
        const problems = factory.validate(mutated, {allow: ['axios', 'decimal.js']});
        for (const problem of problems) expect(problem.message).not.toBe('');
        if (!isValid(mutated)) expect(problems).not.toEqual([]);
      }),
      {numRuns: 400},
    );
  });
});

import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import type {OpenapiDocument} from '../../../../modules/http/kinds/openapi/document.js';
import {importOpenapi, readOpenapi} from '../../../../modules/http/kinds/openapi/import.js';
import type {ModuleInstance, ToolResult} from '../../../../src/sdk.js';
import {redirect, useHttpServers} from '../../../support/http-server.js';
import type {HttpTestServer} from '../../../support/http-server.js';
import {useTempFolders} from '../../../support/temp-folder.js';
import {described, factory, failureOf, posting} from './openapi-fixture.js';
import type {Described} from './openapi-fixture.js';

const serve = useHttpServers();
const tempFolder = useTempFolders();
const made: ModuleInstance[] = [];
let api: HttpTestServer;

beforeEach(async () => {
  api = await serve(
    {
      'GET /v1/pets/1': {body: {id: 1, name: 'Rex'}},
      'GET /v1/pets/2': {body: {id: 'two', name: null}},
      'GET /v1/pets/3': {status: 409, body: {message: 'asleep'}},
      'POST /v1/pets': {status: 201, body: {id: 3, name: 'Tom'}},
      'DELETE /v1/pets/1': {status: 204},
      'GET /v1/pets': ({query}) =>
        query.get('page') === '3' ? {body: []} : {body: [{id: Number(query.get('page') ?? 1), name: 'x'}]},
      '*': {status: 404, body: {message: 'nothing here'}},
    },
    {capture: true},
  );
});
afterEach(async () => {
  for (const module of made.splice(0)) await module.cleanup();
});

const petId = {name: 'petId', in: 'path', required: true, schema: {type: 'integer'}};
const pet = {content: {'application/json': {schema: {$ref: '#/components/schemas/Pet'}}}};
const pets = (more: Described = {}): Described =>
  described(
    {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'All pets',
          tags: ['pets'],
          parameters: [{name: 'page', in: 'query', schema: {type: 'integer'}}],
          responses: {
            200: {
              description: 'Pets',
              content: {'application/json': {schema: {type: 'array', items: {$ref: '#/components/schemas/Pet'}}}},
            },
          },
        },
        post: {
          operationId: 'addPet',
          requestBody: {required: true, content: {'application/json': {schema: {$ref: '#/components/schemas/Pet'}}}},
          responses: {201: {description: 'Added', ...pet}},
        },
      },
      '/pets/{petId}': {
        parameters: [petId],
        get: {
          operationId: 'getPet',
          responses: {
            200: {description: 'A pet', ...pet},
            404: {description: 'No such pet'},
            409: {description: 'It sleeps'},
          },
        },
        delete: {operationId: 'deletePet', responses: {204: {description: 'Gone'}}},
      },
    },
    {
      components: {
        schemas: {
          Pet: {
            type: 'object',
            required: ['id', 'name'],
            properties: {id: {type: 'integer', readOnly: true}, name: {type: 'string'}},
          },
        },
      },
      ...more,
    },
  );

const wrap = async (config: object, values: object = {}): Promise<ModuleInstance> => {
  const module: ModuleInstance = await factory.createFromConfig('api', {type: 'openapi', ...config}, values);
  made.push(module);
  return module;
};
const wrapPets = async (config: object = {}, values: object = {}) =>
  wrap({document: pets(), baseURL: `${api.origin}/v1`, ...config}, values);
const call = async (module: ModuleInstance, tool: string, input: object = {}) =>
  module.getTool(tool).call(input as Record<string, unknown>);
const execute = async (module: ModuleInstance, tool: string, input: object = {}): Promise<ToolResult> =>
  module.getTool(tool).execute(input as Record<string, unknown>);
const refusal = async (config: object, values: object = {}): Promise<string> => {
  const {code, message} = await failureOf(wrap(config, values));
  expect(code).toBe('INVALID_CONFIG');
  return message.replace('Config "api" can not be used: ', '');
};

describe('an API by its description', () => {
  test('has a tool for each operation, which sends the request and answers the data', async () => {
    const module = await wrapPets();
    expect(module.listTools().sort()).toEqual(['addPet', 'deletePet', 'getPet', 'listPets']);
    expect(await call(module, 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
    expect(await call(module, 'addPet', {name: 'Tom'})).toEqual({id: 3, name: 'Tom'});
    expect(await call(module, 'deletePet', {petId: 1})).toBeNull();
    expect(api.requests.map(({method, url}) => `${method} ${url}`)).toEqual([
      'GET /v1/pets/1',
      'POST /v1/pets',
      'DELETE /v1/pets/1',
    ]);
    expect(JSON.parse(String(api.requests[1]?.body))).toEqual({name: 'Tom'});
  });

  test('tells what operations are for a planner and a policy', async () => {
    const module = await wrapPets();
    const facts = module.listTools().map((name) => {
      const {planning, securityTier} = module.getTool(name).getMetadata();
      return [name, planning.idempotent, planning.sideEffects, securityTier];
    });
    expect(facts.sort()).toEqual([
      ['addPet', false, true, 2],
      ['deletePet', true, true, 2],
      ['getPet', true, false, 1],
      ['listPets', true, false, 1],
    ]);
    const {tags, description} = module.getTool('listPets').getMetadata();
    expect([tags, description]).toEqual([['pets'], 'All pets']);
  });

  test('maps what the description says of failures to codes', async () => {
    const module = await wrapPets();
    const codes = module.getTool('getPet').getMetadata().output.error.codes;
    expect(codes).toMatchObject({RESOURCE_NOT_FOUND: 'No such pet. (404)', CONFLICT: 'It sleeps. (409)'});
    expect(await execute(module, 'getPet', {petId: 9})).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(await execute(module, 'getPet', {petId: 3})).toMatchObject({error: {code: 'CONFLICT', outcome: 'failed'}});
  });

  test('refuses an input that the description does not know before anything is sent', async () => {
    const module = await wrapPets();
    expect(await execute(module, 'getPet', {petId: 'x'})).toMatchObject({
      error: {code: 'TYPE_MISMATCH', outcome: 'not_executed'},
    });
    expect(await execute(module, 'addPet', {nmae: 'x'})).toMatchObject({error: {outcome: 'not_executed'}});
    expect(api.requests).toEqual([]);
  });

  test('shows what the description says of answers, and takes what the API really says, unless it is to be checked', async () => {
    const lying = {id: 'two', name: null};
    const described = await wrapPets();
    expect(JSON.stringify(described.getTool('getPet').outputSchema)).toContain('"#/$defs/Pet"');
    expect(await call(described, 'getPet', {petId: 2})).toEqual(lying);
    const off = await wrapPets({outputs: 'off'});
    expect(off.getTool('getPet').outputSchema).toBeUndefined();
    const checked = await wrapPets({outputs: 'check'});
    expect(await call(checked, 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
    expect(await execute(checked, 'getPet', {petId: 2})).toMatchObject({error: {code: 'INVALID_OUTPUT'}});
  });

  test('has what overrides say put over, and walks pages where they say so', async () => {
    const overrides = {
      listPets: {rename: 'pets', paginate: {style: 'page', parameter: 'page'}, description: 'Every pet'},
      addPet: {planning: {cost: 'high'}, securityTier: 3},
    };
    const module = await wrapPets({overrides, include: ['tag:pets', 'addPet'], outputs: 'check'});
    expect(module.listTools().sort()).toEqual(['addPet', 'pets']);
    expect(module.getTool('pets').description).toBe('Every pet');
    expect(module.getTool('addPet').getMetadata()).toMatchObject({
      securityTier: 3,
      planning: {cost: 'high', idempotent: false},
    });
    expect(await call(module, 'pets')).toEqual([
      {id: 1, name: 'x'},
      {id: 2, name: 'x'},
    ]);
  });

  test('keeps what could not become a tool on the instance', async () => {
    const document = pets();
    Object.assign(document['paths'] as object, {'/bad': {get: {responses: {200: {$ref: '#/nope'}}}}});
    const module = await wrapPets({document});
    expect((module as unknown as {leftOut: unknown}).leftOut).toEqual([
      {name: 'GET /bad', reason: 'It refers to "#/nope", which is not there'},
    ]);
  });

  test('may be described in a file under basePath, by a runtime value, or at a URL, whose place relative servers are at', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'pets.json'), JSON.stringify(pets()));
    const baseURL = `${api.origin}/v1`;
    for (const [config, values] of [
      [{document: 'pets.json', baseURL}, {basePath: folder}],
      [{document: {$config: 'description'}, baseURL}, {description: join(folder, 'pets.json')}],
      [{wraps: join(folder, 'pets.json'), baseURL: {$config: 'url'}}, {url: baseURL}],
    ] as const) {
      expect(await call(await wrap(config, values), 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
    }
    const site = await serve({
      '/api/openapi.json': {body: pets({servers: [{url: '../v1'}]})},
      'GET /v1/pets/1': {body: {id: 1, name: 'Tom'}},
    });
    const fetched = await wrap({document: `${site.origin}/api/openapi.json`});
    expect(await call(fetched, 'getPet', {petId: 1})).toEqual({id: 1, name: 'Tom'});
  });

  test('fills in the variables of its server', async () => {
    const servers = [
      {url: '{scheme}://127.0.0.1:{port}/v1', variables: {scheme: {default: 'http'}, port: {default: '1'}}},
    ];
    const config = {document: pets({servers}), serverVariables: {port: {$config: 'port'}}, allowPrivate: true};
    expect(await call(await wrap(config, {port: api.port}), 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
  });
});

describe('credentials', () => {
  const securitySchemes = {
    key: {type: 'apiKey', in: 'header', name: 'X-Key'},
    inQuery: {type: 'apiKey', in: 'query', name: 'key'},
    session: {type: 'apiKey', in: 'cookie', name: 'sid'},
    token: {type: 'http', scheme: 'bearer'},
    user: {type: 'http', scheme: 'basic'},
  };
  const document = (): Described => {
    const base = pets({security: [{key: []}]});
    return {...base, components: {...(base['components'] as object), securitySchemes}};
  };
  const sent = async (auth: object, values: object) => {
    await call(await wrapPets({document: document(), auth}, values), 'getPet', {petId: 1});
    return api.requests.at(-1);
  };

  test('are given by the names of the description, and sent as it says', async () => {
    const named = (name: string) => ({$config: name});
    const keys = await sent(
      {schemes: {key: named('a'), inQuery: named('b'), session: named('c'), token: named('d')}},
      {a: 'key-secret-1', b: 'key-secret-2', c: 'key-secret-3', d: 'key-secret-4'},
    );
    expect(keys?.headers).toMatchObject({
      'x-key': 'key-secret-1',
      cookie: 'sid=key-secret-3',
      authorization: 'Bearer key-secret-4',
    });
    expect(keys?.query.get('key')).toBe('key-secret-2');
    const basic = await sent({schemes: {user: {username: 'ann', password: named('p')}}}, {p: 'pass-word-1'});
    expect(basic?.headers.authorization).toBe(`Basic ${Buffer.from('ann:pass-word-1').toString('base64')}`);
    expect((await sent({token: named('t')}, {t: 'only-one-token'}))?.headers['x-key']).toBe('only-one-token');
    expect((await sent({schemes: {key: named('missing')}}, {}))?.headers['x-key']).toBeUndefined();
  });

  test('of a name that the description does not have are refused, with the nearest', async () => {
    expect(await refusal({document: document(), baseURL: api.origin, auth: {schemes: {kay: 'x'}}})).toBe(
      'The description has no scheme "kay" (at auth.schemes.kay). Did you mean "key"?',
    );
    expect(await refusal({document: pets(), baseURL: api.origin, auth: {token: 'x'}})).toContain(
      'names no scheme that takes a token',
    );
  });

  test('HT09 appear in no error', async () => {
    const module = await wrapPets(
      {document: document(), auth: {schemes: {inQuery: {$config: 'key'}}}},
      {key: 'very-secret-key'},
    );
    expect(JSON.stringify(await execute(module, 'getPet', {petId: 9}))).not.toContain('very-secret-key');
    expect(api.requests.at(-1)?.query.get('key')).toBe('very-secret-key');
  });
});

describe('what a description can not do', () => {
  test('HT01 have anything sent to an address that is not public and that nobody named', async () => {
    for (const url of ['http://169.254.169.254/latest', `${api.origin}/v1`, 'http://localhost:1/']) {
      expect(await refusal({document: pets({servers: [{url}]})})).toContain('which is not public');
    }
    expect(api.requests).toEqual([]);
    const document = pets({servers: [{url: `${api.origin}/v1`}]});
    expect(await factory.check({type: 'openapi', document})).toMatchObject([
      {
        path: 'baseURL',
        message: `The description names the server ${api.origin}, which is not public`,
        remedy: `Name it yourself, if it is meant: "baseURL": "${api.origin}/v1"`,
      },
    ]);
    for (const named of [{baseURL: `${api.origin}/v1`}, {allowPrivate: true}, {allowPrivate: ['127.0.0.1']}]) {
      expect(await factory.check({type: 'openapi', document, ...named})).toEqual([]);
    }
    const nowhere = await factory.check({type: 'openapi', document: pets({servers: [{url: '/v1'}]})});
    expect(nowhere).toMatchObject([{path: 'baseURL', message: expect.stringContaining('is relative')}]);
    const module = await wrap({document, allowPrivate: ['127.0.0.1']});
    expect(await call(module, 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
  });

  test.each([
    [{document: 'http://169.254.169.254/latest/meta-data'}, 'document', '169.254.169.254'],
    [{document: 'http://2852039166/'}, 'document', '169.254.169.254'],
    [{wraps: 'http://[::ffff:a9fe:a9fe]/'}, 'wraps', '::ffff:a9fe:a9fe'],
    [{document: {}, baseURL: 'http://169.254.1.1/'}, 'baseURL', '169.254.1.1'],
    [{document: {}, baseURL: {$config: 'x', default: 'http://[fe80::1]/'}}, 'baseURL', 'fe80::1'],
    [
      {document: {}, auth: {oauth2: {tokenURL: 'http://metadata.google.internal/token'}}},
      'auth.oauth2.tokenURL',
      'metadata.google.internal',
    ],
    [{document: {}, allowHosts: ['http://169.254.169.254']}, 'allowHosts[0]', '169.254.169.254'],
    [{document: {}, allowPrivate: ['169.254.0.0/16']}, 'allowPrivate[0]', '169.254.0.0'],
  ])('HT01 nor the config itself, which is data, to the credentials of the machine: %j', async (given, path, host) => {
    const config = {type: 'openapi', ...given};
    const problem = expect.objectContaining({path, message: `The config is not allowed to reach "${host}"`});
    expect(await factory.check(config)).toContainEqual(problem);
    expect(await factory.check(config, {allow: [host]})).not.toContainEqual(problem);
    expect(factory.validate({...config, baseURL: 'http://127.0.0.1:1'})).not.toContainEqual(
      expect.objectContaining({path: 'baseURL'}),
    );
  });

  test('HT09 have the credentials of a config sent to a server that only it names', async () => {
    const site = await serve({'/openapi.json': {body: pets({servers: [{url: `${api.origin}/v1`}]})}});
    const config = {document: `${site.origin}/openapi.json`, auth: {bearer: 'secret-token-1'}, allowPrivate: true};
    expect(await refusal(config)).toContain(`Credentials and headers would go to ${api.origin}`);
    expect(site.requests.map(({headers}) => headers.authorization)).toEqual([undefined]);
    expect(api.requests).toEqual([]);
    await call(await wrap({...config, baseURL: `${api.origin}/v1`}), 'getPet', {petId: 1});
    expect(api.requests[0]?.headers.authorization).toBe('Bearer secret-token-1');
  });

  test('HT09 nor when it is a file that was saved, and the config that stands beside it names no server', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'openapi.json');
    await writeFile(path, JSON.stringify(pets({servers: [{url: 'https://elsewhere.example.com'}]})));
    for (const secret of [{auth: {bearer: 'secret-token-1'}}, {headers: {'X-Key': 'secret-token-1'}}]) {
      const config = {type: 'openapi', document: path, ...secret};
      expect(await refusal(config)).toContain('Credentials and headers would go to https://elsewhere.example.com');
      expect(await factory.check(config)).toMatchObject([
        {path: 'baseURL', remedy: expect.stringContaining('"baseURL": "https://elsewhere.example.com/"')},
      ]);
      expect(await factory.check({...config, baseURL: 'https://elsewhere.example.com'})).toEqual([]);
    }
    expect(await factory.check({type: 'openapi', document: path})).toEqual([]);
  });

  test('HT09 have them sent to the server of a single operation, which gets its requests without', async () => {
    const other = await serve({'GET /up': {body: 'taken'}});
    const document = pets();
    const operation = {operationId: 'up', servers: [{url: other.origin}], responses: {200: {description: 'ok'}}};
    Object.assign(document['paths'] as object, {'/up': {get: operation}});
    const auth = {bearer: 'secret-token-2'};
    const module = await wrapPets({document, auth, headers: {'X-Own': 'mine'}, allowHosts: [other.origin]});
    await call(module, 'up');
    await call(module, 'getPet', {petId: 1});
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(other.requests[0]?.headers).not.toHaveProperty('x-own');
    expect(api.requests[0]?.headers.authorization).toBe('Bearer secret-token-2');
  });

  test('MC05 have a network reference fetched, or a file outside of its folder read', async () => {
    const folder = await tempFolder({'a/openapi.json': '', 'secret.json': '{"type": "string"}'});
    const get = (reference: string) => ({
      get: {parameters: [{name: 'a', in: 'query', schema: {$ref: reference}}], responses: {}},
    });
    const paths = {
      '/ok': {get: {operationId: 'ok', responses: {}}},
      '/net': get(`${api.origin}/schema.json`),
      '/up': get('../secret.json'),
    };
    await writeFile(join(folder, 'a/openapi.json'), JSON.stringify(described(paths)));
    const module = await wrap({document: 'a/openapi.json', baseURL: api.origin}, {basePath: folder});
    expect(module.listTools()).toEqual(['ok']);
    expect((module as unknown as {leftOut: {name: string}[]}).leftOut.map(({name}) => name)).toEqual([
      'GET /net',
      'GET /up',
    ]);
    expect(api.requests).toEqual([]);
  });

  test('CO09 read runtime values or the environment by what stands in it', async () => {
    process.env['HAFT_OPENAPI_PROBE'] = 'environment-secret';
    try {
      const schema = {type: 'object', properties: {$env: {type: 'string'}, default: {type: 'string'}}};
      const document = posting({
        parameters: [
          {name: '$env', in: 'query', schema: {type: 'string', default: 'HAFT_OPENAPI_PROBE'}},
          {name: '$config', in: 'query', schema: {type: 'string'}},
        ],
        requestBody: {required: true, content: {'application/json': {schema}}},
      });
      Object.assign(document['paths'] as object, {
        '/a/${HAFT_OPENAPI_PROBE}/{{x}}': {get: {operationId: 'odd', responses: {}}},
        '/v1/q?$env=HAFT_OPENAPI_PROBE&a={b}': {get: {operationId: 'fixed', responses: {}}},
      });
      const module = await wrapPets({document}, {token: 'runtime-secret'});
      await execute(module, 'make', {env: 'token', config: 'token', body: {$env: 'HAFT_OPENAPI_PROBE', default: 'x'}});
      await execute(module, 'odd', {HAFT_OPENAPI_PROBE: 'one', x: 'two'});
      await execute(module, 'fixed');
      expect(api.received).not.toMatch(/environment-secret|runtime-secret/);
      expect(api.requests.map(({url}) => url)).toEqual([
        '/v1/things?%24env=token&%24config=token',
        expect.stringContaining('/v1/a/%24one/'),
        expect.stringContaining('/v1/v1/q?'),
      ]);
      expect(JSON.parse(String(api.requests[0]?.body))).toEqual({$env: 'HAFT_OPENAPI_PROBE', default: 'x'});
    } finally {
      delete process.env['HAFT_OPENAPI_PROBE'];
    }
  });

  test('HT02 HT08 let a value leave the path or write a header of its own', async () => {
    const document = described({
      '/files/{name}': {
        get: {
          operationId: 'file',
          parameters: [
            {name: 'name', in: 'path', required: true, schema: {type: 'string'}},
            {name: 'X-Tag', in: 'header', schema: {type: 'string'}},
          ],
          responses: {},
        },
      },
    });
    const module = await wrapPets({document});
    for (const name of ['..', '.', '', '../../etc', '%2e%2e']) await execute(module, 'file', {name});
    const bad = await execute(module, 'file', {name: 'a', 'X-Tag': 'a\r\nX-Evil: 1'});
    expect(bad).toMatchObject({success: false, error: {outcome: 'not_executed'}});
    expect(api.requests.every(({path}) => /^\/v1\/files\/[^/]+$/.test(path) && !path.endsWith('/..'))).toBe(true);
    expect(api.requests.some(({headers}) => 'x-evil' in headers)).toBe(false);
  });
});

describe('bad input', () => {
  test.each([
    ['HTML', '<!doctype html><title>API</title>', 'It is HTML or XML, not JSON or YAML'],
    ['nothing', ' \n', 'It is empty'],
    ['JSON of something else', '{"a": 1}', 'It is no OpenAPI description: it has neither "openapi" nor "swagger"'],
    ['a Postman collection', '{"info": {}, "item": []}', 'it is a Postman collection'],
    ['a version of later', '{"openapi": "4.0.0"}', 'Its version is "4.0.0"'],
    ['JSON that breaks off', '{"openapi": "3.0.0",\n "paths": {', 'It is no JSON'],
    ['YAML that is none', 'openapi: 3.0.0\n  bad: [', 'It is no YAML at line 2'],
    ['a text', 'just words', 'It is no object'],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
        .split('')
        .map((name, i) => `${name}: &${name} [${Array.from({length: 9}, () => `*${'abcdefgh'[i]!}`).join()}]`)
        .join('\n')}\nopenapi: 3.0.0\n`,
      'It has more than 1000000 parts',
    ],
    [
      'a bomb of merges',
      `openapi: 3.0.0\nb: &b {${Array.from({length: 600}, (_, i) => `k${i}: 1`).join()}}\nc:\n${Array.from({length: 200}, () => '- {<<: *b}').join('\n')}\n`,
      'It merges more than 100000 keys',
    ],
    ['a circle of aliases', 'openapi: &a\n  b: *a\n', 'contains itself'],
    [
      'deep nesting',
      `{"openapi": "3.0.0", "a": ${'['.repeat(300)}${']'.repeat(300)}}`,
      'It is nested deeper than 200 levels',
    ],
    ['no operations', '{"openapi": "3.1.0", "webhooks": {}}', 'It gives no tool'],
    [
      'a circular allOf and nothing else',
      JSON.stringify(
        described(
          {
            '/a': {
              get: {parameters: [{name: 'a', in: 'query', schema: {$ref: '#/components/schemas/A'}}], responses: {}},
            },
          },
          {components: {schemas: {A: {allOf: [{$ref: '#/components/schemas/A'}]}}}},
        ),
      ),
      'A: It contains itself by allOf or $ref',
    ],
    [
      'no server',
      JSON.stringify(described({'/a': {get: {responses: {}}}}, {servers: undefined})),
      'The server "/" is relative, and the description has no URL (at baseURL)',
    ],
  ])('is told of %s', async (_what, text, message) => {
    const folder = await tempFolder({'openapi.yaml': text});
    expect(await refusal({document: 'openapi.yaml'}, {basePath: folder})).toContain(message);
  });

  test('is told before anything is sent', async () => {
    const page = await serve({
      '/docs': {body: '<html></html>', headers: {'content-type': 'text/html'}},
      '/away': redirect(`${api.origin}/openapi.json`),
      '/big': {body: Buffer.alloc(33_600_000, ' ')},
    });
    const at = async (path: string) => refusal({document: `${page.origin}${path}`, baseURL: api.origin});
    expect(await at('/docs')).toContain('It is HTML or XML');
    expect(await at('/away')).toContain('The description can not be fetched');
    expect(await at('/none')).toContain('The description can not be fetched: HTTP 404');
    expect(await at('/big')).toContain('The description can not be fetched');
    const missing = {document: './nowhere.json', baseURL: api.origin};
    expect(await refusal(missing)).toMatch(/There is no file .*nowhere\.json \(at document\)/);
    expect(await refusal({...missing, document: 'ftp://example.com/a'})).toContain('is no http or https URL');
    expect(await refusal({document: pets(), baseURL: api.origin, overrides: {getPetz: {}}})).toContain(
      'Did you mean "getPet"?',
    );
    expect(api.requests).toEqual([]);
  });

  test('is told all at once, with what was meant', async () => {
    const problems = await factory.check({
      type: 'openapi',
      document: pets(),
      include: ['getPets', 'tag:pet', 'GET /pet'],
      exclude: ['*'],
      outputs: 'maybe',
      auth: {bearer: 'a', basic: {username: 'a', password: 'b'}},
    });
    expect(problems.map(({path, remedy}) => `${path}: ${remedy ?? ''}`)).toEqual([
      'outputs: Use one of describe, check, off',
      'auth.basic: Remove one of them',
      'include[0]: Did you mean "getPet"?',
      'include[1]: Did you mean "tag:pets"?',
      'include[2]: Did you mean "GET /pets"?',
    ]);
    expect((await factory.check({type: 'openapi', document: {openapi: '2.5'}})).map(({message}) => message)).toEqual([
      'Its version is "2.5", and OpenAPI 3.0, 3.1 and Swagger 2.0 are read',
    ]);
  });
});

describe('an imported description', () => {
  const document = (): Described => {
    const base = pets({security: [{key: []}], servers: [{url: `${api.origin}/v1`}]});
    return {
      ...base,
      components: {
        ...(base['components'] as object),
        securitySchemes: {key: {type: 'apiKey', in: 'header', name: 'X-Key'}},
      },
    };
  };
  afterEach(() => {
    delete process.env['SHOP_KEY'];
  });

  test('becomes a config that names the description, its operations and its credentials', async () => {
    const {config, notes, tools} = importOpenapi(await readOpenapi(document()), {
      document: './pets.json',
      name: 'shop',
      exclude: ['deletePet'],
    });
    expect(tools).toBe(3);
    expect(config).toEqual({
      type: 'openapi',
      description: 'Test',
      document: './pets.json',
      baseURL: `${api.origin}/v1`,
      auth: {schemes: {key: {$env: 'SHOP_KEY'}}},
      include: ['listPets', 'addPet', 'getPet'],
      overrides: {},
    });
    const doubt = `The description names the server ${api.origin}, which is not public`;
    expect(notes).toEqual([
      `${doubt}: it is written as baseURL; look whether it is meant`,
      'Set SHOP_KEY before it is used',
    ]);
    expect(await factory.check({...config, document: document()})).toEqual([]);
  });

  test('names the server that a public description gives only where the credentials would not go there', async () => {
    const site = await serve({'/openapi.json': {body: document()}});
    const other = await readOpenapi(`${site.origin}/openapi.json`, {allowPrivate: true});
    expect(importOpenapi(other, {document: ''}).config).toMatchObject({baseURL: `${api.origin}/v1`});
    const open = await readOpenapi(described({'/a': {get: {responses: {}}}}));
    expect(importOpenapi(open, {document: ''}).config).not.toHaveProperty('baseURL');
  });

  test('has a token where the description wants one', async () => {
    const key = {type: 'apiKey', in: 'header', name: 'X-Key'};
    const read = (security: unknown, securitySchemes: unknown): Promise<OpenapiDocument> =>
      readOpenapi(described({'/a': {get: {responses: {}}}}, {security, components: {securitySchemes}}));
    const authOf = async (document: Promise<OpenapiDocument>, expand = false): Promise<unknown> =>
      importOpenapi(await document, {document: '', expand, tokenVariable: 'NOTES_KEY'}).config['auth'];
    const token = {$env: 'NOTES_KEY'};
    const user = {type: 'http', scheme: 'basic'};
    expect(await authOf(read([{key: []}], {key}))).toEqual({schemes: {key: token}});
    expect(await authOf(read(undefined, {key, user}))).toEqual({schemes: {key: token}});
    expect(await authOf(read([{user: []}, {key: []}], {key, user}))).toEqual({schemes: {key: token}});
    expect(await authOf(read([{key: []}], {key}), true)).toEqual({header: {name: 'X-Key', value: token}});
    expect(await authOf(read(undefined, undefined))).toEqual({bearer: token});
  });

  test('tells of a parameter of the path that is described by another name', async () => {
    const parameters = [{name: 'idd', in: 'path', required: true, schema: {type: 'integer'}}];
    const notes = described({'/notes/{id}': {get: {operationId: 'getNote', parameters, responses: {}}}});
    const said =
      'The description has no parameter "id" for the path, which is taken as text; it describes "idd", which the path does not have';
    expect(importOpenapi(await readOpenapi(notes), {document: ''}).notes).toEqual([`getNote: ${said}`]);
    const module = await wrap({document: notes});
    expect(module.getMetadata().tools['getNote']?.limitations).toEqual([said]);
  });

  test('becomes, written out, a config of kind rest that does the same', async () => {
    process.env['SHOP_KEY'] = 'key-of-the-shop';
    const {config} = importOpenapi(await readOpenapi(document()), {
      document: '',
      name: 'shop',
      expand: true,
      outputs: 'check',
    });
    const written = JSON.parse(JSON.stringify(config)) as object;
    expect(await factory.check(written)).toEqual([]);
    const module: ModuleInstance = await factory.createFromConfig('shop', written);
    made.push(module);
    expect(await call(module, 'getPet', {petId: 1})).toEqual({id: 1, name: 'Rex'});
    expect(await execute(module, 'getPet', {petId: 2})).toMatchObject({error: {code: 'INVALID_OUTPUT'}});
    expect(api.requests[0]?.headers['x-key']).toBe('key-of-the-shop');
  });

  test('of nothing is refused', async () => {
    expect((await failureOf(readOpenapi({}))).message).toContain('It is no OpenAPI description');
    const nothing = await readOpenapi(described({}));
    expect(() => importOpenapi(nothing, {document: ''})).toThrow('It gives no tool');
    const some = await readOpenapi(document());
    expect(() => importOpenapi(some, {document: '', include: ['tag:pet']})).toThrow(
      'No operation is picked by "tag:pet"',
    );
  });
});

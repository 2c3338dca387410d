import {execFileSync} from 'node:child_process';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {describe, expect, test} from '@jest/globals';
import {camelCase, inputName} from '../../../../modules/http/kinds/openapi/names.js';
import {readFiles} from '../../../../modules/http/kinds/openapi/read-files.js';
import {assertDocumentBounds} from '../../../../modules/http/kinds/openapi/bounds.js';
import {compileDocument, compileInTurns} from '../../../../modules/http/kinds/openapi/compile-document.js';
import {parseText} from '../../../../modules/http/kinds/openapi/parse-text.js';
import {readDocument} from '../../../../modules/http/kinds/openapi/read-document.js';
import {selection} from '../../../../modules/http/kinds/openapi/selection.js';
import {shortened} from '../../../../modules/http/kinds/openapi/text.js';
import {compileSchema} from '../../../../src/schema/compile.js';
import {useTempFolders} from '../../../support/temp-folder.js';
import {compiled, described, onlyTool, posting, takes} from './openapi-fixture.js';

const tempFolder = useTempFolders();
const json = (schema: unknown) => ({content: {'application/json': {schema}}});
const ok = {200: {description: 'ok'}};
const reads = (parameters: unknown[], more = {}) =>
  described({'/things': {get: {operationId: 'read', parameters, responses: ok, ...more}}});
const requestOf = async (document: Record<string, unknown>) =>
  (await onlyTool(document)).config['request'] as Record<string, unknown>;

describe('the input of a tool', () => {
  test('has parameters of every place and the fields of the body side by side, and nothing else', async () => {
    const tool = await onlyTool(
      described({
        '/pets/{petId}': {
          parameters: [{name: 'petId', in: 'path', required: true, schema: {type: 'integer'}}],
          put: {
            operationId: 'update-pet',
            parameters: [
              {name: 'dryRun', in: 'query', schema: {type: 'boolean', default: false}, description: 'Only checks'},
              {name: 'X-Trace', in: 'header', schema: {type: 'string'}},
              {name: 'sid', in: 'cookie', schema: {type: 'string'}},
            ],
            requestBody: {
              required: true,
              ...json({
                type: 'object',
                required: ['name'],
                properties: {name: {type: 'string'}, tag: {type: 'string'}},
              }),
            },
            responses: ok,
          },
        },
      }),
    );
    expect(tool.name).toBe('updatePet');
    expect(tool.config['request']).toEqual({
      method: 'PUT',
      path: '/pets/{petId}',
      query: {dryRun: '{dryRun}'},
      headers: {'X-Trace': '{X-Trace}'},
      cookies: {sid: '{sid}'},
      body: {name: '{name}', tag: '{tag}'},
    });
    expect(takes(tool, {petId: 1, name: 'Rex'})).toBe(true);
    expect(takes(tool, {petId: 1})).toBe(false);
    expect(takes(tool, {petId: 'x', name: 'Rex'})).toBe(false);
    expect(takes(tool, {petId: 1, name: 'Rex', nmae: 'Rex'})).toBe(false);
  });

  test('never holds a default: a PATCH would change what nobody named', async () => {
    const tool = await onlyTool(
      posting({
        requestBody: {required: true, ...json({type: 'object', properties: {wiki: {type: 'boolean', default: true}}})},
      }),
    );
    const value = {};
    expect(compileSchema(tool.input)(value)).toBeUndefined();
    expect(value).toEqual({});
    expect(tool.input.properties?.['wiki']?.description).toBe('Default: true.');
  });

  test('names an id of the query query_id where the path has an id', async () => {
    const tool = await onlyTool(
      described({
        '/things/{id}': {
          get: {
            parameters: [
              {name: 'id', in: 'path', required: true, schema: {type: 'string'}},
              {name: 'id', in: 'query', schema: {type: 'string'}},
              {name: 'filter[name]', in: 'query', schema: {type: 'string'}},
              {name: '$top', in: 'query', schema: {type: 'integer'}},
            ],
            responses: ok,
          },
        },
      }),
    );
    expect(tool.name).toBe('getThingsById');
    expect(tool.config['request']).toMatchObject({
      path: '/things/{id}',
      query: {id: '{query_id}', 'filter[name]': '{filter_name}', $top: '{top}'},
    });
  });

  test.each([
    ['a list', {type: 'array', items: {type: 'string'}}],
    ['an object of any names', {type: 'object', properties: {a: {}}, additionalProperties: {type: 'string'}}],
    ['a choice', {oneOf: [{type: 'object', properties: {a: {type: 'string'}}}, {type: 'string'}]}],
    ['an object whose field a parameter is called like', {type: 'object', properties: {id: {type: 'string'}}}],
    ['an object with a field no input can be called like', {type: 'object', properties: {'a b': {type: 'string'}}}],
    ['an object with a field that would be read as a runtime value', {type: 'object', properties: {$config: {}}}],
  ])('has a body of its own for %s', async (_what, schema) => {
    const document = posting({
      parameters: [{name: 'id', in: 'query', schema: {type: 'string'}}],
      requestBody: {required: true, ...json(schema)},
    });
    expect(await requestOf(document)).toMatchObject({body: '{body}'});
  });

  test('puts the parts of an allOf together, without what only answers have', async () => {
    const tool = await onlyTool(
      posting(
        {requestBody: {required: true, ...json({$ref: '#/components/schemas/Pet'})}},
        {
          components: {
            schemas: {
              Pet: {
                allOf: [
                  {$ref: '#/components/schemas/New'},
                  {type: 'object', properties: {id: {type: 'integer', readOnly: true}}},
                ],
              },
              New: {type: 'object', required: ['name'], properties: {name: {type: 'string'}}},
            },
          },
        },
      ),
    );
    expect(Object.keys(tool.input.properties ?? {})).toEqual(['name']);
    expect(takes(tool, {name: 'Rex'})).toBe(true);
    expect(takes(tool, {})).toBe(false);
  });

  test('writes parameters in the styles of OpenAPI', async () => {
    const list = {type: 'array', items: {type: 'string'}};
    const object = {type: 'object', properties: {a: {type: 'string'}}};
    const {query, headers} = await requestOf(
      reads([
        {name: 'plain', in: 'query', schema: list},
        {name: 'csv', in: 'query', schema: list, explode: false},
        {name: 'pipes', in: 'query', schema: list, style: 'pipeDelimited', explode: false},
        {name: 'deep', in: 'query', schema: object, style: 'deepObject', explode: true},
        {name: 'spread', in: 'query', schema: object},
        {name: 'raw', in: 'query', schema: {type: 'string'}, allowReserved: true},
        {name: 'json', in: 'query', content: {'application/json': {schema: object}}},
        {name: 'X-Ids', in: 'header', schema: object, explode: true},
      ]),
    );
    expect(query).toEqual({
      plain: '{plain}',
      csv: {value: '{csv}', style: 'form', explode: false},
      pipes: {value: '{pipes}', style: 'pipeDelimited', explode: false},
      deep: {value: '{deep}', style: 'deepObject'},
      spread: {value: '{spread}', style: 'form', explode: true},
      raw: {value: '{raw}', style: 'form', explode: true, allowReserved: true},
      json: {value: '{json}', contentType: 'application/json'},
    });
    expect(headers).toEqual({'X-Ids': {value: '{X-Ids}', explode: true}});
    const path = await requestOf(
      described({
        '/a/{l}/{m}/{s}/{un-described}': {
          get: {
            parameters: [
              {name: 'l', in: 'path', required: true, style: 'label', explode: true, schema: list},
              {name: 'm', in: 'path', required: true, style: 'matrix', schema: list},
              {name: 's', in: 'path', required: true, explode: true, schema: object},
            ],
            responses: ok,
          },
        },
      }),
    );
    expect(path['path']).toBe('/a/{.l*}/{;m}/{s*}/{un-described}');
  });

  test('sends forms, files, texts and bytes as what they are, and JSON where that is offered', async () => {
    const form = (type: string, schema: unknown, encoding?: unknown) =>
      posting({requestBody: {required: true, content: {[type]: {schema, ...(encoding !== undefined && {encoding})}}}});
    const object = {type: 'object', properties: {name: {type: 'string'}, photo: {type: 'string', format: 'binary'}}};
    expect(await requestOf(form('multipart/form-data', object, {name: {contentType: 'text/plain'}}))).toMatchObject({
      bodyType: 'multipart',
      body: {name: '{name}', photo: '{photo}'},
      encoding: {name: {contentType: 'text/plain'}, photo: {base64: true, filename: 'photo'}},
    });
    const tags = {type: 'object', properties: {tags: {type: 'array', items: {type: 'string'}}}};
    expect(
      await requestOf(form('application/x-www-form-urlencoded', tags, {tags: {style: 'form', explode: false}})),
    ).toMatchObject({bodyType: 'form', encoding: {tags: {style: 'form', explode: false}}});
    expect(await requestOf(form('application/xml', {type: 'object'}))).toMatchObject({
      bodyType: 'text',
      contentType: 'application/xml',
      body: '{body}',
    });
    const bytes = await onlyTool(form('image/png', {type: 'string', format: 'binary'}));
    expect(bytes.config['request']).toMatchObject({bodyType: 'bytes', contentType: 'image/png'});
    expect(takes(bytes, {body: 'aGk='})).toBe(true);
    expect(takes(bytes, {body: 'no base64'})).toBe(false);
    const several = {
      'application/xml': {schema: {}},
      'application/vnd.a+json': {schema: tags},
      'application/json': {schema: tags},
    };
    expect(await requestOf(posting({requestBody: {content: several}}))).toEqual({
      method: 'POST',
      path: '/things',
      body: {tags: '{tags}'},
    });
  });
});

describe('schemas of every version', () => {
  const taking = async (schema: unknown, more: Record<string, unknown> = {}) =>
    onlyTool({
      ...reads([{name: 'value', in: 'query', required: true, content: {'application/json': {schema}}}]),
      ...more,
    });

  test.each([
    ['nullable', {type: 'string', nullable: true}, [null, 'a'], [1]],
    ['nullable with a list of values', {type: 'string', nullable: true, enum: ['a']}, [null, 'a'], ['b']],
    [
      'nullable around a reference',
      {nullable: true, allOf: [{$ref: '#/components/schemas/Name'}]},
      [null, 'a'],
      ['', 1],
    ],
    ['bounds that exclude themselves', {type: 'number', minimum: 0, exclusiveMinimum: true}, [0.1], [0]],
    ['values that YAML read as numbers', {type: 'string', enum: [1, true]}, ['1', 'true'], [1]],
    ['a type that nobody knows', {type: 'mystery'}, [1, 'a'], []],
    ['a type by another name', {type: 'float'}, [1.5], ['a']],
    ['a pattern that is none', {type: 'string', pattern: '(?i)abc'}, ['x'], [1]],
    ['a pattern that takes exponential time', {type: 'string', pattern: '^(a+)+$'}, ['b'], [1]],
    ['an object without its type', {properties: {a: {type: 'string'}}, required: ['a']}, [{a: 'x'}], [{}, 'x']],
    ['a oneOf of which two fit', {oneOf: [{type: 'integer'}, {type: 'number'}]}, [1, 1.5], ['a']],
    ['a tuple', {type: 'array', items: [{type: 'string'}, {type: 'number'}]}, [['a', 1]], [[1, 'a']]],
    ['required as a flag, as people write it', {type: 'object', required: true, properties: {a: {}}}, [{}], ['x']],
  ])('take %s', async (_what, schema, good, bad) => {
    const tool = await taking(schema, {components: {schemas: {Name: {type: 'string', minLength: 1}}}});
    for (const value of good) expect([value, takes(tool, {value})]).toEqual([value, true]);
    for (const value of bad) expect([value, takes(tool, {value})]).toEqual([value, false]);
  });

  test('say which pattern is not checked', async () => {
    const tool = await taking({type: 'string', pattern: '^(a+)+$'});
    expect(tool.config['limitations']).toEqual(['The pattern "^(a+)+$" can take exponential time, and is not checked']);
  });

  test('tell the branches of a choice apart by the discriminator', async () => {
    const kind = (name: string) => ({
      type: 'object',
      required: ['kind', name],
      properties: {kind: {type: 'string'}, [name]: {type: 'string'}},
    });
    const tool = await taking(
      {
        oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}],
        discriminator: {propertyName: 'kind', mapping: {feline: '#/components/schemas/Cat'}},
      },
      {components: {schemas: {Cat: kind('purrs'), Dog: kind('barks')}}},
    );
    expect(takes(tool, {value: {kind: 'feline', purrs: 'yes'}})).toBe(true);
    expect(takes(tool, {value: {kind: 'Dog', barks: 'yes'}})).toBe(true);
    expect(takes(tool, {value: {kind: 'Dog', purrs: 'yes'}})).toBe(false);
    expect(takes(tool, {value: {kind: 'Cat', purrs: 'yes'}})).toBe(false);
  });

  test('stand alone with what they refer to, circles included, and nothing else', async () => {
    const tool = await taking(
      {$ref: '#/components/schemas/Node'},
      {
        components: {
          schemas: {
            Node: {
              type: 'object',
              required: ['id'],
              properties: {id: {type: 'integer'}, next: {$ref: '#/components/schemas/Node'}},
            },
            Unused: {type: 'object', properties: {a: {$ref: '#/components/schemas/Node'}}},
          },
        },
      },
    );
    expect(Object.keys(tool.input['$defs'] ?? {})).toEqual(['Node']);
    expect(takes(tool, {value: {id: 1, next: {id: 2}}})).toBe(true);
    expect(takes(tool, {value: {id: 1, next: {}}})).toBe(false);
  });

  test('let a base list what extends it', async () => {
    const tool = await taking(
      {$ref: '#/components/schemas/Pet'},
      {
        components: {
          schemas: {
            Pet: {
              type: 'object',
              required: ['name'],
              properties: {name: {type: 'string'}},
              oneOf: [{$ref: '#/components/schemas/Cat'}],
            },
            Cat: {
              allOf: [
                {$ref: '#/components/schemas/Pet'},
                {type: 'object', required: ['purrs'], properties: {purrs: {type: 'boolean'}}},
              ],
            },
          },
        },
      },
    );
    expect(takes(tool, {value: {name: 'Tom', purrs: true}})).toBe(true);
    expect(takes(tool, {value: {name: 'Tom'}})).toBe(false);
    expect(takes(tool, {value: {purrs: true}})).toBe(false);
  });

  test('of 3.1 keep lists of types, const and what stands beside a reference', async () => {
    const tool = await taking(
      {type: ['integer', 'null'], const: 3},
      {openapi: '3.1.0', jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema'},
    );
    expect(takes(tool, {value: 3})).toBe(true);
    expect(takes(tool, {value: 4})).toBe(false);
  });

  test('of Swagger 2.0 are those of its parameters', async () => {
    const {tools, baseURL} = await compiled({
      swagger: '2.0',
      host: 'api.example.com',
      basePath: '/v2/',
      schemes: ['http', 'https'],
      consumes: ['application/json'],
      paths: {
        '/pets': {
          get: {
            operationId: 'find',
            parameters: [
              {
                name: 'tags',
                in: 'query',
                type: 'array',
                items: {type: 'string', enum: ['a', 'b']},
                collectionFormat: 'pipes',
              },
            ],
            responses: {200: {description: 'ok', schema: {type: 'array', items: {$ref: '#/definitions/Pet'}}}},
          },
          post: {
            operationId: 'add',
            consumes: ['multipart/form-data'],
            parameters: [
              {name: 'name', in: 'formData', type: 'string', required: true},
              {name: 'photo', in: 'formData', type: 'file'},
            ],
            responses: ok,
          },
          put: {
            operationId: 'put',
            parameters: [{name: 'pet', in: 'body', required: true, schema: {$ref: '#/definitions/Pet'}}],
            responses: ok,
          },
        },
      },
      definitions: {Pet: {type: 'object', required: ['name'], properties: {name: {type: 'string'}}}},
    });
    expect(baseURL).toBe('https://api.example.com/v2');
    expect(tools.map(({config}) => config['request'])).toEqual([
      {method: 'GET', path: '/pets', query: {tags: {value: '{tags}', style: 'pipeDelimited', explode: false}}},
      {method: 'PUT', path: '/pets', body: {name: '{name}'}},
      {
        method: 'POST',
        path: '/pets',
        body: {name: '{name}', photo: '{photo}'},
        bodyType: 'multipart',
        encoding: {photo: {base64: true, filename: 'photo'}},
      },
    ]);
    expect(takes(tools[0]!, {tags: ['a']})).toBe(true);
    expect(takes(tools[0]!, {tags: ['c']})).toBe(false);
  });
});

describe('what is left out', () => {
  test('is the broken part, with the reason, and every other operation is there', async () => {
    const get = (schema: unknown) => ({get: {parameters: [{name: 'a', in: 'query', schema}], responses: ok}});
    const {tools, leftOut} = await compiled(
      described(
        {
          '/fine': get({type: 'string'}),
          '/network': get({$ref: 'https://evil.example.com/schema.json'}),
          '/far': {get: {responses: {200: json({$ref: '//evil.example.com/x'})}}},
          '/missing': get({$ref: '#/components/schemas/Nope'}),
          '/file': get({$ref: './other.yaml#/a'}),
          '/circle': get({$ref: '#/components/schemas/A'}),
          '/trace': {trace: {responses: ok}},
          '/list': {get: 'text'},
          '/hop': {$ref: '#/paths/~1hop'},
          '/nameless': {get: {parameters: [{in: 'query'}], responses: ok}},
          'no/slash': get({type: 'string'}),
          '/old': {get: {deprecated: true, responses: ok}},
        },
        {
          components: {
            schemas: {
              A: {allOf: [{$ref: '#/components/schemas/B'}]},
              B: {allOf: [{$ref: '#/components/schemas/A'}, {type: 'object'}]},
            },
          },
        },
      ),
    );
    expect(tools.map(({name}) => name)).toEqual(['getFine']);
    expect(Object.fromEntries(leftOut.map(({name, reason}) => [name, reason]))).toEqual({
      'GET /network':
        'It refers to "https://evil.example.com/schema.json", and nothing is fetched that a description names',
      'GET /far': 'It refers to "//evil.example.com/x", and nothing is fetched that a description names',
      'GET /missing': 'It refers to "#/components/schemas/Nope", which is not there',
      'GET /file': 'It refers to the file "./other.yaml#/a", and a document in a config has no folder to look in',
      'GET /circle': 'A: It contains itself by allOf or $ref, over B',
      'TRACE /trace': 'TRACE requests are not sent',
      'GET /list': 'The operation is no object',
      '/hop': 'It refers to itself by "#/paths/~1hop"',
      'GET /nameless': 'A parameter has no name',
      'GET no/slash': 'The path "no/slash" does not begin with "/"',
      'GET /old': 'It is deprecated; "deprecated": true takes such operations too',
    });
  });

  test('are not deprecated operations that were asked for', async () => {
    const document = described({'/old': {get: {operationId: 'old', deprecated: true, responses: ok}}});
    expect((await compiled(document, {deprecated: true})).tools).toHaveLength(1);
    expect((await onlyTool(document, {include: ['old']})).config['description']).toBe('Deprecated. GET /old');
    expect((await compiled(document, {include: ['*']})).tools).toHaveLength(0);
  });

  test('are operations of other servers, unless their origin is allowed', async () => {
    const document = described({
      '/a': {get: {operationId: 'a', servers: [{url: 'https://api.example.com/v2'}], responses: ok}},
      '/b': {get: {operationId: 'b', servers: [{url: 'https://uploads.example.com'}], responses: ok}},
      '/c': {get: {operationId: 'c', servers: [{url: '/v3'}], responses: ok}},
    });
    const {tools, leftOut} = await compiled(document);
    expect(tools.map(({name, baseURL}) => [name, baseURL])).toEqual([
      ['a', 'https://api.example.com/v2'],
      ['c', 'https://api.example.com/v3'],
    ]);
    expect(leftOut).toEqual([
      {
        name: 'GET /b',
        reason:
          'Its own server https://uploads.example.com is not that of the API; "allowHosts": ["https://uploads.example.com"] allows it',
      },
    ]);
    expect((await compiled(document, {allowHosts: ['https://uploads.example.com']})).tools).toHaveLength(3);
    const elsewhere = await compiled(document, {baseURL: 'http://127.0.0.1:9/v1'});
    expect(elsewhere.tools.map(({baseURL}) => baseURL)).toEqual(['http://127.0.0.1:9/v2', 'http://127.0.0.1:9/v3']);
  });
});

describe('files beside the description', () => {
  const page = (reference: string) =>
    JSON.stringify(
      described({
        '/a': {
          get: {operationId: 'a', parameters: [{name: 'a', in: 'query', schema: {$ref: reference}}], responses: ok},
        },
      }),
    );

  test('are read below its folder and nowhere else, circles between them included', async () => {
    const folder = await tempFolder();
    await mkdir(join(folder, 'api/parts'), {recursive: true});
    await writeFile(join(folder, 'secret.yaml'), 'type: string\n');
    await symlink(join(folder, 'secret.yaml'), join(folder, 'api/parts/link.yaml'));
    await writeFile(
      join(folder, 'api/parts/tree.yaml'),
      'Tree:\n  type: object\n  required: [name]\n  properties:\n    name: {type: string}\n    children: {type: array, items: {$ref: "../parts/tree.yaml#/Tree"}}\n    leaf: {$ref: "./leaf.json#/Leaf"}\n',
    );
    await writeFile(
      join(folder, 'api/parts/leaf.json'),
      '{"Leaf": {"type": "object", "properties": {"up": {"$ref": "tree.yaml#/Tree"}}}}',
    );
    const read = async (reference: string) => {
      await writeFile(join(folder, 'api/openapi.json'), page(reference));
      return compileDocument(await readFiles(join(folder, 'api/openapi.json')));
    };
    const {tools} = await read('parts/tree.yaml#/Tree');
    expect(takes(tools[0]!, {a: {name: 'x', children: [{name: 'y'}], leaf: {up: {name: 'z'}}}})).toBe(true);
    expect(takes(tools[0]!, {a: {name: 'x', children: [{}]}})).toBe(false);
    const outside = [];
    for (const reference of [
      '../secret.yaml',
      'parts/link.yaml',
      `${folder}/secret.yaml`,
      'parts/none.yaml',
      `file://${folder}/secret.yaml`,
    ]) {
      outside.push((await read(reference)).leftOut[0]?.reason);
    }
    expect(outside).toEqual([
      expect.stringContaining('which lies outside of the folder of the description'),
      expect.stringContaining('which lies outside of the folder of the description'),
      expect.stringContaining('which lies outside of the folder of the description'),
      expect.stringContaining('which is not there'),
      expect.stringContaining('nothing is fetched that a description names'),
    ]);
  });

  test('FS05 are no FIFOs: nobody waits for the other end, and other files are read meanwhile', async () => {
    const folder = await tempFolder();
    for (const name of ['openapi.json', 'part.yaml']) execFileSync('mkfifo', [join(folder, name)]);
    // More of them than there are threads for files.
    const reads = await Promise.allSettled(Array.from({length: 6}, () => readFiles(join(folder, 'openapi.json'))));
    expect(reads).toEqual(
      reads.map(() => ({
        status: 'rejected',
        reason: expect.objectContaining({message: expect.stringMatching(/is no file$/)}),
      })),
    );
    await writeFile(join(folder, 'other.json'), page('part.yaml#/A'));
    const {leftOut} = compileDocument(await readFiles(join(folder, 'other.json')));
    expect(leftOut).toMatchObject([{reason: expect.stringMatching(/part\.yaml.*which is no file/)}]);
  });

  test('may be YAML with anchors and merges', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'openapi.yaml');
    await writeFile(
      path,
      [
        'openapi: 3.0.3',
        'servers: [{url: "https://api.example.com"}]',
        'x-base: &base {responses: {"200": {description: ok}}}',
        'paths:',
        '  /a:',
        '    get: {<<: *base, operationId: a}',
        '    post: {<<: [*base], operationId: b, responses: {}}',
        '',
      ].join('\n'),
    );
    expect(compileDocument(await readFiles(path)).tools.map(({name}) => name)).toEqual(['a', 'b']);
  });
});

describe('CO09 a description holds nobody up', () => {
  test('by aliases: each part is looked at once, however often it stands there', () => {
    let looks = 0;
    const part = new Proxy({x: 1}, {ownKeys: (target) => (looks++, Reflect.ownKeys(target))});
    let whole: unknown = part;
    for (let level = 0; level < 5; level++) whole = Array.from({length: 9}, () => whole);
    assertDocumentBounds(whole);
    expect(looks).toBe(1);
    for (let level = 0; level < 50; level++) whole = [whole, whole];
    expect(() => assertDocumentBounds(whole)).toThrow('has more than 1000000 parts');
  });

  test('by deep nesting, which is seen before it is parsed, and brackets in texts are none', async () => {
    const nested = `{"openapi": "3.0.0", "a": ${'{"b":['.repeat(100_000)}`;
    await expect(parseText(nested, 'a.json')).rejects.toThrow('It is nested deeper than 200 levels');
    const flat = {a: '[{"\\'.repeat(50_000), b: Array.from({length: 500}, () => [[]])};
    expect(await parseText(JSON.stringify(flat), 'a.json')).toEqual(flat);
  });

  test('by YAML, which may not be as long as JSON', async () => {
    const long = `openapi: 3.0.0\n# ${'x'.repeat(4_194_304)}\n`;
    await expect(parseText(long, 'a.yaml')).rejects.toThrow('characters of YAML, more than 4194304');
  });

  test('while its operations become tools', async () => {
    const paths = Object.fromEntries(
      Array.from({length: 400}, (_, index) => [`/a${index}/{id}`, {get: {operationId: `a${index}`, responses: ok}}]),
    );
    const document = await readDocument({kind: 'object', value: described(paths)});
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; turns++) await setImmediate();
    })();
    const {tools, leftOut} = await compileInTurns(document);
    isDone = true;
    await others;
    expect(turns).toBeGreaterThan(1);
    expect(tools.length + leftOut.length).toBe(400);
  });
});

describe('names', () => {
  test('of tools are camel case, valid, unique, and the same whatever is picked', async () => {
    expect(['repos/list-for-user', 'GetPet', 'APIKeys_list', '2fa', 'listPets'].map(camelCase)).toEqual([
      'reposListForUser',
      'getPet',
      'apiKeysList',
      'op2fa',
      'listPets',
    ]);
    const long = 'a'.repeat(80);
    const document = described(
      Object.fromEntries(
        ['/a', '/b', '/c', '/d'].map((path, index) => [
          path,
          {get: {operationId: index < 2 ? 'same' : long, responses: ok}},
        ]),
      ),
    );
    const all = (await compiled(document)).tools.map(({name}) => name);
    expect(all).toEqual(['same', 'same_2', 'a'.repeat(64), `${'a'.repeat(62)}_2`]);
    expect((await compiled(document, {include: ['GET /b']})).tools.map(({name}) => name)).toEqual(['same_2']);
  });

  test('of inputs can stand in a template and reach no prototype', () => {
    expect(['filter[name]', 'a.b', '1st', '__proto__', 'constructor', 'X-Id', 'ключ'].map(inputName)).toEqual([
      'filter_name',
      'a_b',
      '_1st',
      '___proto__',
      '_constructor',
      'X-Id',
      '_',
    ]);
  });

  test('and patterns pick by tag, path, id and tool, and one of many stars takes no time', () => {
    const one = {method: 'get', path: '/pets/{id}', id: 'pets/get', name: 'petsGet', tags: ['Pets']};
    const picks = (...include: string[]) => selection(include, undefined).picks(one);
    expect(
      ['tag:pets', 'GET /pets/*', '/pets/*', 'pets/*', 'petsGet', '*', '* /pets/{id}'].map((pattern) => picks(pattern)),
    ).toEqual(Array.from({length: 7}, () => true));
    expect(['tag:pet', 'POST /pets/*', '/pets', 'petsget'].map((pattern) => picks(pattern))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(selection(undefined, ['tag:Pets']).picks(one)).toBe(false);
    expect(picks(`${'*a'.repeat(5000)}b`)).toBe(false);
  });

  test('and descriptions keep whole sentences within their budget', () => {
    expect(shortened('One sentence.  <b>Two</b>\nsentences. Three are too long for it.', 30)).toBe(
      'One sentence. Two sentences.',
    );
    expect(shortened('word '.repeat(50), 22)).toBe('word word word word…');
  });
});

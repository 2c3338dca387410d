import {createServer} from 'node:http';
import type {Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createRequire} from 'node:module';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {buildSchema, graphql, introspectionFromSchema} from 'graphql';
import {useTempFolders} from '../support/temp-folder.js';
import {haft, haftJson} from './run-haft.js';

const tempFolder = useTempFolders();

const sdl = `
  type Query {
    "One book by its id"
    book(id: ID!, edition: Edition = FIRST): Book
    books(filter: Filter, limit: Int, tags: [String!]): [Book!]!
    found(text: String!): [Found!]!
    _old: String @deprecated(reason: "gone")
    version: String!
  }
  type Mutation {
    addBook(book: NewBook!): Book!
    books(reset: Boolean!): Boolean!
  }
  type Book { id: ID! title: String! year: Int author: Author! reviews(first: Int!): [String!] }
  type Author { name: String! books: [Book!]! agent: Agent }
  type Agent { name: String! }
  union Found = Book | Author
  enum Edition { FIRST SECOND }
  input Filter { title: String author: Filter year: Int }
  input NewBook { title: String! year: Int = 2000 tags: [String!] }
`;

const book = {id: '1', title: 'Emma', year: 1815, author: {name: 'Jane', books: [], agent: {name: 'Tom'}}};

/** A GraphQL server of its own kind; what it is asked with stands in `tokens`. */
const schema = buildSchema(sdl);
const tokens: (string | undefined)[] = [];
let server: Server;
let endpoint = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const {query, variables} = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly query: string;
        readonly variables: Record<string, unknown>;
      };
      if (request.url === '/page') {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><title>Shop</title>');
        return;
      }
      const closed = request.url === '/closed' && query.includes('__schema');
      const rootValue = {
        book: () => book,
        books: () => [book],
        found: () => [{__typename: 'Book', ...book}],
        version: '7',
      };
      const answer = closed
        ? Promise.resolve({errors: [{message: 'introspection is off'}]})
        : graphql({schema, source: query, variableValues: variables, rootValue});
      void answer.then((result) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(result));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

interface WrittenConfig {
  readonly tools: Readonly<Record<string, {readonly query: string; readonly input: object}>>;
  readonly auth: unknown;
  readonly endpoint: unknown;
}

const read = async (...path: string[]): Promise<WrittenConfig> =>
  JSON.parse(await readFile(join(...path), 'utf8')) as WrittenConfig;

describe('haft import graphql', () => {
  test('writes a config of an endpoint that haft check accepts and haft call uses', async () => {
    const cwd = await tempFolder({'haft.config.json': '{"modules": {"shop": {"wrap": "shop.json"}}}'});

    const {code, stdout, stderr} = await haft(['import', 'graphql', endpoint, '--out', 'shop.json', '--verbose'], {
      cwd,
    });

    expect({code, stdout}).toEqual({code: 0, stdout: 'ok  shop.json: graphql, 6 tools\n'});
    expect(stderr).toContain('query _old: It is deprecated');
    expect(await haft(['check', 'shop.json', 'haft.config.json'], {cwd})).toMatchObject({code: 0});
    const {tools} = await read(cwd, 'shop.json');
    expect(Object.keys(tools)).toEqual(['book', 'books', 'found', 'version', 'addBook', 'books_mutation']);
    expect(tools['book']?.query).toBe(
      'query book($id: ID!, $edition: Edition) {\n  book(id: $id, edition: $edition) {\n    id\n    title\n    year\n    author {\n      name\n    }\n  }\n}',
    );
    expect(tools['addBook']?.input).toMatchObject({
      book: {required: true, properties: {title: {type: 'string'}, tags: {type: 'array', items: {type: 'string'}}}},
    });
    const untitled = await haft(['call', 'shop.addBook', '{"book": {"year": 1815}}'], {cwd});
    expect(untitled).toMatchObject({code: 2, stderr: expect.stringContaining('title')});

    expect((await haft(['call', 'shop.book', '{"id": 1}'], {cwd})).code).toBe(0);
    const called = await haft(['call', 'shop.book', '{"id": "1"}'], {cwd});
    expect(called.stderr).toBe('');
    expect(JSON.parse(called.stdout)).toEqual({id: '1', title: 'Emma', year: 1815, author: {name: 'Jane'}});
    const list = await haft(['call', 'shop.books', '{"filter": {"title": "E", "author": {"year": 1}}}'], {cwd});
    expect(JSON.parse(list.stdout)).toEqual([{id: '1', title: 'Emma', year: 1815, author: {name: 'Jane'}}]);
    expect(JSON.parse((await haft(['call', 'shop.found', '{"text": "x"}'], {cwd})).stdout)).toEqual([
      {__typename: 'Book', id: '1', title: 'Emma', year: 1815},
    ]);
    expect((await haft(['call', 'shop.books', '{"filtr": {}}'], {cwd})).stderr).toContain('filter');
    const {document} = await haftJson(['describe', 'shop.addBook'], {cwd});
    expect(document).toMatchObject({securityTier: 2, planning: {sideEffects: true, idempotent: false}});
  });

  test('writes what a tool answers, from what its document asks for', async () => {
    const cwd = await tempFolder({'haft.config.json': '{"modules": {"shop": {"wrap": "shop.json"}}}'});
    await haft(['import', 'graphql', endpoint, '--out', 'shop.json'], {cwd});
    const {document} = await haftJson(['describe', 'shop.book'], {cwd});
    const author = {type: 'object', properties: {name: {type: 'string'}}, required: ['name']};
    expect((document as unknown as {outputSchema: object}).outputSchema).toEqual({
      anyOf: [
        {
          type: ['object', 'null'],
          properties: {id: {type: 'string'}, title: {type: 'string'}, year: {type: ['integer', 'null']}, author},
          required: ['id', 'title', 'year', 'author'],
        },
      ],
    });
    const tools = (await read(cwd, 'shop.json')).tools as Readonly<Record<string, {readonly output?: object}>>;
    expect(tools['version']?.output).toEqual({anyOf: [{type: 'string'}]});
    expect(tools['found']?.output).toMatchObject({
      anyOf: [
        {
          type: 'array',
          items: {
            properties: {__typename: {type: 'string'}, title: {type: 'string'}, name: {type: 'string'}},
            required: ['__typename'],
          },
        },
      ],
    });
    const types = await haft(['types', 'shop.json'], {cwd});
    expect(types.stdout).toContain('  title: string;');
  });

  test('takes what is included, as deep as is said, with a token that the config only names', async () => {
    const cwd = await tempFolder();
    const env = {API_TOKEN: 'hush-hush-token'};
    const options = ['--include', 'bo*k', '--depth', '2', '--token', '$API_TOKEN', '--out', 'shop.json'];

    expect(await haft(['import', 'graphql', endpoint, ...options], {cwd, env})).toMatchObject({code: 0});

    expect(tokens.at(-1)).toBe('Bearer hush-hush-token');
    const {tools, auth} = await read(cwd, 'shop.json');
    expect(Object.keys(tools)).toEqual(['book']);
    expect(tools['book']?.query).toContain('agent {\n        name\n      }');
    expect(auth).toEqual({bearer: {$env: 'API_TOKEN'}});
    expect(await readFile(join(cwd, 'shop.json'), 'utf8')).not.toContain('hush-hush');
    const literal = await haft(['import', 'graphql', endpoint, '--token', 'hush-hush-token'], {cwd, env});
    expect(literal).toMatchObject({code: 2, stderr: expect.stringContaining("--token '$API_TOKEN'")});
  });

  test('reads a schema and the answer of an introspection from files, which do not say where the server is', async () => {
    const introspection = JSON.stringify({data: introspectionFromSchema(schema)});
    const cwd = await tempFolder({'shop.graphql': sdl, 'shop.json': introspection});

    for (const file of ['shop.graphql', 'shop.json']) {
      const {code, stdout} = await haft(['import', 'graphql', file], {cwd});
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({type: 'graphql', endpoint: {$config: 'endpoint'}, tools: {book: {}}});
    }
    const told = await haft(['import', 'graphql', 'shop.graphql', '--base-url', 'https://example.com/g'], {cwd});
    expect(JSON.parse(told.stdout)).toMatchObject({endpoint: 'https://example.com/g'});
  });

  test('never replaces a file without --force, and asks nobody before', async () => {
    const cwd = await tempFolder({'shop.json': '{}'});
    const asked = tokens.length;

    const {code, stderr} = await haft(['import', 'graphql', endpoint, '--out', 'shop.json'], {cwd});

    expect({code, asked: tokens.length - asked}).toEqual({code: 2, asked: 0});
    expect(stderr).toContain('shop.json is there already');
    expect(await readFile(join(cwd, 'shop.json'), 'utf8')).toBe('{}');
    expect(await haft(['import', 'graphql', endpoint, '--out', 'shop.json', '--force'], {cwd})).toMatchObject({
      code: 0,
    });
  });

  test.each([
    ['shop.graphql', 'type Query {', 'The schema can not be read'],
    ['shop.json', '{"a": 1}', 'It is no answer of introspection'],
    ['nothing.json', '', 'There is no file nothing.json'],
  ])('%s with %j is refused', async (file, text, message) => {
    const cwd = await tempFolder(text === '' ? {} : {[file]: text});
    const {code, stderr} = await haft(['import', 'graphql', file], {cwd});
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('→');
  });

  test('an endpoint that does not tell its schema says what to do, one that is not there too', async () => {
    const cwd = await tempFolder();
    const closed = await haft(['import', 'graphql', endpoint.replace('/graphql', '/closed')], {cwd});
    expect(closed.code).toBe(1);
    expect(closed.stderr).toContain('introspection is off');
    expect(closed.stderr).toContain('→ Get the schema from its makers');
    const page = await haft(['import', 'graphql', endpoint.replace('/graphql', '/page')], {cwd});
    expect(page.stderr).toContain('→ Give the address that GraphQL is posted to; it often ends in /graphql');
    expect(page.stderr).not.toContain('responseType');
    const gone = await haft(['import', 'graphql', 'http://127.0.0.1:1/graphql'], {cwd});
    expect(gone.code).toBe(1);
    expect(gone.stderr).toContain('→');
  });

  test('a hostile schema gets nothing into a document: what has no name of GraphQL is left out', async () => {
    const text = {kind: 'SCALAR', name: 'String'};
    const fields = [
      {name: 'x } mutation { drop', args: [], type: text},
      {name: 'evil', args: [{name: 'a) { x } #', type: text}], type: text},
      {name: 'good', args: [{name: '__proto__', type: {kind: 'SCALAR', name: 'Boo(l'}}], type: text},
      {name: 'fine', description: 7, args: [{name: 'a', type: text}], type: {kind: 'NON_NULL', ofType: text}},
    ];
    const types = [{kind: 'OBJECT', name: 'Query', fields}, text, null, 3];
    const cwd = await tempFolder({'a.json': JSON.stringify({__schema: {queryType: {name: 'Query'}, types}})});

    const {code, stdout} = await haft(['import', 'graphql', 'a.json', '--base-url', 'https://example.com'], {cwd});

    expect(code).toBe(0);
    expect((JSON.parse(stdout) as WrittenConfig).tools).toMatchObject({
      fine: {query: 'query fine($a: String) {\n  fine(a: $a)\n}'},
    });
    expect(Object.keys((JSON.parse(stdout) as WrittenConfig).tools)).toEqual(['fine']);
  });
});

describe('haft import openapi', () => {
  const petstore = createRequire(import.meta.url).resolve('@readme/oas-examples/3.0/json/petstore.json');
  const broken = {get: {operationId: 'broken', parameters: [{$ref: 'https://example.com/evil.json'}], responses: {}}};
  const described = async (): Promise<string> => {
    const document = JSON.parse(await readFile(petstore, 'utf8')) as {paths: object};
    return JSON.stringify({...document, paths: {...document.paths, '/broken': broken}});
  };

  test('writes a config beside its description that haft check, tools, describe and types take', async () => {
    const cwd = await tempFolder({'api/petstore.json': await described(), 'wraps/': ''});
    const options = [
      '--include',
      'tag:pet',
      '--include',
      'broken',
      '--token',
      '$PET_TOKEN',
      '--out',
      'wraps/pets.json',
    ];

    const written = await haft(['import', 'openapi', 'api/petstore.json', ...options], {cwd});

    expect(written).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok {2}wraps\/pets\.json: openapi, \d tools\n/),
    });
    expect(written.stderr).toContain('haft: of api/petstore.json 2 were left out; --verbose tells why');
    const config = (await read(cwd, 'wraps/pets.json')) as unknown as {include: string[]};
    expect(config).toMatchObject({
      document: '../api/petstore.json',
      auth: {schemes: {petstore_auth: {$env: 'PET_TOKEN'}}},
    });
    expect(config.include).toContain('getPetById');
    await writeFile(join(cwd, 'wraps/pets.json'), JSON.stringify({...config, include: [...config.include, 'broken']}));
    await writeFile(join(cwd, 'haft.config.json'), '{"modules": {"pets": {"wrap": "wraps/pets.json"}}}');

    const env = {PET_TOKEN: 'hush-hush-token'};
    Object.assign(process.env, env);
    const checked = await haft(['check', 'wraps/pets.json'], {cwd, env});
    expect(checked.code).toBe(0);
    expect(checked.stderr).toMatch(/of wraps\/pets\.json 1 was left out:\n {2}GET \/broken: /);
    expect((await haftJson(['check'], {cwd, env})).document).toMatchObject({leftOut: {pets: [{name: 'GET /broken'}]}});

    const types = await haft(['types', 'wraps/pets.json'], {cwd});
    expect(types.stdout).toContain('readonly getPetById: ToolMethod<GetPetByIdInput, ');
    const listed = await haft(['tools'], {cwd});
    expect(listed.stdout).toContain('pets.getPetById');
    expect(listed.stderr).toBe('haft: of pets 1 was left out; --verbose tells why\n');
    expect((await haft(['tools', '--verbose'], {cwd})).stderr).toContain('  GET /broken: ');
    expect((await haft(['describe', 'pets.getPetById'], {cwd})).stdout).toContain('petId');
    delete process.env['PET_TOKEN'];
  });

  test('writes every tool out with --expand', async () => {
    const cwd = await tempFolder();
    const written = await haft(['import', 'openapi', petstore, '--include', 'tag:store', '--expand', '-o', 'a.json'], {
      cwd,
    });
    expect(written.code).toBe(0);
    expect(await read(cwd, 'a.json')).toMatchObject({type: 'rest', tools: {placeOrder: {request: {method: 'POST'}}}});
    expect(await haft(['check', 'a.json'], {cwd, env: {PETSTORE_API_KEY: 'hush'}})).toMatchObject({code: 0});
  });

  test.each([
    ['page.html', '<!doctype html><html></html>'],
    ['empty.yaml', ''],
    ['other.json', '{"a": 1}'],
  ])('%s is refused with what to do', async (file, text) => {
    const {code, stderr} = await haft(['import', 'openapi', file], {cwd: await tempFolder({[file]: text})});
    expect(code).toBe(3);
    expect(stderr).toContain('→');
  });
});

describe('haft import sql', () => {
  test('reads named queries from a file, and takes no password into a config', async () => {
    const cwd = await tempFolder({
      'q.sql': '-- name: listOrders :many\nselect * from orders where customer = :customer;\n',
    });

    const {code, stdout} = await haft(['import', 'sql', 'q.sql'], {cwd});
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'sql',
      tools: {listOrders: {sql: expect.stringContaining(':customer')}},
    });
    expect(await haft(['import', 'sql', 'postgres://u:hush@h/d'], {cwd})).toMatchObject({code: 2});
    expect(await haft(['import', 'sql', 'memory'], {cwd})).toMatchObject({code: 2});
    expect((await haft(['import', 'sql', '$NOWHERE'], {cwd})).stderr).toContain('The variable NOWHERE is not set');
  });
});

describe('haft import mcp', () => {
  const memory = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');

  test('writes the tools of a live server, and haft tools, describe and call find them by the config', async () => {
    const cwd = await tempFolder();
    const line = `"${process.execPath}" "${memory}"`;

    const written = await haft(
      ['import', 'mcp', line, '--include', 'read*', '--include', 'search*', '--out', 'memory.json'],
      {cwd},
    );

    expect(written).toMatchObject({code: 0, stdout: expect.stringContaining('ok  memory.json: mcp, 2 tools')});
    const allowed = ['check', 'memory.json', '--allow', process.execPath];
    expect(await haft(allowed, {cwd})).toMatchObject({code: 0});
    expect((await haft(['check', 'memory.json'], {cwd})).stderr).toContain('not allowed to run');
    expect(await haft(['init', '--wrap', 'memory.json', '--allow', process.execPath], {cwd})).toMatchObject({code: 0});
    const {document} = await haftJson(['tools', 'memory'], {cwd});
    expect(document.tools.map(({name}) => name)).toEqual(
      expect.arrayContaining(['memory.read_graph', 'memory.search_nodes']),
    );
    expect((await haft(['describe', 'memory.search_nodes'], {cwd})).stdout).toContain('query');
    expect(await haft(['call', 'memory.search_nodes', '{"query": "nobody"}'], {cwd})).toMatchObject({code: 0});
  });
});

test('a kind that is not known is answered with those that are', async () => {
  const {code, stderr} = await haft(['import', 'grapql', 'x'], {cwd: await tempFolder()});
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean 'graphql'?");
});

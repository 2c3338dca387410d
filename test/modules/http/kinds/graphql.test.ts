import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {readGraphql} from '../../../../src/schema/graphql-document.js';
import {graphqlInput} from '../../../../src/schema/graphql-input.js';
import {startGraphqlServer} from '../../../support/graphql-server.js';
import {startHttpServer} from '../../../support/http-server.js';
import type {HttpTestServer} from '../../../support/http-server.js';
import {errorOf, problemsIn, useWrapped} from './kind-fixture.js';

const wrap = useWrapped();
let shop: HttpTestServer;

const sdl = `
  type Product { id: ID! name: String! price: Float! secretCost: Float }
  input NewProduct { name: String! price: Float! tags: [String!] }
  type Query { product(id: ID!): Product products(limit: Int = 10, ids: [ID!]): [Product!]! }
  type Mutation { addProduct(product: NewProduct!): Product! }`;

beforeAll(async () => {
  const products = [
    {id: '1', name: 'Handle', price: 2.5},
    {id: '2', name: 'Blade', price: 7},
  ].map((product) => ({
    ...product,
    secretCost: () => {
      throw new Error('Costs are secret');
    },
  }));
  shop = await startGraphqlServer(
    sdl,
    {
      product: ({id}: {id: string}) => products.find((one) => one.id === id),
      products: ({limit, ids}: {limit: number; ids?: string[]}) =>
        products.filter(({id}) => ids?.includes(id) ?? true).slice(0, limit),
      addProduct: ({product}: {product: object}) => ({id: '3', ...product}),
    },
    ({headers}) => (headers.authorization === 'Bearer shop-token' ? undefined : {status: 401, body: {message: 'Who?'}}),
  );
});
afterAll(() => shop.close());

const config = (tools: object, more: object = {}) => ({
  type: 'graphql',
  endpoint: `${shop.origin}/graphql`,
  auth: {bearer: 'shop-token'},
  ...more,
  tools,
});

const named = {
  product: {query: 'query One($id: ID!) { product(id: $id) { id name price } }'},
  products: {query: 'query ($limit: Int, $ids: [ID!]) { products(limit: $limit, ids: $ids) { name } }'},
  add: {query: 'mutation Add($product: NewProduct!) { addProduct(product: $product) { id name } }'},
};

describe('a tool of the graphql kind', () => {
  test('sends the input as variables, and answers the data', async () => {
    const {call} = await wrap(config(named));
    expect(await call('product', {id: '1'})).toEqual({product: {id: '1', name: 'Handle', price: 2.5}});
    expect(await call('product', {id: '9'})).toEqual({product: null});
    expect(await call('products')).toEqual({products: [{name: 'Handle'}, {name: 'Blade'}]});
    expect(await call('products', {limit: 1, ids: ['2']})).toEqual({products: [{name: 'Blade'}]});
    expect(await call('add', {product: {name: 'File', price: 3}})).toEqual({addProduct: {id: '3', name: 'File'}});
  });

  test('takes what the variables of its document say, and promises what its operation does', async () => {
    const {module, execute} = await wrap(config(named));
    expect(module.getTool('products').inputSchema).toMatchObject({
      properties: {
        limit: {type: ['integer', 'null']},
        ids: {type: ['array', 'null'], items: {type: ['string', 'integer']}},
      },
      additionalProperties: false,
    });
    expect(module.getTool('add').inputSchema).toMatchObject({required: ['product']});
    const facts = (name: string) => {
      const {planning, securityTier} = module.getTool(name).getMetadata();
      return [planning.idempotent, planning.sideEffects, securityTier];
    };
    expect([facts('product'), facts('add')]).toEqual([
      [true, false, 1],
      [false, true, 2],
    ]);
    const before = shop.requests.length;
    expect(errorOf(await execute('product'))).toMatchObject({code: 'MISSING_PARAMETER'});
    expect(errorOf(await execute('product', {id: '1', more: 1}))).toMatchObject({code: 'INVALID_PARAMETER'});
    expect(errorOf(await execute('products', {limit: 'many'}))).toMatchObject({code: 'TYPE_MISMATCH'});
    expect(shop.requests.length).toBe(before);
  });

  test('makes variables, and headers, from templates', async () => {
    const {call, module} = await wrap(
      config({
        add: {
          ...named.add,
          input: {name: 'string', price: 'number', label: 'string?'},
          variables: {product: {name: '{name}', price: '{price}', tags: ['new']}},
          headers: {'X-Label': '{label}'},
        },
        search: {
          query: 'query A { products { id } } query B($id: ID!) { product(id: $id) { id } }',
          operationName: 'B',
        },
      }),
    );
    await call('add', {name: 'Rasp', price: 4, label: 'tool'});
    const {headers, body} = shop.requests.at(-1) ?? {};
    expect(JSON.parse(String(body))).toMatchObject({variables: {product: {name: 'Rasp', price: 4, tags: ['new']}}});
    expect(headers?.['x-label']).toBe('tool');
    expect(Object.keys(module.getTool('search').inputSchema.properties ?? {})).toEqual(['id']);
    expect(await call('search', {id: '2'})).toEqual({product: {id: '2'}});
  });

  test('lets no value change the document', async () => {
    const {call} = await wrap(config(named));
    const id = '1") { secretCost } evil: product(id: "2';
    expect(await call('product', {id})).toEqual({product: null});
    expect(JSON.parse(String(shop.requests.at(-1)?.body))).toMatchObject({query: named.product.query, variables: {id}});
  });

  test('fails with what GraphQL says where there is no data, and warns of it where there is', async () => {
    const {execute} = await wrap(
      config({
        wrong: {query: '{ product(id: "1") { colour } }'},
        part: {query: '{ product(id: "1") { name secretCost } }'},
        bad: named.add,
      }),
    );
    const wrong = errorOf(await execute('wrong'));
    expect(wrong).toMatchObject({code: 'GRAPHQL_ERROR', outcome: 'failed'});
    expect(wrong.message).toContain('Cannot query field "colour"');
    const part = await execute('part');
    expect(part).toMatchObject({success: true, data: {product: {name: 'Handle', secretCost: null}}});
    expect(part.metadata.warnings).toEqual(['GraphQL: Costs are secret (product.secretCost)']);
    const bad = errorOf(await execute('bad', {product: {name: 5}}));
    expect(bad).toMatchObject({code: 'GRAPHQL_ERROR'});
    expect(bad.message).toContain('price');
  });

  test('fails with what HTTP says where GraphQL did not answer', async () => {
    const anonymous = await wrap(config(named, {auth: {}}));
    const unknown = errorOf(await anonymous.execute('product', {id: 1}));
    expect(unknown).toMatchObject({code: 'AUTHENTICATION_REQUIRED'});
    expect(unknown.suggestions).toContain('Name credentials in the config: "auth"');
    const other = await startHttpServer({
      '/text': {body: '<html>'},
      '/json': {body: {hello: 1}},
      '/bad': {status: 400, body: {message: 'No body'}},
      '/away': {status: 307, headers: {location: `${shop.origin}/graphql`}},
    });
    try {
      const codes = await Promise.all(
        ['text', 'json', 'bad', 'away'].map(async (path) => {
          const {execute} = await wrap(config(named, {endpoint: `${other.origin}/${path}`}));
          return errorOf(await execute('add', {product: {name: 'a', price: 1}})).code;
        }),
      );
      expect(codes).toEqual(['PROTOCOL_ERROR', 'PROTOCOL_ERROR', 'OPERATION_FAILED', 'PERMISSION_DENIED']);
      const {execute} = await wrap(config(named, {endpoint: `${other.origin}/text`}));
      const {suggestions} = errorOf(await execute('product', {id: 1}));
      expect(suggestions).toEqual(['Check that the endpoint is one of GraphQL']);
    } finally {
      await other.close();
    }
  });

  test('CO09: is refused with every problem at once, before anything is sent', async () => {
    const before = shop.requests.length;
    const one = (query: string, more: object = {}) => ({query, ...more});
    expect(
      await problemsIn(
        config({
          open: one('{ product(id: "1") { name }'),
          crossed: one('{ a(b: 1} }'),
          text: one('{ a(b: "x) }'),
          none: one('fragment F on Product { name }'),
          word: one('select { a }'),
          empty: one('query A { }'),
          undefinedVariable: one('query ($id: ID!) { product(id: $idd) { id } }'),
          twoOperations: one('query A { a } query B { b }'),
          unknownOperation: one('query Alpha { a } query B { b }', {operationName: 'Alpa'}),
          subscription: one('subscription { a }'),
          unknownVariable: one('query ($id: ID!) { p(id: $id) }', {variables: {idd: '{x}'}}),
          type: one('query ($id) { p(id: $id) }'),
        }),
      ),
    ).toEqual([
      'tools.open.query: The document is no GraphQL. A "{" is not closed',
      'tools.crossed.query: The document is no GraphQL. A "(" is closed by "}"',
      'tools.text.query: The document is no GraphQL. A text in it is not closed',
      'tools.none.query: The document is no GraphQL. It has no operation',
      'tools.word.query: The document is no GraphQL. It must begin with query, mutation or {, and has "select"',
      'tools.empty.query: The document is no GraphQL. The query A selects nothing',
      'tools.undefinedVariable.query: The variable $idd is not defined',
      'tools.undefinedVariable.query: The variable $id is never used',
      'tools.twoOperations.operationName: The document has 2 operations',
      'tools.unknownOperation.operationName: The document has no operation "Alpa"',
      'tools.subscription.query: A subscription can not be a tool',
      'tools.unknownVariable.variables.idd: The variable $idd is none of the document',
      'tools.type.query: The document is no GraphQL. A variable is written $name: Type, and there is "$id"',
    ]);
    expect(shop.requests.length).toBe(before);
  });
});

describe('a GraphQL document', () => {
  test('has operations with variables, whatever stands around them', () => {
    const {operations, fragmentUses, problems} = readGraphql(`
      # query Not($a: Int) { a }
      query Big($ids: [[ID!]!]! = [["a)"]] @tag(text: "$x: Int {"), $n: Int = 3, $f: Filter,, $b: Boolean!) @cached(for: $n) {
        find(text: """ { "$z" \\""" } """, ids: $ids, where: {f: $f}) { ...Part @include(if: $b) }
      }
      fragment Part on Thing { size(unit: $unit) }
      mutation Change { change }
    `);
    expect(problems).toEqual([]);
    expect(operations.map(({kind, name, variables}) => [kind, name, variables])).toEqual([
      [
        'query',
        'Big',
        [
          {name: 'ids', type: '[[ID!]!]!', required: false},
          {name: 'n', type: 'Int', required: false},
          {name: 'f', type: 'Filter', required: false},
          {name: 'b', type: 'Boolean!', required: true},
        ],
      ],
      ['mutation', 'Change', []],
    ]);
    expect([...(operations[0]?.uses ?? [])].sort()).toEqual(['b', 'f', 'ids', 'n']);
    expect([...fragmentUses]).toEqual(['unit']);
  });

  test('gives a schema for its variables', () => {
    const [operation] = readGraphql(
      'query ($a: String!, $b: [Int!], $c: Thing!, $d: Float) { x(a:$a b:$b c:$c d:$d) }',
    ).operations;
    expect(graphqlInput(operation?.variables ?? [])).toEqual({
      type: 'object',
      properties: {
        a: {type: 'string', description: 'GraphQL String!'},
        b: {
          type: ['array', 'null'],
          items: {type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647},
          description: 'GraphQL [Int!]',
        },
        c: {description: 'GraphQL Thing!'},
        d: {type: ['number', 'null'], description: 'GraphQL Float'},
      },
      required: ['a', 'c'],
      additionalProperties: false,
    });
  });

  test('is read in time however it is written', () => {
    for (const text of [
      '"'.repeat(90_000),
      '{'.repeat(90_000),
      '"""\\'.repeat(20_000),
      '$a:'.repeat(30_000),
      '# '.repeat(40_000),
    ]) {
      expect(readGraphql(`query (${text}`).problems.length).toBeGreaterThan(0);
    }
    expect(readGraphql('{a}'.repeat(40_000)).problems).toEqual(['It is too long']);
  });
});

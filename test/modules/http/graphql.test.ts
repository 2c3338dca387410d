import {describe, expect, test} from '@jest/globals';
import {onlyReads} from '../../../modules/http/graphql/only-reads.js';
import {turnAway, useHttpServers} from '../../support/http-server.js';
import {failureOf, useHttp} from './http-fixture.js';

const serve = useHttpServers();
const connect = useHttp();

describe('graphql', () => {
  test('posts query, variables and operationName to the endpoint, and answers the data', async () => {
    const server = await serve({
      'POST /api/graphql': ({body}) => ({
        body: {data: {sent: JSON.parse(body.toString()) as unknown}, extensions: {cost: 1}},
      }),
    });
    const http = await connect({baseURL: server.origin, graphqlEndpoint: '/api/graphql'});
    const query = 'query A($id: ID!) { user(id: $id) { name } }';
    const answer = await http.graphql({query, variables: {id: '1'}, operationName: 'A'});
    expect(answer).toMatchObject({
      data: {sent: {query, variables: {id: '1'}, operationName: 'A'}},
      extensions: {cost: 1},
      status: 200,
    });
    expect(server.requests[0]?.headers.accept).toContain('application/graphql-response+json');
    expect((await http.graphql('{ a }')).data).toEqual({sent: {query: '{ a }', variables: {}}});
  });

  test('fails with the errors where there is no data, and lists them where there is', async () => {
    const errors = [{message: 'No field nothing', path: ['nothing']}];
    const server = await serve({
      '/none': {body: {errors}},
      '/null': {body: {errors, data: null}},
      '/some': {body: {errors, data: {a: 1, nothing: null}}},
      '/bad': {status: 400, body: {errors}},
      '/odd': {body: {hello: 1}},
      '/page': {body: '<html>', headers: {'content-type': 'text/html'}},
    });
    const ask = async (graphqlEndpoint: string) => connect({baseURL: server.origin, graphqlEndpoint});
    for (const path of ['/none', '/null']) {
      const failure = await failureOf((await ask(path)).graphql('{ nothing }'));
      expect(failure).toMatchObject({
        code: 'GRAPHQL_ERROR',
        message: 'GraphQL: No field nothing',
        outcome: 'failed',
        context: {errors},
      });
    }
    expect(await (await ask('/some')).graphql('{ a nothing }')).toMatchObject({data: {a: 1}, errors});
    expect((await failureOf((await ask('/bad')).graphql('{ a }'))).message).toContain('No field nothing');
    expect(await failureOf((await ask('/odd')).graphql('{ a }'))).toMatchObject({code: 'PROTOCOL_ERROR'});
    expect(await failureOf((await ask('/page')).graphql('{ a }'))).toMatchObject({code: 'PROTOCOL_ERROR'});
  });

  test('repeats a query after 503, and a mutation never', async () => {
    const server = await serve({'/graphql': turnAway(1, 503, {}, {body: {data: {a: 1}}})});
    const http = await connect({baseURL: server.origin, retry: {baseDelay: 1}});
    expect((await http.graphql('{ a }')).data).toEqual({a: 1});
    const other = await serve({'/graphql': turnAway(1, 503, {}, {body: {data: {a: 1}}})});
    const second = await connect({baseURL: other.origin, retry: {baseDelay: 1}});
    expect(await failureOf(second.graphql('mutation { a }'))).toMatchObject({
      code: 'RESOURCE_UNAVAILABLE',
      outcome: 'unknown',
    });
  });

  test('says of a call whether it changes something', async () => {
    const http = await connect({baseURL: 'http://127.0.0.1:1'});
    const {sideEffects} = http.getTool('graphql').getMetadata().planning;
    const asks = (query: string): unknown => (typeof sideEffects === 'function' ? sideEffects({query}) : sideEffects);
    expect([asks('{ a }'), asks('mutation { a }')]).toEqual([false, true]);
  });

  test.each([
    ['{ a }', true],
    ['query { a }', true],
    ['query Q($a: [Int!] = [1], $b: In = {c: "}"}) @live { a(b: $a) }', true],
    ['query A { a } query B { b } fragment F on T { mutation }', true],
    ['# mutation\n{ mutation }', true],
    ['query { a(text: "} mutation {") }', true],
    ['query { a(text: """ } mutation { \\""" """) }', true],
    ['mutation { a }', false],
    ['query A { a } mutation B { b }', false],
    ['subscription { a }', false],
    ['fragment F on T { a } mutation { b }', false],
    ['{ a } }mutation{ b', false],
    ['not graphql at all', false],
    ['{ a', false],
  ])('%j only asks: %s', (document, reads) => expect(onlyReads(document)).toBe(reads));
});

import {buildSchema, graphql, parse, validate} from 'graphql';
import {startHttpServer} from './http-server.js';
import type {HttpTestServer, Route} from './http-server.js';

/** A real GraphQL server on loopback, at `/graphql`, as the GraphQL over HTTP draft has it: by `graphql`, the reference. */
export async function startGraphqlServer(
  sdl: string,
  rootValue: Readonly<Record<string, unknown>>,
  guard: Route = () => undefined,
): Promise<HttpTestServer> {
  const schema = buildSchema(sdl);
  const type = {'content-type': 'application/graphql-response+json; charset=utf-8'};
  return startHttpServer({
    'POST /graphql': async (request, response) => {
      const refused = await guard(request, response);
      if (refused) return refused;
      const sent = JSON.parse(request.body.toString()) as Record<string, unknown>;
      const {query = '', variables, operationName} = sent as {query?: string} & Record<string, never>;
      let errors: readonly unknown[];
      try {
        errors = validate(schema, parse(query));
      } catch (error) {
        errors = [error];
      }
      if (errors.length > 0) return {status: 400, headers: type, body: JSON.stringify({errors})};
      const answer = await graphql({schema, source: query, rootValue, variableValues: variables, operationName});
      return {status: 'data' in answer ? 200 : 400, headers: type, body: JSON.stringify(answer)};
    },
    'HEAD /graphql': {status: 405},
  });
}

import {defineTool} from '../../../src/sdk.js';
import {answerOf} from '../answer.js';
import {exchange} from '../exchange.js';
import {graphqlAnswer} from '../graphql/answer.js';
import {onlyReads} from '../graphql/only-reads.js';
import {changing, headersInput, limitations, requestErrors, requirements, toRequest} from './shared.js';
import type {HttpModule} from './shared.js';

const {sideEffects: _always, ...facts} = changing(false);

export const graphql = defineTool({
  name: 'graphql',
  description: 'Send a GraphQL query or mutation to the graphqlEndpoint of the config, with variables.',
  category: 'network',
  resource: 'graphql',
  tags: ['http', 'graphql', 'query', 'mutation', 'api'],
  input: {
    query: {type: 'string', required: true, minLength: 1, description: 'The GraphQL document'},
    variables: {
      type: 'object',
      default: {},
      description: 'Values of its variables; never write them into the document',
    },
    operationName: {type: 'string', description: 'Which operation, where the document has more than one'},
    headers: headersInput,
  },
  output: {
    data: {type: 'any', required: true, description: 'What GraphQL answers as data'},
    errors: {type: 'array', items: {type: 'any'}, description: 'What went wrong beside the data that there is'},
    extensions: {type: 'any', description: 'Further answers of the server'},
    status: {type: 'integer', required: true, description: 'The HTTP status'},
    headers: {type: 'object', required: true, description: 'Headers in lower case'},
  },
  returns: 'The data of GraphQL, and its errors where there are both',
  errors: {
    ...requestErrors,
    GRAPHQL_ERROR: 'The server answered errors and no data; details.context.errors has them',
  },
  planning: {...facts, sideEffects: ({query}) => !onlyReads(String(query))},
  requirements,
  limitations: [...limitations, 'No subscriptions'],
  positional: ['query', 'variables'],
  securityTier: 2,
  timeout: 0,
  examples: [
    {
      description: 'Ask for a user',
      input: {query: 'query ($id: ID!) { user(id: $id) { name } }', variables: {id: '1'}},
      output: {data: {user: {name: 'Ada'}}, status: 200},
    },
    {
      description: 'Ask for a field that is not there',
      input: {query: '{ nothing }'},
      output: {success: false, error: {code: 'GRAPHQL_ERROR'}},
    },
  ],
  async run(http: HttpModule, {query, variables, operationName, headers}, call) {
    const client = http.wrappedInstance;
    const reads = onlyReads(query);
    const request = toRequest(
      client,
      {url: client.settings.graphqlEndpoint, headers, data: {query, variables, operationName}, json: true},
      {
        method: 'POST',
        changes: !reads,
        repeatable: reads,
        accept: 'application/graphql-response+json, application/json',
      },
    );
    return exchange(client, call, request, async (head, running) =>
      graphqlAnswer(await answerOf(client, head, running, 'json'), !reads),
    );
  },
});

import {isRecord, readGraphql, ToolError} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {answerOf} from '../../answer.js';
import type {HttpAnswer} from '../../answer.js';
import type {HttpClient} from '../../client.js';
import {exchange} from '../../exchange.js';
import type {Head} from '../../exchange.js';
import {graphqlAnswer} from '../../graphql/answer.js';
import {fixed} from '../../request/bytes.js';
import {requestUrl} from '../../target/request-url.js';
import {timeoutOf} from '../shared/bind-rest.js';
import type {BoundTool} from '../shared/bind-rest.js';
import {inKindWords} from '../shared/kind-words.js';
import type {Service} from '../shared/open-http.js';
import {cookieText, headerTexts, queryText, readHeaders} from '../shared/parameters.js';

type Values = Readonly<Record<string, unknown>>;

/** Errors beside data that are told as warnings. */
const mostWarnings = 10;

/** Binds a document: posts it with variables from the input, and answers the data of GraphQL. */
export function bindGraphql(tool: Values, setup: WrapSetup, {client, queryKeys, cookieKeys}: Service): BoundTool {
  const {settings} = client;
  const query = String(tool['query']);
  const {operationName} = tool;
  const {operations} = readGraphql(query);
  const operation = operations.find(({name}) => operationName === undefined || name === operationName);
  const names = operation?.variables.map(({name}) => name) ?? [];
  const variables = isRecord(tool['variables']) ? setup.template(tool['variables']).fill : undefined;
  const headers = readHeaders(tool['headers'], setup);
  const {sideEffects, idempotent} = isRecord(tool['planning']) ? tool['planning'] : {};
  const reads = operation?.kind === 'query';
  const changes = typeof sideEffects === 'boolean' ? sideEffects : !reads;
  const repeatable = typeof idempotent === 'boolean' ? idempotent : reads;
  const timeout = timeoutOf(tool, setup);
  return async ({values}, call) => {
    const given = variables ? variables(values) : pick(values, names);
    const url = requestUrl({url: ''}, settings.origins, 'repeat');
    const text = queryText([], {}, {keys: queryKeys});
    if (text !== '') url.search += `${url.search === '' ? '?' : '&'}${text}`;
    const cookie = cookieText([], {}, cookieKeys);
    const request = {
      method: 'POST',
      url,
      headers: {...headerTexts(headers, values), ...(cookie !== undefined && {cookie})},
      body: fixed(
        Buffer.from(JSON.stringify({query, variables: given, operationName})),
        'application/json',
        settings.maxRequestBytes,
      ),
      accept: 'application/graphql-response+json, application/json',
      changes,
      repeatable,
      timeout,
    };
    const {data, errors = []} = await exchange(client, call, request, async (head, running) => {
      const answer = await answerOf(client, head, running, 'json', () => (isRefusal(head) ? true : undefined));
      assertGraphql(answer, client);
      return graphqlAnswer(answer, changes);
    }).catch((thrown: unknown) => {
      throw inKindWords(thrown, 'graphql');
    });
    for (const error of errors.slice(0, mostWarnings)) call.warn(`GraphQL: ${messageOf(error)}`);
    return data;
  };
}

/** A request that was refused by GraphQL and not by HTTP: the body says why. */
const isRefusal = ({status, message}: Head): boolean =>
  (status === 400 || status === 422) && /\bjson\b/i.test(message.headers['content-type'] ?? '');

/** What was refused by HTTP after all. */
function assertGraphql({status, data}: HttpAnswer, {redactor}: HttpClient): void {
  if (status < 400 || (isRecord(data) && Array.isArray(data['errors']))) return;
  const said = redactor.text(JSON.stringify(data)).slice(0, 500);
  throw new ToolError('OPERATION_FAILED', `HTTP ${status}\nResponse: ${said}`, {outcome: 'failed', context: {status}});
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]));

function messageOf(error: unknown): string {
  if (!isRecord(error)) return String(error);
  const path = Array.isArray(error['path']) ? ` (${error['path'].join('.')})` : '';
  return `${String(error['message'])}${path}`;
}

import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import type {HttpRequest} from '../../exchange.js';
import {requestUrl} from '../../target/request-url.js';
import {bodyOf} from './body.js';
import type {Service} from './open-http.js';
import {cookieText, headerTexts, queryText, readHeaders, readParameters} from './parameters.js';
import type {Parameter, Replaced} from './parameters.js';
import {pathOf} from './path.js';
import {wordOf} from './word.js';

type Values = Readonly<Record<string, unknown>>;

/** How the request of a tool is made from its input. */
export interface RequestMaker {
  readonly query: readonly Parameter[];
  /** Throws INVALID_PARAMETER, PERMISSION_DENIED and LIMIT_EXCEEDED: nothing is sent. */
  readonly make: (values: Values, replaced?: Replaced) => HttpRequest;
}

/** What a request method promises, where the config does not say otherwise (RFC 9110 9.2). */
function factsOf(method: string, planning: unknown): Pick<HttpRequest, 'changes' | 'repeatable'> {
  const {sideEffects, idempotent} = isRecord(planning) ? planning : {};
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return {
    changes: typeof sideEffects === 'boolean' ? sideEffects : !reads,
    repeatable: typeof idempotent === 'boolean' ? idempotent : reads || method === 'PUT' || method === 'DELETE',
  };
}

/** Reads the `request` of a tool; `timeout` is that of its calls. */
export function requestMaker(tool: Values, setup: WrapSetup, service: Service, timeout: number): RequestMaker {
  const {client, queryKeys, cookieKeys} = service;
  const {settings} = client;
  const request = isRecord(tool['request']) ? tool['request'] : {};
  const method = wordOf(request['method'], 'GET');
  const path = pathOf(wordOf(request['path'], ''), setup);
  const query = readParameters(request['query'], setup);
  const headers = readHeaders(request['headers'], setup);
  const cookies = readParameters(request['cookies'], setup);
  const body = bodyOf(request, setup, settings.maxRequestBytes);
  const facts = factsOf(method, tool['planning']);
  const hasHeaders = headers.length > 0 || cookies.length > 0 || Object.keys(cookieKeys).length > 0;
  return {
    query,
    make: (values, replaced) => {
      const url = requestUrl({url: path(values)}, settings.origins, 'repeat');
      const text = queryText(query, values, {keys: queryKeys, replaced});
      if (text !== '') url.search += `${url.search === '' ? '?' : '&'}${text}`;
      return {
        ...facts,
        method,
        url,
        headers: hasHeaders ? headersOf(values) : undefined,
        body: body(values),
        timeout,
      };
    },
  };

  function headersOf(values: Values): Record<string, string> {
    const texts = headerTexts(headers, values);
    const cookie = cookieText(cookies, values, cookieKeys);
    return cookie === undefined ? texts : {...texts, cookie};
  }
}

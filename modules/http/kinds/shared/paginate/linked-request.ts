import {ToolError} from '../../../../../src/sdk.js';
import type {HttpRequest} from '../../../exchange.js';
import {harmlessHeaders} from '../../../request/headers.js';
import {admit} from '../../../target/admit.js';
import type {Service} from '../open-http.js';

/**
 * The request of a link that a server gave: checked like a URL of its own (HT03), with credentials for the own origin only.
 * Throws PERMISSION_DENIED, and PROTOCOL_ERROR for what is no URL.
 */
export function linkedRequest(link: string, from: URL, request: HttpRequest, service: Service): HttpRequest {
  if (!URL.canParse(link, from.href)) {
    throw new ToolError('PROTOCOL_ERROR', 'The link to the next page is no URL', {outcome: 'failed'});
  }
  const url = new URL(link, from);
  url.hash = '';
  const {origins} = service.client.settings;
  admit(url, origins);
  if (url.origin !== origins.base?.origin) return {...request, url, headers: foreign(request.headers)};
  for (const [name, value] of Object.entries(service.queryKeys)) url.searchParams.set(name, value);
  return {...request, url};
}

function foreign(headers: HttpRequest['headers']): HttpRequest['headers'] {
  const lower = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return headers && harmlessHeaders(Object.fromEntries(lower) as Record<string, string>);
}

import type {HttpClient} from './client.js';
import type {Exchange, Head} from './exchange.js';
import {httpFailure} from './failures/http-failure.js';
import {retryAfter} from './pace/retry-delay.js';
import {answerHeaders} from './response/answer-headers.js';
import {responseData, textOf} from './response/data.js';
import type {ResponseType} from './response/data.js';
import {decodeBody} from './response/decode.js';
import {readBody} from './response/read-body.js';

/** What every tool that reads an answer into memory answers. */
export interface HttpAnswer {
  data: unknown;
  status: number;
  headers: Record<string, string>;
  encoding?: 'base64';
  url?: string;
}

/** Bytes of a failed answer's body that are looked at. */
const shown = 65_536;

/** What a status means where something else than HTTP decides: true for a success, false for none. */
export type StatusMeaning = (status: number) => boolean | undefined;

/** Reads an answer. Throws for a status that is no success, with what the server says of it. */
export async function answerOf(
  http: HttpClient,
  head: Head,
  exchange: Exchange,
  type: ResponseType,
  meaning?: StatusMeaning,
): Promise<HttpAnswer> {
  await assertSuccess(http, head, exchange, meaning);
  const {settings} = http;
  const {status, message, url, redirected} = head;
  const answer: HttpAnswer = {data: null, status, headers: answerHeaders(message.headers, settings)};
  if (redirected) answer.url = url.href;
  const raw = await readBody(message, settings.maxResponseBytes);
  if (head.method === 'HEAD') return answer;
  const {headers} = message;
  const bytes = await decodeBody(raw, headers['content-encoding'], settings.maxResponseBytes);
  return Object.assign(answer, responseData(bytes, headers['content-type'], type, safely(http, exchange)));
}

/** 2xx, what a request asked for by its own conditions (304), and redirects that are not to be followed. */
export async function assertSuccess(
  http: HttpClient,
  head: Head,
  exchange: Exchange,
  meaning?: StatusMeaning,
): Promise<void> {
  const {status, statusText, message, method, url} = head;
  if (meaning?.(status) ?? isSuccess(status, http.settings.maxRedirects)) return;
  throw httpFailure({
    method,
    url: exchange.secrets.conceal(url.origin + url.pathname),
    status,
    statusText: exchange.secrets.conceal(statusText),
    body: safely(http, exchange)(await failedBody(head)),
    retryAfter: retryAfter(message.headers['retry-after'], http.clock.now()) ?? untilReset(head, http.clock.now()),
    limited: isLimited(head),
    changes: exchange.changes,
  });
}

/** A 403 that means a limit and no lack of rights, as GitHub and others have it. */
const isLimited = ({status, message: {headers}}: Head): boolean =>
  status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0');

/** ms until a limit that is used up begins anew: `x-ratelimit-reset` in seconds since 1970. */
function untilReset({message: {headers}}: Head, now: number): number | undefined {
  const reset = headers['x-ratelimit-reset'];
  if (headers['x-ratelimit-remaining'] !== '0' || typeof reset !== 'string' || !/^\d{10}$/.test(reset))
    return undefined;
  return Math.max(0, Number(reset) * 1000 - now);
}

const isSuccess = (status: number, maxRedirects: number): boolean =>
  (status >= 200 && status < 300) || status === 304 || (status < 400 && maxRedirects === 0);

/** Takes the secrets of the config and of the call out of a text, which has to be before it is cut. */
const safely =
  ({redactor}: HttpClient, {secrets}: Exchange) =>
  (text: string): string =>
    redactor.text(secrets.conceal(text));

/** The text of a failed answer as far as it can be had: the status is what counts. */
async function failedBody({message, method}: Head): Promise<string> {
  if (method === 'HEAD') return '';
  const {headers} = message;
  try {
    const raw = await readBody(message, shown, {cut: true});
    const bytes = await decodeBody(raw, headers['content-encoding'], shown);
    return bytes.includes(0) ? '' : textOf(bytes, headers['content-type']);
  } catch {
    return '';
  }
}

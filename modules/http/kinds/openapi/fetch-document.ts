import type {Call, WrapSetup} from '../../../../src/sdk.js';
import {answerOf} from '../../answer.js';
import {exchange} from '../../exchange.js';
import {openHttp} from '../shared/open-http.js';
import {documentBounds} from './bounds.js';
import {OpenapiDocument} from './document.js';
import type {Fields} from './document.js';
import {parseText, versionOf} from './parse-text.js';

/** ms that a description may take to arrive. */
const patience = 30_000;

/**
 * Fetches a description from the URL that the config names, through the guards of the http module: its own origin and
 * `allowHosts` only, bounded, without credentials of the API. Throws NoDescription, and what a request can fail with.
 */
export async function fetchDocument(url: URL, setup: WrapSetup): Promise<OpenapiDocument> {
  const {allowHosts, allowPrivate} = setup.config;
  const config = {allowHosts, allowPrivate, maxBody: documentBounds.bytes};
  const service = await openHttp({...setup, config}, {baseURL: url.origin});
  try {
    const request = {
      method: 'GET',
      url,
      headers: {accept: 'application/json, application/yaml, */*'},
      body: undefined,
      changes: false,
      repeatable: true,
    };
    const {text, at} = await exchange(service.client, callOf(), request, async (head, running) => {
      const {data} = await answerOf(service.client, head, running, 'text');
      return {text: String(data), at: head.url.href};
    });
    const root = (await parseText(text, at)) as Fields;
    versionOf(root);
    return new OpenapiDocument(root, {at});
  } finally {
    service.close();
  }
}

/** Nobody calls yet: a module is being made. */
function callOf(): Call {
  const signal = AbortSignal.timeout(patience);
  const ignore = (): void => undefined;
  return {signal, log: ignore, warn: ignore, progress: ignore} as unknown as Call;
}

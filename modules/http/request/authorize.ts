import type {HttpClient} from '../client.js';
import {askedAuthorization} from './credentials.js';
import type {Headers} from './headers.js';

/** Tokens that getAuthToken answered last; each is made known to the redactor when it is new. */
const told = new WeakMap<HttpClient, string>();

/**
 * The Authorization header of a request: none for another origin than that of baseURL, none where the caller gave one.
 * Throws AUTHENTICATION_REQUIRED when getAuthToken fails.
 */
export async function authorize(client: HttpClient, url: URL, headers: Headers): Promise<string | undefined> {
  const {credentials, origins} = client.settings;
  if (credentials.kind === 'none' || headers['authorization'] !== undefined) return undefined;
  if (url.origin !== origins.base?.origin) return undefined;
  if (credentials.kind === 'fixed') return credentials.authorization;
  if (credentials.kind === 'issued') return credentials.authorization();
  const answer = await askedAuthorization(credentials.ask);
  if (answer === undefined) return undefined;
  if (told.get(client) !== answer.secret) {
    told.set(client, answer.secret);
    client.redactor.add(answer.secret);
  }
  return answer.authorization;
}

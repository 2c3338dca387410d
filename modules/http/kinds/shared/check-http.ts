import {isRecord} from '../../../../src/sdk.js';
import type {WrapKind} from '../../../../src/sdk.js';
import {wordOf} from './word.js';

export type Report = Parameters<NonNullable<WrapKind['check']>>[1];
type Values = Readonly<Record<string, unknown>>;

/** Reports what the language can not say of the keys that all kinds with requests have. */
export function checkHttp(config: Values, report: Report): void {
  const auth = isRecord(config['auth']) ? config['auth'] : {};
  const ways = ['bearer', 'basic', 'oauth2'].filter((key) => auth[key] !== undefined);
  for (const key of ways.slice(1)) {
    report({
      path: `auth.${key}`,
      message: `"${key}" can not stand beside "${ways[0] ?? ''}": a request has one Authorization`,
      remedy: 'Remove one of them',
    });
  }
  if (auth['scheme'] !== undefined && !/^[A-Za-z]+$/.test(wordOf(auth['scheme'], ''))) {
    report({path: 'auth.scheme', message: 'It must be one word of letters', remedy: 'Give one such as "token"'});
  }
  for (const path of ['baseURL', 'endpoint', 'wraps']) checkUrl(config[path], path, report);
  if (isRecord(auth['oauth2'])) checkUrl(auth['oauth2']['tokenURL'], 'auth.oauth2.tokenURL', report);
  checkHeaderNames(config['headers'], 'headers', report);
}

/** A URL that stands in the config as it is. */
function checkUrl(value: unknown, path: string, report: Report): void {
  if (typeof value !== 'string' || (/^https?:\/\//i.test(value) && URL.canParse(value))) return;
  report({
    path,
    message: 'It must be an http or https URL',
    received: JSON.stringify(value.slice(0, 80)),
    remedy: 'Give a URL such as "https://api.example.com/v2"',
  });
}

/** Names that no server would see as they are. */
export function checkHeaderNames(headers: unknown, path: string, report: Report): void {
  for (const name of Object.keys(isRecord(headers) ? headers : {})) {
    if (/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) continue;
    report({path: `${path}.${name}`, message: `${JSON.stringify(name)} is no name of a header`, remedy: 'Correct it'});
  }
}

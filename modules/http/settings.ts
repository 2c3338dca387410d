import type {Lookup} from '../../src/sdk.js';
import type {Files} from './files.js';
import {isFiles} from './files.js';
import type {HttpConfig} from './options.js';
import {retrySettings} from './pace/retry-settings.js';
import type {RetrySettings} from './pace/retry-settings.js';
import {misconfigured} from './problems.js';
import {credentialsOf} from './request/credentials.js';
import type {Credentials} from './request/credentials.js';
import {checkedHeaders} from './request/headers.js';
import type {Headers} from './request/headers.js';
import {originsOf} from './target/origins.js';
import type {Origins} from './target/origins.js';

type Kept =
  | 'timeout'
  | 'graphqlEndpoint'
  | 'maxRedirects'
  | 'maxResponseBytes'
  | 'maxRequestBytes'
  | 'maxDownloadBytes'
  | 'maxUploadBytes'
  | 'cookies'
  | 'queryArrays'
  | 'keepAlive'
  | 'maxSockets';

/** The config as the module works with it: read once, and checked. */
export interface HttpSettings extends Readonly<Pick<HttpConfig, Kept>> {
  readonly origins: Origins;
  readonly credentials: Credentials;
  /** Of every request to the origin of baseURL; lower case. */
  readonly headers: Headers;
  readonly files: Files | undefined;
  readonly retry: RetrySettings;
  readonly lookup: Lookup | undefined;
  readonly onAuthError: (() => unknown) | undefined;
  readonly rateLimit: HttpConfig['rateLimit'] | undefined;
  readonly answerHeaders: readonly string[] | undefined;
  readonly tls: HttpConfig['tls'] | undefined;
}

/** Throws INVALID_CONFIG for what the schema can not say. */
export function createSettings(config: HttpConfig): HttpSettings {
  const origins = originsOf(config);
  const credentials = credentialsOf(config);
  const headers = {...configHeaders('defaultHeaders', config), ...configHeaders('headers', config)};
  if (origins.base === undefined && credentials.kind !== 'none') {
    throw misconfigured(
      'baseURL',
      'credentials without a baseURL, which says whom they are for',
      'Name the baseURL that the credentials belong to',
    );
  }
  return {
    ...config,
    origins,
    credentials,
    headers,
    files: filesIn(config),
    retry: retrySettings(config.retry),
    lookup: functionIn(config, 'lookup') as Lookup | undefined,
    onAuthError: functionIn(config, 'onAuthError'),
    rateLimit: config.rateLimit,
    answerHeaders: config.answerHeaders,
    // Not enumerable in the config, so not among what is spread.
    tls: config.tls,
  };
}

function configHeaders(property: 'headers' | 'defaultHeaders', config: HttpConfig): Headers {
  const given = config[property];
  if (given === undefined) return {};
  return checkedHeaders(given, (message) => misconfigured(property, message, `Correct ${property} of the config`));
}

function filesIn({files}: HttpConfig): Files | undefined {
  if (files === undefined || isFiles(files)) return files;
  throw misconfigured(
    'files',
    'files must have createReadStream and createWriteStream',
    'Give an instance of the file system module',
  );
}

function functionIn(config: HttpConfig, property: 'lookup' | 'onAuthError'): ((...args: never) => unknown) | undefined {
  const value = config[property];
  if (value === undefined || typeof value === 'function') return value as ((...args: never) => unknown) | undefined;
  throw misconfigured(
    property,
    `${property} must be a function, received ${typeof value}`,
    `Give a function, or leave ${property} out`,
  );
}

import {ToolError} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {HttpClient} from '../../client.js';
import type {HttpConfig} from '../../options.js';
import {tellSecrets} from '../../request/tell-secrets.js';
import {createSettings} from '../../settings.js';
import type {HttpSettings} from '../../settings.js';
import {keysOf} from './auth.js';
import type {Keys} from './auth.js';
import {wordOf} from './word.js';
import {ClientCredentials} from './client-credentials.js';

/** An API as a config names it: a client of the http module, with its guards, and who calls. */
export interface Service {
  readonly client: HttpClient;
  /** Credentials in a query, for the own origin. */
  readonly queryKeys: Readonly<Record<string, string>>;
  /** Credentials in cookies, for the own origin. */
  readonly cookieKeys: Readonly<Record<string, string>>;
  close(): void;
}

interface ServiceOptions {
  readonly baseURL: string;
  /** Further credentials beside those of `auth`. */
  readonly keys?: Keys;
}

const tenMebibytes = 10_485_760;

/** What the http module does where a config does not say otherwise. */
const defaults = {
  allowedOrigins: [],
  allowPrivate: false,
  timeout: 30_000,
  graphqlEndpoint: '/graphql',
  retry: false,
  maxRedirects: 5,
  maxResponseBytes: tenMebibytes,
  maxRequestBytes: tenMebibytes,
  maxDownloadBytes: tenMebibytes,
  maxUploadBytes: tenMebibytes,
  cookies: false,
  queryArrays: 'repeat',
  keepAlive: true,
  maxSockets: 100,
} as const;

/** Where the settings of the http module stand in a wrap config. */
const places: Readonly<Record<string, string>> = {
  allowedOrigins: 'allowHosts',
  authToken: 'auth.bearer',
  auth: 'auth.basic',
};

/** Opens an API. Throws INVALID_CONFIG; nothing is sent. */
export async function openHttp(setup: WrapSetup, {baseURL, keys: more = {}}: ServiceOptions): Promise<Service> {
  const own = keysOf(setup);
  const keys = {...own, ...more, headers: {...own.headers, ...more.headers}, query: {...own.query, ...more.query}};
  const {redactor} = setup.runtime;
  for (const record of [keys.headers, keys.query, keys.cookies ?? {}]) {
    for (const secret of Object.values(record)) redactor.add(secret);
  }
  const {config} = setup;
  const given = {
    ...defaults,
    baseURL,
    allowedOrigins: config['allowHosts'] ?? [],
    allowPrivate: config['allowPrivate'] ?? false,
    maxRedirects: config['maxRedirects'] ?? defaults.maxRedirects,
    maxResponseBytes: config['maxBody'] ?? tenMebibytes,
    cookies: config['cookies'] ?? false,
    retry: config['resend'] ?? 2,
    rateLimit: config['rateLimit'],
    headers: {...(setup.template(config['headers'] ?? {}).fill({}) as object), ...keys.headers},
    authToken: keys.bearer,
    auth: keys.basic,
  };
  const settings = settingsOf(given as unknown as HttpConfig, setup);
  tellSecrets(settings, redactor);
  const issued = keys.oauth2 && (await openTokens(setup, keys.oauth2));
  const client = await HttpClient.connect(issued ? {...settings, credentials: issued} : settings, setup.runtime);
  return {
    client,
    queryKeys: keys.query,
    cookieKeys: keys.cookies ?? {},
    close: () => {
      issued?.close();
      client.close();
    },
  };
}

/** Tokens come from where the config says, without redirects and without any of the API's credentials. */
async function openTokens(setup: WrapSetup, options: NonNullable<Keys['oauth2']>): Promise<ClientCredentials> {
  const given = {
    ...defaults,
    baseURL: options.tokenURL,
    allowPrivate: setup.config['allowPrivate'] ?? false,
    maxRedirects: 0,
    maxResponseBytes: 65_536,
    retry: 2,
  };
  const settings = settingsOf(given as unknown as HttpConfig, setup, {baseURL: 'auth.oauth2.tokenURL'});
  return new ClientCredentials(await HttpClient.connect(settings, setup.runtime), options, setup.runtime.redactor);
}

function settingsOf(
  config: HttpConfig,
  setup: WrapSetup,
  named: Readonly<Record<string, string>> = places,
): HttpSettings {
  try {
    return createSettings(config);
  } catch (thrown) {
    if (!ToolError.isToolError(thrown)) throw thrown;
    const property = wordOf(thrown.context?.['property'], 'baseURL');
    const message = thrown.message.replace(/^Config of http: /, '');
    throw setup.problem(named[property] ?? property, message, thrown.suggestions?.[0] ?? 'Correct it', thrown);
  }
}

import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import type {ClientCredentialsOptions} from './client-credentials.js';
import {wordOf} from './word.js';

type Values = Readonly<Record<string, unknown>>;

/** Credentials as texts, however a config spelt them. */
export interface Keys {
  readonly bearer?: string | undefined;
  readonly basic?: {readonly username: string; readonly password: string} | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly oauth2?: ClientCredentialsOptions | undefined;
}

/**
 * Reads `auth` of a config. A credential whose runtime value was not given is left out: the API may be open without it.
 * Throws INVALID_CONFIG for one that is empty or no text.
 */
export function keysOf(setup: WrapSetup): Keys {
  const auth = record(setup.config['auth']);
  const read = (template: unknown, path: string): string | undefined => textAt(setup, template, path);
  const named = (key: 'header' | 'query'): Record<string, string> => {
    const {name, value} = record(auth[key]);
    const text = read(value, `auth.${key}.value`);
    return typeof name === 'string' && text !== undefined ? {[name]: text} : {};
  };
  const basic = record(auth['basic']);
  const username = read(basic['username'], 'auth.basic.username');
  const token = read(auth['bearer'], 'auth.bearer');
  return {
    bearer:
      token === undefined || auth['scheme'] === undefined ? token : `${wordOf(auth['scheme'], 'Bearer')} ${token}`,
    basic:
      username === undefined ? undefined : {username, password: read(basic['password'], 'auth.basic.password') ?? ''},
    headers: named('header'),
    query: named('query'),
    oauth2: isRecord(auth['oauth2']) ? clientCredentials(auth['oauth2'], read, setup) : undefined,
  };
}

const record = (value: unknown): Values => (isRecord(value) ? value : {});

function clientCredentials(
  given: Values,
  read: (template: unknown, path: string) => string | undefined,
  setup: WrapSetup,
): ClientCredentialsOptions {
  const needed = (key: string): string => {
    const text = read(given[key], `auth.oauth2.${key}`);
    if (text !== undefined) return text;
    throw setup.problem(`auth.oauth2.${key}`, 'It has no value', 'Give the runtime value that it names');
  };
  const audience = read(given['audience'], 'auth.oauth2.audience');
  return {
    tokenURL: needed('tokenURL'),
    clientId: needed('clientId'),
    clientSecret: needed('clientSecret'),
    scopes: Array.isArray(given['scopes']) ? given['scopes'].map(String) : [],
    in: given['in'] === 'body' ? 'body' : 'header',
    ...(audience !== undefined && {audience}),
  };
}

/** A text of the config; undefined where the runtime value that it names was not given. */
export function textAt(setup: WrapSetup, template: unknown, path: string): string | undefined {
  if (template === undefined) return undefined;
  const value = setup.template(template).fill({});
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  // Nothing is said of what it is: it may be a secret.
  throw setup.problem(path, 'It must be a text that is not empty', 'Give a text, or leave the runtime value out');
}

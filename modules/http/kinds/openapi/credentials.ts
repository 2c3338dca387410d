import {isRecord, nearest} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import type {Keys} from '../shared/auth.js';
import {textAt} from '../shared/auth.js';
import type {CompiledDocument} from './compile-document.js';
import type {SecurityScheme} from './operation.js';

type Given = Pick<CompiledDocument, 'schemes' | 'needed'>;

interface Collected {
  bearer?: string;
  basic?: {readonly username: string; readonly password: string};
  readonly headers: Record<string, string>;
  readonly query: Record<string, string>;
  readonly cookies: Record<string, string>;
}

/** The credentials of `auth.schemes` and `auth.token`, as the description wants them sent. Throws INVALID_CONFIG. */
export function schemeKeys(setup: WrapSetup, given: Given): Keys {
  const auth = isRecord(setup.config['auth']) ? setup.config['auth'] : {};
  const keys: Collected = {headers: {}, query: {}, cookies: {}};
  for (const [name, value] of Object.entries(isRecord(auth['schemes']) ? auth['schemes'] : {})) {
    const path = `auth.schemes.${name}`;
    const scheme = given.schemes.get(name);
    if (!scheme) throw setup.problem(path, `The description has no scheme ${JSON.stringify(name)}`, known(name, given));
    put(keys, scheme, value, path, setup);
  }
  if (auth['token'] !== undefined) put(keys, onlyScheme(given, setup), auth['token'], 'auth.token', setup);
  return keys;
}

function known(name: string, {schemes}: Given): string {
  const near = nearest(name, schemes.keys());
  if (near !== undefined) return `Did you mean "${near}"?`;
  return schemes.size === 0
    ? 'It has none: give bearer, basic, header or query'
    : `It has ${[...schemes.keys()].join(', ')}`;
}

/** The one way in which the tools want to know who calls. */
function onlyScheme({schemes, needed}: Given, setup: WrapSetup): SecurityScheme {
  const usable = [...schemes].filter(([, {type}]) => type !== 'other' && type !== 'basic');
  const names = new Set(needed.flat());
  const asked = usable.filter(([name]) => names.has(name));
  const [first, ...others] = asked.length > 0 ? asked : usable;
  if (first && others.length === 0) return first[1];
  if (!first)
    throw setup.problem('auth.token', 'The description names no scheme that takes a token', 'Give it as auth.bearer');
  const all = [first, ...others].map(([name]) => name).join(', ');
  throw setup.problem('auth.token', `The description names several schemes: ${all}`, 'Give it in auth.schemes');
}

function put(keys: Collected, scheme: SecurityScheme, value: unknown, path: string, setup: WrapSetup): void {
  if (scheme.type === 'other')
    throw setup.problem(
      path,
      `haft does not know the scheme "${scheme.what}"`,
      'Give its headers as headers of the config',
    );
  if (scheme.type === 'basic') {
    const {username, password} = isRecord(value) ? value : {};
    const user = textAt(setup, username, `${path}.username`);
    if (user === undefined) throw setup.problem(path, 'It takes a user', 'Give {"username": …, "password": …}');
    keys.basic = {username: user, password: textAt(setup, password, `${path}.password`) ?? ''};
    return;
  }
  const text = textAt(setup, value, path);
  // Its runtime value was not given: the API may be open without it.
  if (text === undefined) return;
  if (scheme.type !== 'key') keys.bearer = text;
  else if (scheme.in === 'header') keys.headers[scheme.name] = text;
  else if (scheme.in === 'query') keys.query[scheme.name] = text;
  else keys.cookies[scheme.name] = text;
}

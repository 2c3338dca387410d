import type {CompiledDocument} from './compile-document.js';
import type {SecurityRequirement} from './operation.js';

/** Credentials as a config has them, and what a person has to do for them. */
export interface Stub {
  readonly auth: Readonly<Record<string, unknown>> | undefined;
  readonly notes: readonly string[];
}

interface StubOptions {
  /** Begins the names of variables. */
  readonly name: string;
  /** For a config of kind `rest`, which knows no schemes. */
  readonly isExpanded: boolean;
  /** The variable that holds the token, where the caller names one. */
  readonly tokenVariable?: string | undefined;
}

type Given = Pick<CompiledDocument, 'schemes' | 'needed'>;

/** Credentials that most tools ask for, from variables of the environment. */
export function authStub(given: Given, options: StubOptions): Stub {
  const {schemes, needed} = given;
  const {name, isExpanded, tokenVariable} = options;
  if (tokenVariable === undefined && needed.some((names) => names.length === 0)) return {auth: undefined, notes: []};
  const usable = usableOf(given, tokenVariable !== undefined);
  if (!usable) {
    if (tokenVariable !== undefined) return {auth: {bearer: {$env: tokenVariable}}, notes: []};
    return {auth: undefined, notes: needed.length > 0 ? ['It asks for credentials that haft does not know'] : []};
  }
  const auth: Record<string, unknown> = {};
  const byName: Record<string, unknown> = {};
  const variables: string[] = [];
  const env = (...words: readonly string[]): {$env: string} => {
    const variable = [name, ...words]
      .join('_')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase();
    variables.push(variable);
    return {$env: variable};
  };
  let token = tokenVariable;
  for (const one of usable) {
    const scheme = schemes.get(one);
    if (scheme?.type === 'basic') {
      const basic = {username: env(one, 'username'), password: env(one, 'password')};
      if (isExpanded) auth['basic'] = basic;
      else byName[one] = basic;
    } else if (token === undefined && scheme?.type === 'oauth2' && URL.canParse(scheme.tokenURL ?? '')) {
      const client = {clientId: env(one, 'client_id'), clientSecret: env(one, 'client_secret')};
      auth['oauth2'] = {tokenURL: scheme.tokenURL, ...client, ...(scheme.scopes.length > 0 && {scopes: scheme.scopes})};
    } else {
      const value = token === undefined ? env(one) : {$env: token};
      token = undefined;
      if (!isExpanded) byName[one] = value;
      else if (scheme?.type !== 'key') auth['bearer'] = value;
      else if (scheme.in !== 'cookie') auth[scheme.in] = {name: scheme.name, value};
    }
  }
  if (Object.keys(byName).length > 0) auth['schemes'] = byName;
  const notes = variables.length > 0 ? [`Set ${variables.join(', ')} before it is used`] : [];
  return {auth: Object.keys(auth).length > 0 ? auth : undefined, notes};
}

/** The schemes that most tools ask for; for a token those that take one, whether or not a tool says so. */
function usableOf({schemes, needed}: Given, forToken: boolean): SecurityRequirement | undefined {
  const typeOf = (one: string): string => schemes.get(one)?.type ?? 'other';
  const known = needed.filter((names) => names.length > 0 && names.every((one) => typeOf(one) !== 'other'));
  if (!forToken) return known[0];
  const takesToken = (names: SecurityRequirement): boolean => names.some((one) => typeOf(one) !== 'basic');
  const declared = [...schemes.keys()].filter((one) => !['other', 'basic'].includes(typeOf(one)));
  return known.find(takesToken) ?? (declared.length === 1 ? declared : undefined);
}

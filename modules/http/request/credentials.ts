import {toToolError, ToolError} from '../../../src/sdk.js';
import type {HttpConfig} from '../options.js';
import {misconfigured} from '../problems.js';

/** Who the module is, towards the origin of baseURL. */
export type Credentials =
  | {readonly kind: 'none'}
  | {readonly kind: 'fixed'; readonly authorization: string; readonly secret: string}
  | {readonly kind: 'asked'; readonly ask: () => unknown}
  | ({readonly kind: 'issued'} & IssuedCredentials);

/** Tokens that another server gives out, for a time. */
export interface IssuedCredentials {
  /** The header, with a token that holds; its secrets are known to the redactor. Throws ToolErrors. */
  authorization(): Promise<string>;
  /** The server did not take what it was sent. */
  renew(rejected: string | undefined): void;
}

/** Reads authToken, getAuthToken and auth of the config. Throws INVALID_CONFIG. */
export function credentialsOf({authToken, getAuthToken, auth}: HttpConfig): Credentials {
  if (auth !== undefined && (authToken !== undefined || getAuthToken !== undefined)) {
    throw misconfigured('auth', 'it has auth and a token, of which one can be sent', 'Leave one of them out');
  }
  if (getAuthToken !== undefined && typeof getAuthToken !== 'function') {
    throw misconfigured(
      'getAuthToken',
      `getAuthToken must be a function, received ${typeof getAuthToken}`,
      'Give a function, or authToken',
    );
  }
  if (getAuthToken !== undefined) return {kind: 'asked', ask: getAuthToken as () => unknown};
  if (authToken !== undefined) {
    if (!isToken(authToken))
      throw misconfigured('authToken', 'authToken has line breaks or spaces', 'Give the token alone');
    return {kind: 'fixed', authorization: bearer(authToken), secret: authToken};
  }
  return auth === undefined ? {kind: 'none'} : basic(auth);
}

function basic({username, password = '', ...others}: Record<string, unknown>): Credentials {
  const asGiven = typeof username === 'string' && typeof password === 'string' && Object.keys(others).length === 0;
  if (!asGiven || username.includes(':')) {
    throw misconfigured('auth', 'auth must be {username, password}, two texts', 'Give both as texts');
  }
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  return {kind: 'fixed', authorization: `Basic ${encoded}`, secret: password};
}

/** The header for a token that a function of the config answered; nothing for none. Throws AUTHENTICATION_REQUIRED. */
export async function askedAuthorization(
  ask: () => unknown,
): Promise<{authorization: string; secret: string} | undefined> {
  let answer: unknown;
  try {
    answer = await ask();
  } catch (thrown) {
    const {message} = toToolError(thrown);
    throw noToken(`getAuthToken failed: ${message}`, thrown);
  }
  if (answer === undefined || answer === null || answer === '') return undefined;
  if (typeof answer !== 'string' || !isToken(answer))
    throw noToken('getAuthToken answered something that is no token: a text without spaces and line breaks');
  return {authorization: bearer(answer), secret: answer.replace(/^\w+ /, '')};
}

function noToken(message: string, cause?: unknown): ToolError {
  return new ToolError('AUTHENTICATION_REQUIRED', message, {
    outcome: 'not_executed',
    suggestions: ['Let getAuthToken answer a text, or a promise of one'],
    cause,
  });
}

/** One that names its scheme keeps it. */
const bearer = (token: string): string => (token.includes(' ') ? token : `Bearer ${token}`);

const isToken = (text: string): boolean => /^(?:[A-Za-z]+ )?[\u0021-\u007e]+$/.test(text);

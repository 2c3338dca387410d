import type {Shape, WrapFacts} from '../../contract/wrap-language.js';
import type {HttpModuleKeys} from '../config-types/http.js';
import {count, flag, templateMap, text, texts, textTemplate} from './parts.js';

/** Keys of every kind that sends requests. */
export const httpKeys: Readonly<Record<keyof HttpModuleKeys, Shape>> = {
  headers: templateMap('Headers of every request to the own origin.'),
  auth: {
    description:
      'Credentials, sent to the own origin only: one of `bearer`, `basic` and `oauth2`, and a key beside it.',
    type: 'object',
    properties: {
      bearer: textTemplate(
        'Token of an `Authorization: Bearer` header. Not sent where its runtime value is not given.',
      ),
      scheme: text('Word before the token of `bearer`.', {minLength: 1, default: 'Bearer'}),
      basic: {
        description: 'User and password of an `Authorization: Basic` header.',
        type: 'object',
        properties: {username: textTemplate('User.'), password: textTemplate('Password.')},
        required: ['username', 'password'],
        additionalProperties: false,
      },
      header: {
        description: 'A key in a header.',
        type: 'object',
        properties: {name: text('Name of the header.', {minLength: 1}), value: textTemplate('Its value.')},
        required: ['name', 'value'],
        additionalProperties: false,
      },
      query: {
        description: 'A key in the query.',
        type: 'object',
        properties: {name: text('Name of the parameter.', {minLength: 1}), value: textTemplate('Its value.')},
        required: ['name', 'value'],
        additionalProperties: false,
      },
      oauth2: {
        description: 'A token by OAuth 2 client credentials, fetched when it is needed and again when it is over.',
        type: 'object',
        properties: {
          tokenURL: textTemplate('Where tokens are given.'),
          clientId: textTemplate('Id of the client.'),
          clientSecret: textTemplate('Secret of the client.'),
          scopes: texts('Scopes to ask for.'),
          audience: textTemplate('Whom the token is for, where the server wants to know.'),
          in: text('Where id and secret are sent.', {enum: ['header', 'body'], default: 'header'}),
        },
        required: ['tokenURL', 'clientId', 'clientSecret'],
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
  allowHosts: texts('Further origins that a redirect or a link may go to: `https://uploads.example.com`.'),
  allowPrivate: {
    description:
      'Addresses that are not public and that the name of a host may lead to: true for all, or a list of addresses, `network/bits` and names. What baseURL names by address is allowed.',
    anyOf: [{type: 'boolean'}, {type: 'array', items: {type: 'string'}}],
    default: false,
  },
  maxRedirects: count('Redirects that are followed, each checked again; 0 answers the redirect itself.', {
    maximum: 5,
    default: 5,
  }),
  maxBody: count('Bytes that an answer may have after decoding.', {minimum: 1, default: 10_485_760}),
  resend: count(
    'Times that a request is sent again that was turned away: 429, and where that is safe 503 or a lost connection. `Retry-After` counts, up to 30 s.',
    {maximum: 20, default: 2},
  ),
  cookies: flag('Keep the cookies of each origin for as long as the module lives.'),
};

/** Common codes that a request can be answered with. */
export const httpErrors = [
  'INVALID_PARAMETER',
  'PERMISSION_DENIED',
  'AUTHENTICATION_REQUIRED',
  'AUTHORIZATION_FAILED',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_LOCKED',
  'RESOURCE_UNAVAILABLE',
  'RATE_LIMITED',
  'OPERATION_FAILED',
  'OPERATION_TIMEOUT',
  'NETWORK_ERROR',
  'CONNECTION_LOST',
  'TLS_ERROR',
  'PROTOCOL_ERROR',
  'LIMIT_EXCEEDED',
] as const;

/** What a request method promises (RFC 9110 9.2). */
export function methodFacts(method: unknown, module: Readonly<Record<string, unknown>>): WrapFacts {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(String(method));
  return {
    planning: {idempotent: reads || method === 'PUT' || method === 'DELETE', sideEffects: !reads, cost: 'medium'},
    ...(module['securityTier'] === undefined && {securityTier: reads ? 1 : 2}),
  };
}

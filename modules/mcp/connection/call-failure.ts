import {ToolError} from '../../../src/sdk.js';
import {cleanText} from '../clean-text.js';
import type {Secrets} from '../clean-text.js';
import {asCause, causesOf, codeOf, messageOf} from './causes.js';
import {networkFailure} from './network-failure.js';
import type {Ending} from './transport.js';

/** What the tools say of the codes that any call to a server can answer. */
export const serverErrors = {
  CONNECTION_LOST: 'The server ended, or the connection was cut, before it answered',
  NETWORK_ERROR: 'The server can not be reached',
  RESOURCE_UNAVAILABLE: 'The server ended and could not be started again, or is overloaded',
  PROTOCOL_ERROR: 'The server answered something that is no MCP',
  LIMIT_EXCEEDED: 'The server sent a message of more than maxMessageBytes, or does not read',
  AUTHENTICATION_REQUIRED: 'The server wants credentials',
  AUTHORIZATION_FAILED: 'The credentials are not enough',
  RATE_LIMITED: 'The server wants fewer calls',
  PERMISSION_DENIED: 'The server redirects, or its name leads to a private address',
  RESOURCE_NOT_FOUND: 'The server does not know what was named, or is not there',
  INVALID_PARAMETER: 'The server refuses the input',
  NOT_SUPPORTED: 'The server does not offer this',
  OPERATION_FAILED: 'The server failed, or wanted to ask the user something',
} as const;

/** JSON-RPC's codes, and MCP's. */
const rpcCodes: Readonly<Record<number, keyof typeof serverErrors>> = {
  [-32700]: 'PROTOCOL_ERROR',
  [-32600]: 'PROTOCOL_ERROR',
  [-32601]: 'NOT_SUPPORTED',
  [-32602]: 'INVALID_PARAMETER',
  [-32002]: 'RESOURCE_NOT_FOUND',
};

const unsupported = new Set<unknown>(['CAPABILITY_NOT_SUPPORTED', 'METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION']);

/** Who was asked, and what an error about that needs. */
export interface Asked {
  readonly label: string;
  /** Why the connection is over, if it is. */
  readonly ending: Ending | undefined;
  readonly secrets: Secrets;
}

/** A failed request to a server as a ToolError: what happened, and whether it may have happened (MC01). */
export function callFailure(thrown: unknown, {label, ending, secrets}: Asked): ToolError {
  if (ToolError.isToolError(thrown)) return thrown;
  const code = codeOf(thrown);
  if (code === 'NOT_CONNECTED' || messageOf(thrown) === 'Not connected') return notConnected(label, thrown);
  if (isLostAnswer(thrown) || code === 'CONNECTION_CLOSED') return lost(label, ending, thrown);
  if (unsupported.has(code)) return failed('NOT_SUPPORTED', `The server ${label} does not offer this`, thrown);
  if (code === 'UNSUPPORTED_RESULT_TYPE' || code === -32042) {
    const message = `The server ${label} wants to ask the user something, which haft does not offer`;
    return failed('OPERATION_FAILED', message, thrown, {reason: 'input_required'});
  }
  if (typeof code === 'number') return refused(code, thrown, {label, secrets});
  const network = networkFailure(thrown, label);
  if (network) return network;
  return new ToolError('PROTOCOL_ERROR', `The server ${label}: ${cleanText(messageOf(thrown), 500, secrets)}`, {
    outcome: 'unknown',
    cause: asCause(thrown),
  });
}

/** The mark that http-transport.ts puts on an answer that never came. */
function isLostAnswer(thrown: unknown): boolean {
  const [error] = causesOf(thrown) as readonly {data?: {haft?: unknown}}[];
  return error?.data?.haft === 'lost';
}

const notConnected = (label: string, cause: unknown): ToolError =>
  new ToolError('CONNECTION_LOST', `There is no connection to the server ${label}`, {
    outcome: 'not_executed',
    suggestions: ['Call again: the server is started or reached again'],
    cause: asCause(cause),
  });

/** The connection ended in the middle of a call: nobody knows how far it came. */
function lost(label: string, ending: Ending | undefined, cause: unknown): ToolError {
  const {code = 'CONNECTION_LOST', what = 'ended the connection', context} = ending ?? {};
  return new ToolError(code, `The server ${label} ${what} before it answered`, {
    outcome: 'unknown',
    suggestions: [
      code === 'LIMIT_EXCEEDED'
        ? 'Ask for less, or raise maxMessageBytes in the config'
        : 'Find out whether it happened before calling again; the next call starts the server again',
    ],
    context,
    cause: asCause(cause),
  });
}

/**
 * A JSON-RPC error: the server's own word that the call failed. What is not there has the code of invalid parameters in
 * the protocol, with its uri; many servers leave that out, and say it in words only.
 */
function refused(code: number, thrown: unknown, {label, secrets}: Pick<Asked, 'label' | 'secrets'>): ToolError {
  const data = (thrown as {data?: {uri?: unknown}}).data;
  const message = cleanText(messageOf(thrown), 1000, secrets);
  const isMissing = code === -32602 && (typeof data?.uri === 'string' || /\bnot found\b/i.test(message));
  const common = isMissing ? 'RESOURCE_NOT_FOUND' : (rpcCodes[code] ?? 'OPERATION_FAILED');
  return failed(common, `The server ${label}: ${message}`, thrown);
}

const failed = (
  code: string,
  message: string,
  cause: unknown,
  context?: Readonly<Record<string, unknown>>,
): ToolError => new ToolError(code, message, {outcome: 'failed', recoverable: false, context, cause: asCause(cause)});

import {commonCode, ToolError} from '../../../src/sdk.js';
import type {CommonErrorCode, Outcome} from '../../../src/sdk.js';
import {asCause, causesOf, codeOf, messageOf, statusOf} from './causes.js';

type Meaning = readonly [code: CommonErrorCode, outcome: Outcome, suggestion: string];

const serverFault: Meaning = ['RESOURCE_UNAVAILABLE', 'unknown', 'Look at the log of the server'];
const strangeStatus: Meaning = ['PROTOCOL_ERROR', 'failed', 'Check server.url'];

/** What an HTTP status says: code, outcome of a request that got it, what to do. A 4xx is the server's word that nothing was done. */
const statuses: Readonly<Record<number, Meaning>> = {
  401: ['AUTHENTICATION_REQUIRED', 'failed', 'Give server.token or server.headers in the config'],
  403: ['AUTHORIZATION_FAILED', 'failed', 'Ask for access, or give another token'],
  404: ['RESOURCE_NOT_FOUND', 'failed', 'Check the path of server.url; many servers answer at /mcp'],
  405: ['RESOURCE_NOT_FOUND', 'failed', 'Check the path of server.url; many servers answer at /mcp'],
  408: ['OPERATION_TIMEOUT', 'unknown', 'Try again later'],
  413: ['LIMIT_EXCEEDED', 'failed', 'Send less'],
  429: ['RATE_LIMITED', 'failed', 'Wait before the next call'],
  503: ['RESOURCE_UNAVAILABLE', 'unknown', 'Find out whether it happened before calling again'],
  504: ['OPERATION_TIMEOUT', 'unknown', 'Try again later'],
};

/** Whether a code is one of those by which TLS says that it does not trust the other side. */
const isTls = (code: unknown): boolean => typeof code === 'string' && /CERT|TLS|SSL|SIGNATURE|^EPROTO$/.test(code);

/**
 * What went wrong on the way to the server or back, as an error with a common code; undefined for what is no trouble
 * of the network.
 */
export function networkFailure(thrown: unknown, label: string): ToolError | undefined {
  const causes = causesOf(thrown);
  const own = causes.find((cause) => ToolError.isToolError(cause));
  if (own) return own;
  for (const cause of causes) {
    const found = byStatus(cause, label) ?? byCode(cause, label);
    if (found) return found;
  }
  return undefined;
}

function byStatus(error: unknown, label: string): ToolError | undefined {
  const status = statusOf(error);
  if (status === undefined || status < 400) return undefined;
  const [code, outcome, suggestion] = statuses[status] ?? (status >= 500 ? serverFault : strangeStatus);
  return new ToolError(code, `The server ${label} answers with HTTP status ${String(status)}`, {
    outcome,
    suggestions: [suggestion],
    context: {status},
    cause: asCause(Object.assign(new Error(messageOf(error)), {code: String(status)})),
  });
}

function byCode(error: unknown, label: string): ToolError | undefined {
  const native = codeOf(error);
  const code = typeof native === 'string' ? commonCode(native) : undefined;
  if (isTls(native)) {
    return new ToolError(
      'NETWORK_ERROR',
      `The server ${label} is not trusted, or does not speak TLS: ${messageOf(error).trim()}`,
      {
        // A certificate is looked at before anything is sent; the rest may come in the middle.
        outcome: /CERT|SIGNATURE|ALTNAME/.test(String(native)) ? 'not_executed' : 'unknown',
        recoverable: false,
        suggestions: [
          'Check the certificate and the name in server.url; NODE_EXTRA_CA_CERTS adds authorities of your own',
        ],
        cause: asCause(error),
      },
    );
  }
  if (code === 'NETWORK_ERROR') {
    return new ToolError(code, `The server ${label} can not be reached: ${messageOf(error) || String(native)}`, {
      outcome: 'not_executed',
      suggestions: ['Start the server, or check host and port of server.url'],
      cause: asCause(error),
    });
  }
  if (code !== 'CONNECTION_LOST') return undefined;
  return new ToolError(code, `The connection to the server ${label} was cut`, {
    outcome: 'unknown',
    suggestions: ['Find out whether it happened before calling again'],
    cause: asCause(error),
  });
}

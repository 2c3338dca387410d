import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';
import type {Outcome} from '../../../src/sdk.js';

/** What is known of a request that got no answer. */
export interface LostRequest {
  /** `GET https://host/path`, safe to tell. */
  readonly what: string;
  /** Bytes of it may have left. */
  readonly sent: boolean;
  /** The head of an answer came. */
  readonly answered: boolean;
  readonly outcome: Outcome;
}

const certificate = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA)/;

/** By native code: what it means, and what to do. */
const known: Readonly<Record<string, readonly [meaning: string, suggestion: string]>> = {
  ECONNREFUSED: ['the connection was refused', 'Start the server, or check host and port in the config'],
  ENOTFOUND: ['the host can not be found', 'Check the host name, and the network'],
  EAI_AGAIN: ['the host name could not be looked up', 'Check the network, then try again'],
  EHOSTUNREACH: ['the host can not be reached', 'Check the network, then try again'],
  ENETUNREACH: ['the network can not be reached', 'Check the network, then try again'],
  ETIMEDOUT: ['the connection could not be made in time', 'Check the network, then try again'],
  CERT_HAS_EXPIRED: ["the server's certificate has expired", 'Renew the certificate of the server'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    "the server's certificate is for another name",
    'Use a name that the certificate has, or give the server one for this name',
  ],
};

/** A failure without an answer, as an error that holds nothing of the request but its method and path. */
export function networkFailure(thrown: unknown, {what, sent, answered, outcome}: LostRequest): ToolError {
  const native = nativeCode(thrown);
  const {code, meaning, suggestion} = diagnose(native, sent);
  // The message of Node names addresses and reasons, and nothing that was sent.
  const said = thrown instanceof Error ? thrown.message.slice(0, 300) : '';
  const cause = Object.assign(new Error(said), native !== undefined && {code: native});
  const head = answered ? 'The response was cut off' : 'No response received from server';
  return new ToolError(code, `${head}: ${meaning} (${what})`, {
    outcome,
    cause,
    recoverable: code === 'TLS_ERROR' ? false : undefined,
    suggestions: [suggestion],
    ...(native !== undefined && {context: {native}}),
  });
}

function diagnose(native: string | undefined, sent: boolean): {code: string; meaning: string; suggestion: string} {
  if (native !== undefined && certificate.test(native)) {
    const [meaning, suggestion] = known[native] ?? [
      native.startsWith('EPROTO') || native.startsWith('ERR_SSL')
        ? 'the server does not speak TLS as expected'
        : "the server's certificate is not trusted",
      'Check the scheme and port, or name the authority of the certificate in the config: tls: {ca}',
    ];
    return {code: 'TLS_ERROR', meaning, suggestion};
  }
  if (native?.startsWith('HPE_') === true) {
    return {code: 'PROTOCOL_ERROR', meaning: 'the answer is not HTTP', suggestion: 'Check the port in the config'};
  }
  const [meaning, suggestion] = known[native ?? ''] ?? ['the connection was lost', 'Try again'];
  const common = commonCode(native);
  if (!sent) return {code: 'NETWORK_ERROR', meaning, suggestion};
  return {
    code: common === 'NETWORK_ERROR' ? common : 'CONNECTION_LOST',
    meaning: 'the connection was lost',
    suggestion,
  };
}

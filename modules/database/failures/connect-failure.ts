import {commonCode, nativeCode, ToolError} from '../../../src/sdk.js';
import type {ServerAddress} from '../client.js';
import type {WireError} from '../connections/wire.js';
import {isSqlState, meaningOf} from './sql-states.js';

/** What failed before there was a connection, as a code and what to do. */
interface Meaning {
  readonly code: string;
  readonly next: string;
}

const certificate = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** Why there is no connection. Nothing was executed. */
export function connectFailure(error: WireError, address: ServerAddress): ToolError {
  const {code, next} = meaningOfConnect(error);
  const {host, port, database, user} = address;
  const where = host.startsWith('/') ? host : `${host}:${String(port)}`;
  return new ToolError(code, `Can not connect to database '${database}' at ${where} as '${user}': ${reason(error)}`, {
    outcome: 'not_executed',
    suggestions: [next],
    cause: error,
  });
}

function meaningOfConnect(error: WireError): Meaning {
  const native = nativeCode(error);
  if (isSqlState(native)) {
    const {code, suggestion = 'Check the config of the database'} = meaningOf(native);
    // Nothing was going on yet that could be lost.
    return {code: code === 'CONNECTION_LOST' ? 'RESOURCE_UNAVAILABLE' : code, next: suggestion};
  }
  if (native !== undefined && certificate.test(native)) {
    return {
      code: 'PROTOCOL_ERROR',
      next: "Connect by the name in the server's certificate, and name who signed it with ssl: {ca} in the config",
    };
  }
  const {message} = error;
  if (/does not support SSL|SSL connection/.test(message)) {
    return {code: 'PROTOCOL_ERROR', next: 'Set ssl: false in the config, or switch TLS on at the server'};
  }
  if (/password|SASL/.test(message)) {
    return {code: 'AUTHENTICATION_REQUIRED', next: 'Check user and password of the config'};
  }
  if (message.includes('timeout')) {
    return {code: 'OPERATION_TIMEOUT', next: 'Check host and port of the config, or raise connectTimeout'};
  }
  const common = commonCode(native);
  // A socket file that is not there is a server that is not there.
  const code = common === undefined || common === 'RESOURCE_NOT_FOUND' ? 'NETWORK_ERROR' : common;
  return {code, next: 'Start the server, or check host and port of the config'};
}

/** What Node says of several addresses of one name has no message of its own. */
function reason(error: WireError & {readonly errors?: readonly Error[]}): string {
  if (error.message !== '') return error.message;
  return error.errors?.map(({message}) => message).join('; ') ?? error.code ?? 'no reason was given';
}

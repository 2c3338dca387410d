import {connect} from 'node:net';
import type {WireClient} from './wire.js';

/** Number of a cancel request (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const cancelCode = 80_877_102;

/**
 * Asks the server, over a connection of its own, to end what a client runs (DB07): a client that only stops waiting leaves
 * the server at work. Rejects when the server can not be asked.
 */
export function sendCancelRequest({host, port, processID, secretKey}: WireClient): Promise<void> {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(cancelCode, 4);
  request.writeInt32BE(processID ?? 0, 8);
  request.writeInt32BE(secretKey ?? 0, 12);
  return new Promise((resolve, reject) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${String(port)}`) : connect(port, host);
    socket.setTimeout(2000, () => socket.destroy(new Error('The server did not take the cancel request')));
    socket.on('connect', () => socket.end(request));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve();
    });
    socket.resume();
  });
}

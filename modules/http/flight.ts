import type {ClientRequest, IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';

/** One request under way: how far it came, and how it is ended. */
export class Flight {
  /** Bytes of the request may have left: from here on it may have happened. */
  sent = false;
  /** It went over a connection that had been used before. */
  reused = false;
  /** Why it failed, as Node says it. */
  error: Error | undefined;
  #request: ClientRequest | undefined;
  #message: IncomingMessage | undefined;
  #ended: Error | undefined;

  begin(request: ClientRequest): ClientRequest {
    this.#request = request;
    request.once('error', (error) => (this.error ??= error));
    request.once('socket', (socket) => this.#watch(request, socket));
    if (this.#ended) request.destroy(this.#ended);
    return request;
  }

  landed(message: IncomingMessage): void {
    this.#message = message;
    if (this.#ended) message.destroy(this.#ended);
  }

  /** Ends it, its connection too. */
  end(reason: Error): void {
    this.#ended ??= reason;
    if (this.#message) this.#message.destroy(reason);
    else this.#request?.destroy(reason);
  }

  #watch(request: ClientRequest, socket: Socket & {secureConnecting?: boolean}): void {
    this.reused = request.reusedSocket;
    if (this.reused || (!socket.connecting && socket.secureConnecting !== true)) this.sent = true;
    // Node writes the head in the moment in which the connection is there.
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => (this.sent = true));
  }
}

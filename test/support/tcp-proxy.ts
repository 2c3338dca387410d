import {once} from 'node:events';
import {connect, createServer} from 'node:net';
import type {AddressInfo, Server, Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';

import {afterEach} from '@jest/globals';

/** The way that bytes go: `request` from the client to the server, `reply` back. */
export type Way = 'request' | 'reply';

/** How a connection ends: RST, or FIN. */
type Ending = 'reset' | 'end';

/**
 * Where a fault begins: after so many bytes of its way, or behind a text that has gone by, in the request or in the
 * reply. What is before that point still passes.
 */
type Point = number | {readonly request: string} | {readonly reply: string};

/** What a connection suffers. Counts start when the fault is set. */
export type Fault =
  /** Nothing. */
  | {readonly kind: 'none'}
  /** Reset as soon as it is accepted. */
  | {readonly kind: 'refuse'}
  /** Accepted, and nothing ever moves; on a connection in flight, nothing moves any more. */
  | {readonly kind: 'stall'}
  /** Both sides lose the connection. */
  | {readonly kind: 'cut'; readonly way: Way; readonly after: Point; readonly by: Ending}
  /** What follows on this way vanishes, and the connection stays open. */
  | {readonly kind: 'lose'; readonly way: Way; readonly after: Point}
  /** Each piece waits before it goes on. */
  | {readonly kind: 'delay'; readonly ms: number}
  | {readonly kind: 'slow'; readonly way: Way; readonly bytesPerSecond: number};

export interface TcpProxy {
  readonly host: string;
  readonly port: number;
  /** Connections that came so far. */
  readonly accepted: number;
  /** Connections that clients have open now. */
  readonly open: number;
  /** Connections whose fault really began: a fault that never does proves nothing. */
  readonly struck: number;
  /** Says what each connection from now on suffers; a function is asked with its number, from 0. */
  plan(fault: Fault | ((connection: number) => Fault)): void;
  /** Says what the connections in flight suffer from their next byte on. */
  strike(fault: Fault): void;
  /** Ends all connections in flight at once. */
  drop(by: Ending): void;
  /** Nobody listens any more, as where a server is gone; connections in flight stay. */
  refuseConnections(): Promise<void>;
  /** Listens again, at the same port. */
  acceptConnections(): Promise<void>;
  /** Ends everything. */
  close(): Promise<void>;
}

/** Gives a test file its proxies, each in front of a port of this machine; all are closed after their test. */
export function useTcpProxies(): (target: number) => Promise<TcpProxy> {
  const made: TcpProxy[] = [];
  afterEach(async () => {
    for (const proxy of made.splice(0)) await proxy.close();
  });
  return async (target) => {
    const proxy = await startTcpProxy(target);
    made.push(proxy);
    return proxy;
  };
}

/** Starts a proxy on a free port of loopback. Without a plan everything passes. */
async function startTcpProxy(target: number): Promise<TcpProxy> {
  const host = '127.0.0.1';
  const connections = new Set<Connection>();
  let planned: (connection: number) => Fault = () => ({kind: 'none'});
  let [accepted, struck] = [0, 0];

  const accept = (client: Socket): void => {
    const connection = new Connection(client, target, planned(accepted++), () => (struck += 1));
    connections.add(connection);
    void connection.run().finally(() => connections.delete(connection));
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer({allowHalfOpen: true}, accept).listen(port, host);
    await once(server, 'listening');
    return server;
  };
  const stop = async (): Promise<void> => {
    const listening = server.listening;
    server.close();
    // A closed server takes no more connections at once; its 'close' waits for those it took.
    if (listening) await new Promise((settle) => setImmediate(settle));
  };

  let server = await listen(0);
  const {port} = server.address() as AddressInfo;
  return {
    host,
    port,
    get accepted() {
      return accepted;
    },
    get open() {
      return connections.size;
    },
    get struck() {
      return struck;
    },
    plan: (fault) => (planned = typeof fault === 'function' ? fault : () => fault),
    strike: (fault) => connections.forEach((connection) => connection.suffer(fault)),
    drop: (by) => connections.forEach((connection) => connection.end(by)),
    refuseConnections: stop,
    acceptConnections: async () => {
      if (!server.listening) server = await listen(port);
    },
    close: async () => {
      await stop();
      for (const connection of connections) connection.end('reset');
      while (connections.size > 0) await new Promise((settle) => setImmediate(settle));
    },
  };
}

/** One client and its way to the server. */
class Connection {
  readonly #client: Socket;
  readonly #over = new AbortController();
  readonly #target: number;
  readonly #onStruck: () => void;
  #server: Socket | undefined;
  #fault: Fault;
  #struck = false;
  /** Bytes of each way that passed, and the end of what was said, for a text that comes in two pieces. */
  #passed: Record<Way, number> = {request: 0, reply: 0};
  #tail = '';
  #textSeen = false;

  constructor(client: Socket, target: number, fault: Fault, onStruck: () => void) {
    this.#client = client;
    this.#target = target;
    this.#fault = fault;
    this.#onStruck = onStruck;
  }

  /** Carries bytes until both sides have ended. */
  async run(): Promise<void> {
    const client = this.#prepare(this.#client);
    const gone = closed(client);
    if (this.#fault.kind === 'refuse') {
      this.#strike();
      this.end('reset');
    } else if (this.#fault.kind === 'stall') {
      this.#strike();
      client.resume().once('end', () => client.end());
    } else {
      const server = this.#prepare(connect({port: this.#target, host: '127.0.0.1', allowHalfOpen: true}));
      this.#server = server;
      await Promise.all([closed(server), this.#carry('request', client, server), this.#carry('reply', server, client)]);
    }
    await gone;
  }

  suffer(fault: Fault): void {
    this.#fault = fault;
    this.#passed = {request: 0, reply: 0};
    this.#tail = '';
    this.#textSeen = false;
    this.#struck = false;
  }

  end(by: Ending): void {
    this.#over.abort();
    for (const socket of [this.#client, this.#server]) {
      if (by === 'end') {
        socket?.destroySoon();
        continue;
      }
      // By itself a reset waits until everything is written, which a side that does not read never lets happen; and a
      // socket that has said its end can not be reset any more.
      if (socket?.writableEnded === false) socket.resetAndDestroy();
      socket?.destroy();
    }
  }

  /** When one side breaks, so does the other. */
  #prepare(socket: Socket): Socket {
    socket.setNoDelay(true);
    return socket.on('error', () => this.end('reset'));
  }

  async #carry(way: Way, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from.iterator({destroyOnReturn: false})) await this.#pass(way, chunk as Buffer, to);
      to.end();
    } catch {
      // The connection broke, which is what it is here for.
      this.end('reset');
    }
  }

  async #pass(way: Way, chunk: Buffer, to: Socket): Promise<void> {
    const fault = this.#fault;
    switch (fault.kind) {
      case 'none':
      case 'refuse':
        return this.#write(to, chunk);
      case 'stall':
        this.#strike();
        return;
      case 'delay':
        this.#strike();
        await this.#wait(fault.ms);
        return this.#write(to, chunk);
      case 'slow':
        if (way !== fault.way) return this.#write(to, chunk);
        this.#strike();
        return this.#trickle(to, chunk, fault.bytesPerSecond);
      case 'cut':
      case 'lose': {
        const rest = this.#untilFault(fault, way, chunk);
        if (rest > 0) await this.#write(to, chunk.subarray(0, rest));
        if (rest === chunk.length) return;
        this.#strike();
        if (fault.kind === 'cut') this.end(fault.by);
      }
    }
  }

  /** How many bytes of a piece come before the fault begins. */
  #untilFault(fault: {readonly way: Way; readonly after: Point}, way: Way, chunk: Buffer): number {
    if (typeof fault.after === 'number') {
      const left = fault.after - this.#passed[way];
      this.#passed[way] += chunk.length;
      return fault.way === way && left < chunk.length ? Math.max(0, left) : chunk.length;
    }
    if (this.#textSeen) return fault.way === way ? 0 : chunk.length;
    const [speaker, text] = 'request' in fault.after ? ['request', fault.after.request] : ['reply', fault.after.reply];
    if (speaker !== way) return chunk.length;
    const seen = this.#tail + chunk.toString('latin1');
    const at = seen.indexOf(text);
    const end = at + text.length - this.#tail.length;
    this.#tail = seen.slice(-text.length);
    this.#textSeen = at >= 0;
    return at >= 0 && fault.way === way ? end : chunk.length;
  }

  #strike(): void {
    if (this.#struck) return;
    this.#struck = true;
    this.#onStruck();
  }

  async #trickle(to: Socket, chunk: Buffer, bytesPerSecond: number): Promise<void> {
    const step = Math.max(1, Math.ceil(bytesPerSecond / 50));
    for (let at = 0; at < chunk.length; at += step) {
      await this.#wait((1000 * step) / bytesPerSecond);
      await this.#write(to, chunk.subarray(at, at + step));
    }
  }

  #wait(ms: number): Promise<unknown> {
    return sleep(ms, undefined, {signal: this.#over.signal});
  }

  async #write(to: Socket, piece: Buffer): Promise<void> {
    if (!to.writable || to.write(piece)) return;
    await once(to, 'drain', {signal: this.#over.signal});
  }
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((settle) => socket.once('close', settle));
}

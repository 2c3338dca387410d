import {isIPv4, Socket} from 'node:net';

import {afterAll, beforeAll} from '@jest/globals';

export interface SocketGuard {
  /** Where the process wanted to connect to, and was not let. */
  readonly refused: readonly string[];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Host of the arguments of `Socket.connect`, in each of their spellings; undefined for a local pipe. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = args;
  if (Array.isArray(first)) return hostOf(first as unknown[]);
  if (typeof first === 'object' && first !== null) {
    const {host, path} = first as {host?: string; path?: string};
    return path === undefined ? (host ?? 'localhost') : undefined;
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return undefined;
  return typeof second === 'string' ? second : 'localhost';
}

/**
 * Guards the sockets of a test file: a connection to anything but loopback throws and is counted, so that "refused
 * before connect" can be proven and nothing ever leaves the machine (SECURITY 1).
 */
export function guardSockets(): SocketGuard {
  const refused: string[] = [];
  const prototype = Socket.prototype as {connect: (...args: unknown[]) => unknown};
  const connect = prototype.connect;
  beforeAll(() => {
    prototype.connect = function guarded(this: Socket, ...args: unknown[]): unknown {
      const host = hostOf(args);
      if (host !== undefined && !isLoopback(host)) {
        refused.push(host);
        throw new Error(`A test wanted to connect to ${host}`);
      }
      return connect.apply(this, args);
    };
  });
  afterAll(() => {
    prototype.connect = connect;
  });
  return {refused};
}

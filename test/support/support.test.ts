import {once} from 'node:events';
import {createServer, Socket} from 'node:net';
import type {AddressInfo} from 'node:net';

import {describe, expect, test} from '@jest/globals';

import {guardSockets} from './socket-guard.js';

const guard = guardSockets();

describe('the socket guard', () => {
  test('lets nothing through but loopback, and counts what it refused', async () => {
    const server = createServer((socket) => socket.end('hi')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    const socket = new Socket().connect(port, '127.0.0.1');
    expect(String(await once(socket, 'data').then(([data]: unknown[]) => data))).toBe('hi');
    server.close();

    expect(() => new Socket().connect(80, '192.0.2.1')).toThrow('A test wanted to connect to 192.0.2.1');
    expect(() => new Socket().connect({host: 'example.com', port: 80})).toThrow('example.com');
    await expect(fetch('http://192.0.2.2/')).rejects.toThrow();
    expect(guard.refused).toEqual(['192.0.2.1', 'example.com', '192.0.2.2']);
  });
});

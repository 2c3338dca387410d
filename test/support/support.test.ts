import {once} from 'node:events';
import {createServer, Socket} from 'node:net';
import type {AddressInfo} from 'node:net';

import {describe, expect, test} from '@jest/globals';

import {inTwoSeconds, longestTurn, startClock, threadTime, timeOf} from './machine-time.js';
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

describe('the time of the machine', () => {
  const work = (ms: number): void => {
    const end = threadTime() + ms;
    while (threadTime() < end);
  };
  const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

  test('sees how long work in one piece was, and that work in pieces is in pieces', async () => {
    const whole = await longestTurn(async () => work(100));
    expect(whole.longest).toBeGreaterThan(90);
    const pieces = await longestTurn(async () => {
      for (let piece = 0; piece < 10; piece++) {
        work(5);
        await nextTurn();
      }
    });
    expect(pieces.longest).toBeLessThan(whole.longest / 2);
  });

  test('counts all work of the thread, and no more waiting than there was', async () => {
    const {took} = await timeOf(async () => work(100));
    expect(took).toBeGreaterThan(90);
    const [since, clock] = [performance.now(), startClock()];
    await new Promise((resolve) => setTimeout(resolve, 50));
    const elapsed = clock.elapsed();
    clock.stop();
    expect(elapsed).toBeGreaterThan(0);
    // The clock of the processor is told a tick later.
    expect(elapsed).toBeLessThan(performance.now() - since + 10);
  });

  test('is waited for until something holds', async () => {
    let looks = 0;
    expect(await inTwoSeconds(() => ++looks === 3)).toBe(true);
    expect(looks).toBe(3);
  });
});

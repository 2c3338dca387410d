import {createServer} from 'node:net';
import type {AddressInfo, Server} from 'node:net';

import {afterEach, describe, expect, test} from '@jest/globals';

import {defineTool, Runtime} from '../../src/sdk.js';
import type {ModuleInstance, RetryPolicy} from '../../src/sdk.js';
import {errorOf, moduleOf} from '../support/one-module.js';
import {guardSockets} from '../support/socket-guard.js';

const guard = guardSockets();
const thrice: RetryPolicy = {maxRetries: 3, backoff: {type: 'none'}};
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
  expect(guard.refused).toEqual([]);
});

/** A peer that does what it is told and then hangs up without an answer. */
async function peer(): Promise<{url: string; done: string[]}> {
  const done: string[] = [];
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      done.push(data.toString('utf8').split('\r\n', 1)[0] ?? '');
      socket.resetAndDestroy();
    });
    socket.on('error', () => undefined);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/orders`, done};
}

/** The cause of a failed fetch has the native code. */
const request = async (url: string, method: string): Promise<number> => {
  try {
    return (await fetch(url, {method})).status;
  } catch (error) {
    throw (error as Error).cause ?? error;
  }
};

const order = defineTool({
  name: 'order',
  description: 'Place an order',
  input: {url: 'string', item: {type: 'string', default: 'a'}},
  planning: {idempotent: false, sideEffects: true},
  retry: thrice,
  run: (_module, {url}) => request(url, 'POST'),
});
const look = defineTool({
  name: 'look',
  description: 'Look at the orders',
  input: {url: 'string'},
  planning: {idempotent: true, sideEffects: false},
  retry: thrice,
  run: (_module, {url}) => request(url, 'GET'),
});

const create = (): Promise<ModuleInstance> => moduleOf([order, look], new Runtime());

describe('CO03: an effect whose answer is lost', () => {
  test('happens once, whatever the retry policy, and its outcome is unknown', async () => {
    const {url, done} = await peer();
    const module = await create();
    const result = await module.getTool('order').execute({url});
    expect(errorOf(result)).toMatchObject({code: 'CONNECTION_LOST', outcome: 'unknown'});
    expect(result.metadata.attempts).toBe(1);
    expect(done).toEqual(['POST /orders HTTP/1.1']);
  });

  test('is not repeated by a second call with the same key: it gets the same answer', async () => {
    const {url, done} = await peer();
    const module = await create();
    const first = await module.getTool('order').execute({url}, {idempotencyKey: 'order-1'});
    const second = await module.getTool('order').execute({url}, {idempotencyKey: 'order-1'});
    expect(errorOf(second)).toMatchObject({code: errorOf(first).code, outcome: 'unknown'});
    expect(done).toHaveLength(1);
  });

  test('the same key with other arguments is a conflict', async () => {
    const {url, done} = await peer();
    const module = await create();
    await module.getTool('order').execute({url}, {idempotencyKey: 'order-1'});
    const other = await module.getTool('order').execute({url, item: 'b'}, {idempotencyKey: 'order-1'});
    expect(errorOf(other)).toMatchObject({code: 'IDEMPOTENCY_CONFLICT', outcome: 'not_executed'});
    expect(done).toHaveLength(1);
  });

  test('a peer that was never reached is tried again: nothing happened', async () => {
    const {url} = await peer();
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const module = await create();
    const result = await module.getTool('order').execute({url});
    expect(errorOf(result)).toMatchObject({code: 'NETWORK_ERROR', outcome: 'not_executed'});
    expect(result.metadata.attempts).toBe(4);
  });

  test('reading, which can be repeated, is repeated', async () => {
    const {url, done} = await peer();
    const module = await create();
    const result = await module.getTool('look').execute({url});
    expect(errorOf(result)).toMatchObject({code: 'CONNECTION_LOST', outcome: 'failed'});
    expect([result.metadata.attempts, done.length]).toEqual([4, 4]);
  });
});

import {once} from 'node:events';
import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

import {afterEach} from '@jest/globals';

/** An HTTP server that remembers what it was made to do: the truth that answers of a module are held against. */
interface EffectServer {
  readonly port: number;
  /** How often the effect of this name was applied. */
  times(id: string): number;
  /** Requests that came, whatever became of them. */
  readonly requests: number;
  /** Calls back inside of each request, once its effect is applied and before it is answered. */
  onApplied: ((id: string) => void) | undefined;
  /** Gone at once, in the middle of whatever it does; what it applied stays applied. */
  crash(): Promise<void>;
  /** Listens again, at the same port. */
  restart(): Promise<void>;
}

/** What a file holds behind its name. */
export const largeText = 'x'.repeat(100_000);

/** Gives a test file its servers; each is ended after its test. */
export function useEffectServers(): () => Promise<EffectServer> {
  const made: EffectServer[] = [];
  afterEach(async () => {
    for (const server of made.splice(0)) await server.crash();
  });
  return async () => {
    const server = await startEffectServer();
    made.push(server);
    return server;
  };
}

/**
 * `POST /effects` with `{id}` applies an effect and answers `{id}` and some padding; `GET /things/id` only reads, `GET
 * /files/id` reads 100 KB without saying how long they are. A body that does not come whole applies nothing.
 */
async function startEffectServer(): Promise<EffectServer> {
  const applied = new Map<string, number>();
  let requests = 0;
  let server: Server | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const id = idOf(request, Buffer.concat(chunks).toString('utf8'));
    if (request.method === 'POST') {
      applied.set(id, (applied.get(id) ?? 0) + 1);
      effects.onApplied?.(id);
    }
    if (request.url?.startsWith('/files/') === true) {
      response.write(id);
      response.end(largeText);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({id, padding: 'x'.repeat(1000)}));
  };
  const listen = async (port: number): Promise<void> => {
    server = createServer((request, response) => {
      response.on('error', () => undefined);
      answer(request, response).catch(() => response.destroy());
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };

  await listen(0);
  const {port} = server!.address() as AddressInfo;
  const effects: EffectServer = {
    port,
    times: (id) => applied.get(id) ?? 0,
    get requests() {
      return requests;
    },
    onApplied: undefined,
    async crash() {
      if (!server) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      server = undefined;
      await closed;
    },
    async restart() {
      if (!server) await listen(port);
    },
  };
  return effects;
}

function idOf(request: IncomingMessage, body: string): string {
  if (request.method !== 'POST') return request.url?.split('/').at(-1) ?? '';
  return (JSON.parse(body) as {id: string}).id;
}

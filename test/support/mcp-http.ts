import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {afterEach} from '@jest/globals';

/** A JSON-RPC message of a client. */
interface Asked {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Answers one message in its own way; false leaves it to the plain server. */
export type Answering = (asked: Asked, response: ServerResponse, request: IncomingMessage) => boolean;

const tools = [{name: 'echo', description: 'Echoes', inputSchema: {type: 'object'}}];

/** What a plain, honest server of the older protocol answers. */
function plainAnswer({method, params}: Asked): object | undefined {
  if (method === 'initialize') {
    const serverInfo = {name: 'plain', version: '1.0.0'};
    return {result: {protocolVersion: params?.['protocolVersion'], capabilities: {tools: {}}, serverInfo}};
  }
  if (method === 'tools/list') return {result: {tools}};
  if (method === 'tools/call') return {result: {content: [{type: 'text', text: 'plain'}]}};
  return method === 'ping' ? {result: {}} : {error: {code: -32601, message: 'Method not found'}};
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: object, status = 200): true {
  response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  return true;
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Starts MCP servers over HTTP that misbehave as a test says; they end with it. Answers their urls. */
export function useMcpHttp(): (answer?: Answering) => Promise<{url: string; sockets: ReadonlySet<Socket>}> {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  return async (answer = () => false) => {
    const sockets = new Set<Socket>();
    const server = createServer((request, response) => {
      void read(request)
        .then((text) => {
          const asked = text === '' ? {method: request.method ?? ''} : (JSON.parse(text) as Asked);
          if (answer(asked, response, request)) return;
          if (asked.id === undefined) response.writeHead(text === '' ? 405 : 202).end();
          else json(response, {jsonrpc: '2.0', id: asked.id, ...plainAnswer(asked)});
        })
        .catch(() => response.destroy());
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`, sockets};
  };
}

import {describe, expect, test} from '@jest/globals';
import {inspect} from 'node:util';
import {Runtime} from '../../src/sdk.js';
import {boundedBody} from '../../modules/mcp/http/bounded-body.js';
import {checkedLookup} from '../../modules/mcp/http/checked-lookup.js';
import {soon, useMcp} from '../support/mcp.js';
import {json, useMcpHttp} from '../support/mcp-http.js';
import {guardSockets} from '../support/socket-guard.js';

const connect = useMcp();
const serve = useMcpHttp();
guardSockets();
const mebibyte = 1 << 20;

describe('where requests go', () => {
  test('MC redirects are refused, at the greeting and later, and nobody is asked elsewhere', async () => {
    let hits = 0;
    const other = await serve(() => {
      hits++;
      return false;
    });
    const redirect = async (isRedirected: (method: string) => boolean): Promise<string> =>
      (
        await serve(({method}, response) => {
          if (!isRedirected(method)) return false;
          response.writeHead(307, {location: other.url}).end();
          return true;
        })
      ).url;
    await expect(connect({server: {url: await redirect(() => true)}})).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      outcome: 'not_executed',
      context: {reason: 'redirect'},
    });
    const mcp = await connect({
      server: {url: await redirect((method) => method === 'tools/call'), token: 'canary-55aa'},
    });
    expect(await mcp.getTool('echo').execute({})).toMatchObject({
      error: {code: 'PERMISSION_DENIED', outcome: 'not_executed', details: {context: {reason: 'redirect'}}},
    });
    expect(hits).toBe(0);
  });

  test('MC a public name that leads to a private address is refused before there is a connection', async () => {
    // Named by the operator, or allowed by him: nothing to check.
    expect(checkedLookup('127.0.0.1', false)).toBeUndefined();
    expect(checkedLookup('example.com', true)).toBeUndefined();
    // A public name, for which the resolver has the address of this machine.
    const refused = await new Promise<Error | null>((resolve) => {
      checkedLookup('example.com', false)?.('localhost', {}, resolve);
    });
    expect(refused).toMatchObject({code: 'PERMISSION_DENIED', context: {reason: 'private_address'}});
  });

  test.each(['file:///etc/passwd', 'ftp://example.com', 'nonsense', 'http://user:secret@127.0.0.1/mcp'])(
    'MC the url %s is refused',
    async (url) => {
      await expect(connect({server: {url}})).rejects.toMatchObject({code: 'INVALID_CONFIG'});
    },
  );
});

describe('answers that are too large', () => {
  test.each(['json', 'events', 'chunks without a length'])('MC04 %s: everything ends, at once', async (kind) => {
    const {url} = await serve(({method, id}, response) => {
      if (method !== 'tools/call') return false;
      if (kind === 'json')
        return json(response, {
          jsonrpc: '2.0',
          id,
          result: {content: [{type: 'text', text: 'x'.repeat(8 * mebibyte)}]},
        });
      response.writeHead(200, {'content-type': kind === 'events' ? 'text/event-stream' : 'application/json'});
      response.write(kind === 'events' ? 'data: ' : '"');
      const block = 'x'.repeat(mebibyte);
      let left = 64;
      const go = (): void => {
        while (left-- > 0) if (!response.write(block)) return void response.once('drain', go);
      };
      go();
      return true;
    });
    const mcp = await connect({server: {url}});
    const result = await mcp.getTool('echo').execute({});
    expect(result).toMatchObject({error: {code: 'LIMIT_EXCEEDED', outcome: 'unknown'}});
  });

  test('MC04 a stream of events may be long, as long as each is small', async () => {
    const body = boundedBody(100, true, () => new Error('too large'));
    const read = (async () => {
      let size = 0;
      for await (const chunk of body) size += (chunk as Buffer).length;
      return size;
    })();
    for (let event = 0; event < 1000; event++) body.write(`event: message\r\ndata: ${String(event)}\r\n\r\n`);
    body.end();
    expect(await read).toBeGreaterThan(20_000);
  });
});

describe('answers that do not come', () => {
  test('MC02 a call that nobody answers ends at its deadline, and its connection is closed', async () => {
    const {url, sockets: open} = await serve(({method}, response) => {
      if (method !== 'tools/call') return false;
      response.writeHead(200, {'content-type': 'text/event-stream'}).write(': still there\n\n');
      return true;
    });
    const mcp = await connect({server: {url}, timeout: 100});
    expect(await mcp.getTool('echo').execute({})).toMatchObject({
      error: {code: 'OPERATION_TIMEOUT', outcome: 'unknown'},
    });
    await mcp.cleanup();
    expect(await soon(() => open.size === 0)).toBe(true);
  });

  test.each(['application/json', 'text/event-stream'])(
    'MC01 %s that is cut in the middle: the call is lost',
    async (type) => {
      const {url} = await serve(({method}, response) => {
        if (method !== 'tools/call') return false;
        response
          .writeHead(200, {'content-type': type})
          .write(type === 'application/json' ? '{"jsonrpc"' : 'data: {"json');
        setImmediate(() => response.destroy());
        return true;
      });
      const mcp = await connect({server: {url}});
      expect(await mcp.getTool('echo').execute({})).toMatchObject({
        error: {code: 'CONNECTION_LOST', outcome: 'unknown'},
      });
    },
  );

  test('MC01 a stream that ends without the answer: the call is lost', async () => {
    const {url} = await serve(({method}, response) => {
      if (method !== 'tools/call') return false;
      response.writeHead(200, {'content-type': 'text/event-stream'}).end(': goodbye\n\n');
      return true;
    });
    const mcp = await connect({server: {url}});
    expect(await mcp.getTool('echo').execute({})).toMatchObject({error: {code: 'CONNECTION_LOST', outcome: 'unknown'}});
  });
});

describe('answers that are none', () => {
  test('CO03 an error of the server that looks like a lost session does not make the call happen twice', async () => {
    let calls = 0;
    const {url} = await serve(({method, id}, response) => {
      if (method !== 'tools/call') return false;
      calls++;
      const error = {
        code: -32000,
        message: 'no session',
        data: {status: 404, cause: {status: 404, name: 'SdkHttpError'}},
      };
      return json(response, {jsonrpc: '2.0', id, error});
    });
    const mcp = await connect({server: {url}});
    expect(await mcp.getTool('echo').execute({})).toMatchObject({error: {code: 'OPERATION_FAILED', outcome: 'failed'}});
    expect(calls).toBe(1);
  });

  test.each([
    [401, 'AUTHENTICATION_REQUIRED', 'failed'],
    [403, 'AUTHORIZATION_FAILED', 'failed'],
    [429, 'RATE_LIMITED', 'failed'],
    [500, 'RESOURCE_UNAVAILABLE', 'unknown'],
    [503, 'RESOURCE_UNAVAILABLE', 'unknown'],
    [599, 'RESOURCE_UNAVAILABLE', 'unknown'],
  ])('HTTP status %i of a call is %s, outcome %s', async (status, code, outcome) => {
    const {url} = await serve(({method}, response) => method === 'tools/call' && json(response, {}, status));
    const mcp = await connect({server: {url}});
    expect(await mcp.getTool('echo').execute({})).toMatchObject({
      error: {code, outcome, details: {cause: {code: String(status)}, context: {status}}},
    });
    expect(await mcp.healthCheck()).toMatchObject({healthy: true});
  });

  test.each([
    ['a status beyond 599', 'HTTP/1.1 999 Odd\r\n'],
    ['a reason that is no text', 'HTTP/1.1 200 \u0001\r\n'],
  ])('MC03 %s is PROTOCOL_ERROR, and leaves no connection behind', async (_what, head) => {
    const {url, sockets} = await serve(({method}, response) => {
      if (method !== 'tools/call') return false;
      // Its body does not end.
      response.socket?.write(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
      return true;
    });
    const mcp = await connect({server: {url}});
    for (let call = 0; call < 3; call++) {
      expect(await mcp.getTool('echo').execute({})).toMatchObject({
        error: {code: 'PROTOCOL_ERROR', outcome: 'unknown'},
      });
    }
    expect(await soon(() => sockets.size <= 1)).toBe(true);
  });

  test.each([
    ['HTML', 'text/html', '<html>hello</html>'],
    ['JSON that is none', 'application/json', '<html>hello</html>'],
    ['JSON that is no JSON-RPC', 'application/json', '{"hello": "world"}'],
  ])('MC03 %s in answer to a call is PROTOCOL_ERROR', async (_what, type, body) => {
    const {url} = await serve(({method}, response) => {
      if (method !== 'tools/call') return false;
      response.writeHead(200, {'content-type': type}).end(body);
      return true;
    });
    const mcp = await connect({server: {url}});
    expect(await mcp.getTool('echo').execute({})).toMatchObject({error: {code: 'PROTOCOL_ERROR', outcome: 'unknown'}});
  });
});

describe('secrets', () => {
  test('CO06 a token goes to its server alone and is in nothing that is told', async () => {
    const token = 'canary-9f31c2aa70';
    const seen: unknown[] = [];
    const {url} = await serve(({method, id}, response, request) => {
      seen.push(request.headers.authorization);
      if (method !== 'tools/call') return false;
      const text = `you sent ${String(request.headers.authorization)}`;
      return json(response, {jsonrpc: '2.0', id, result: {isError: true, content: [{type: 'text', text}]}});
    });
    const entries: unknown[] = [];
    const runtime = new Runtime({audit: {write: (entry) => void entries.push(entry)}});
    const mcp = await connect({server: {url, token, headers: {'x-key': `${token}-too`}}}, runtime);
    const result = await mcp.getTool('echo').execute({});
    expect(seen).toContain(`Bearer ${token}`);
    const told = [
      result,
      entries,
      mcp.getMetadata(),
      mcp.definitions(),
      mcp.serverInfo(),
      mcp.config,
      await mcp.listDefinitions(),
    ];
    expect(inspect(told, {depth: 20})).not.toContain(token);
    expect(inspect(mcp.config, {depth: 20})).toContain(url);
    expect(result).toMatchObject({error: {code: 'MCP_TOOL_ERROR', message: 'you sent Bearer [redacted]'}});
  });

  test('CO06 a token is in no error, wherever that is cut', async () => {
    const token = 'Zq7Kd93hfLx02mVbT5rWnYpA';
    const {url} = await serve(({method, id, params}, response) => {
      if (method !== 'tools/call') return false;
      const {before, failing} = params?.['arguments'] as {before: number; failing: boolean};
      const message = `${'x'.repeat(before)}${token} was sent`;
      const result = {isError: true, content: [{type: 'text', text: message}]};
      return json(response, {jsonrpc: '2.0', id, ...(failing ? {result} : {error: {code: -32000, message}})});
    });
    const mcp = await connect({server: {url, token}});
    for (const before of [490, 990, 1990, 3980, 4990, 19_980]) {
      for (const failing of [true, false]) {
        const result = await mcp.getTool('echo').execute({before, failing});
        expect(result).toMatchObject({success: false});
        expect(inspect(result, {depth: 20, maxStringLength: null})).not.toMatch(/xZ|Zq7/);
      }
    }
  });
});

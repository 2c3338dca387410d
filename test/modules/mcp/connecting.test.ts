import {describe, expect, test} from '@jest/globals';
import {isAlive, linesOf, scripted, soon, useMcp} from '../../support/mcp.js';
import {json, useMcpHttp} from '../../support/mcp-http.js';
import {useTempFolders} from '../../support/temp-folder.js';

const connect = useMcp();
const serve = useMcpHttp();
const tempFolder = useTempFolders();
const node = (program: string): {command: string; args: string[]} => ({
  command: process.execPath,
  args: ['-e', program],
});

describe('an MCP server that is none', () => {
  test('a program that is not there', async () => {
    await expect(connect({server: {command: 'no-such-mcp-server'}})).rejects.toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      outcome: 'not_executed',
      message: 'There is no program "no-such-mcp-server" to start as an MCP server',
      suggestions: [expect.stringContaining('Install it')],
      cause: {code: 'ENOENT'},
    });
  });

  test('a directory that is not there', async () => {
    await expect(connect({server: {...scripted(), cwd: '/no/such/folder'}})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
    });
  });

  test('a program that ends at once, with its last words', async () => {
    await expect(connect({server: node('console.error("No API key"); process.exit(3)')})).rejects.toMatchObject({
      code: 'RESOURCE_UNAVAILABLE',
      outcome: 'not_executed',
      message: expect.stringMatching(/ended with exit code 3 before it answered: No API key$/),
      context: {exitCode: 3, stderr: 'No API key'},
    });
  });

  test('a script that is not there, in the words of Node that name it', async () => {
    const server = {command: process.execPath, args: ['/no/such/server.mjs']};
    await expect(connect({server})).rejects.toMatchObject({
      message: expect.stringMatching(/before it answered: Error: Cannot find module '\/no\/such\/server\.mjs'$/),
      context: {stderr: expect.stringContaining('Node.js v')},
    });
  });

  test('a program that is killed', async () => {
    await expect(connect({server: node('process.kill(process.pid, "SIGKILL")')})).rejects.toMatchObject({
      message: expect.stringContaining('ended with the signal SIGKILL'),
      context: {signal: 'SIGKILL'},
    });
  });

  test('a program that prints text and ends', async () => {
    await expect(connect({server: node('console.log("usage: tool [options]")')})).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringMatching(
        /is no MCP server: it ended with exit code 0; it writes "usage: tool \[options\]"/,
      ),
    });
  });

  test('a program that prints text and stays', async () => {
    const server = node('console.log("Listening"); setInterval(() => {}, 1000)');
    await expect(connect({server, connectTimeout: 500})).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringMatching(/is no MCP server: no answer within 500 ms; it writes "Listening"/),
    });
  });

  test('a program that prints without end', async () => {
    const server = node(
      'const go = () => { while (process.stdout.write("y\\n".repeat(9999))); process.stdout.once("drain", go); }; go()',
    );
    await expect(connect({server})).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringContaining('"y"'),
    });
  });

  test.each([
    ['HTML', 'PROTOCOL_ERROR', 200, 'text/html'],
    ['JSON of something else', 'PROTOCOL_ERROR', 200, 'application/json'],
    ['nothing of that name', 'RESOURCE_NOT_FOUND', 404, 'text/plain'],
    ['that it wants credentials', 'AUTHENTICATION_REQUIRED', 401, 'text/plain'],
    ['that it is broken', 'RESOURCE_UNAVAILABLE', 500, 'text/html'],
  ])('an address that answers %s', async (_what, code, status, type) => {
    const {url} = await serve((_asked, response) => {
      response
        .writeHead(status, {'content-type': type})
        .end(type === 'application/json' ? '{"hello":"world"}' : '<p>hello</p>');
      return true;
    });
    await expect(connect({server: {url}})).rejects.toMatchObject({code, outcome: 'not_executed'});
  });

  test('an address where nobody listens', async () => {
    await expect(connect({server: {url: 'http://127.0.0.1:1/mcp'}})).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      outcome: 'not_executed',
      suggestions: ['Start the server, or check host and port of server.url'],
      cause: {code: 'ECONNREFUSED'},
    });
  });

  test('an address that speaks no TLS', async () => {
    const {url} = await serve();
    await expect(connect({server: {url: url.replace('http:', 'https:')}})).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
    });
  });

  test('a server that speaks another version', async () => {
    const {url} = await serve(({method, id}, response) => {
      const serverInfo = {name: 'old', version: '1'};
      const result = {protocolVersion: '1999-01-01', capabilities: {}, serverInfo};
      return method === 'initialize' && json(response, {jsonrpc: '2.0', id, result});
    });
    await expect(connect({server: {url}})).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringContaining('1999-01-01'),
    });
  });
});

describe('the config', () => {
  test.each([
    [{}, 'received none'],
    [{server: scripted(), client: {}}, 'received server and client'],
    [{server: {}}, 'received neither'],
    [{server: {command: 'x', url: 'http://127.0.0.1'}}, 'received both'],
    [{server: {url: 'http://127.0.0.1', args: ['x']}}, 'server.args'],
    [{server: {command: 'x', token: 'secret'}}, 'server.token'],
    [{server: {command: 'a\0b'}}, 'NUL'],
    [{client: {}}, 'callTool'],
    [{server: {comand: 'x'}}, 'comand'],
    [{server: scripted(), overrides: {echo: {tier: 1}}}, 'tier'],
    [{server: scripted(), securityTier: 9}, 'securityTier'],
  ])('%j is refused', async (config, message) => {
    await expect(connect(config as never)).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining(message),
    });
  });

  test('serverConfig, the name of seed 004, is server', async () => {
    const mcp = await connect({serverConfig: scripted()});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'x'});
  });

  test('include and exclude choose tools', async () => {
    const mcp = await connect({server: scripted(), include: ['e*', '*ed'], exclude: ['exit', 'effect*', 'notify*']});
    const found = mcp.getTools().filter((tool) => tool.getMetadata().source === 'mcp_server');
    expect(found.map(({name}) => name)).toEqual(['echo', 'cancelled', 'environment']);
    expect(mcp.definitions().find(({name}) => name === 'exit')).toMatchObject({status: 'excluded', tool: undefined});
  });

  test('an override of a tool that is not there is told', async () => {
    const {Runtime} = await import('../../../src/sdk.js');
    const runtime = new Runtime();
    const texts: string[] = [];
    runtime.on('warning', ({message}) => void texts.push(message));
    await connect({server: scripted(), overrides: {ecko: {securityTier: 1}}}, runtime);
    expect(texts.join()).toContain('ecko');
  });

  test('a program may be named by a path of its own directory', async () => {
    const folder = await tempFolder({'server.sh': `#!/bin/sh\nexec ${process.execPath} "$@"\n`});
    const {chmod} = await import('node:fs/promises');
    await chmod(`${folder}/server.sh`, 0o755);
    const mcp = await connect({server: {command: './server.sh', args: scripted().args, cwd: folder}});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'x'});
  });
});

describe('revisions of the protocol', () => {
  test('a server of the modern one is called, progresses, tells of changes and is healthy', async () => {
    const mcp = await connect({server: scripted({modern: true})});
    expect(mcp.serverInfo()).toMatchObject({protocolVersion: '2026-07-28', name: 'scripted'});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'x'});
    expect(await mcp.healthCheck()).toMatchObject({healthy: true});
    const seen: unknown[] = [];
    await mcp.getTool('progress').call({}, {onProgress: ({fraction, message}) => void seen.push([fraction, message])});
    expect(seen).toEqual([
      [0.25, 'a quarter'],
      [undefined, '7'],
    ]);
    await mcp.getTool('redefine').call({definitions: [{name: 'other', inputSchema: {type: 'object'}}], notify: true});
    expect(await mcp.getTool('echo').execute({message: 'x'})).toMatchObject({error: {code: 'DEFINITION_CHANGED'}});
  });

  test('a modern server that is started again is modern still', async () => {
    const mcp = await connect({server: scripted({modern: true})});
    await mcp.getTool('exit').execute({code: 0});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'x'});
    expect(mcp.serverInfo()).toMatchObject({protocolVersion: '2026-07-28', restarts: 1});
  });

  test('a server that ends on a question it does not know is started once more, and not asked', async () => {
    const log = `${await tempFolder()}/log`;
    const mcp = await connect({server: scripted({exitOnDiscover: true, log})});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'x'});
    const pids = (await linesOf(log)).map(Number).filter((pid) => pid > 0);
    expect(pids).toHaveLength(2);
    expect(await soon(() => !isAlive(pids[0] ?? 0))).toBe(true);
    expect(mcp.serverInfo()).toMatchObject({restarts: 0});
  });

  test('only the modern one, where the config says so', async () => {
    await expect(connect({server: scripted(), protocol: 'modern'})).rejects.toMatchObject({code: 'PROTOCOL_ERROR'});
    const mcp = await connect({server: scripted({modern: true}), protocol: 'legacy'});
    expect(mcp.serverInfo()?.protocolVersion).toMatch(/^2025/);
  });
});

test('what a tool says when it fails is its message, cleaned', async () => {
  const mcp = await connect({server: scripted()});
  expect(await mcp.getTool('fail').execute({})).toMatchObject({
    error: {code: 'MCP_TOOL_ERROR', message: 'It is broken', outcome: 'failed', recoverable: false},
  });
});

test('a server without tools has none, and its resources are said not to be there', async () => {
  const {url} = await serve(({method, id}, response) => {
    const serverInfo = {name: 'empty', version: '1'};
    return (
      method === 'initialize' &&
      json(response, {jsonrpc: '2.0', id, result: {protocolVersion: '2025-06-18', capabilities: {}, serverInfo}})
    );
  });
  const mcp = await connect({server: {url}});
  expect(mcp.definitions()).toEqual([]);
  expect(await mcp.getTool('listResources').execute({})).toMatchObject({error: {code: 'NOT_SUPPORTED'}});
});

test('pages without end are not followed without end', async () => {
  let asked = 0;
  const {url} = await serve(({method, id}, response) => {
    if (method !== 'tools/list') return false;
    asked++;
    return json(response, {jsonrpc: '2.0', id, result: {tools: [], nextCursor: String(asked)}});
  });
  await expect(connect({server: {url}})).rejects.toMatchObject({code: 'LIMIT_EXCEEDED'});
  expect(asked).toBe(64);
});

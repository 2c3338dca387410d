import {describe, expect, test} from '@jest/globals';
import {useMcp} from '../../support/mcp.js';

const connect = useMcp();
const tools = [{name: 'add', description: 'Adds', inputSchema: {type: 'object', properties: {a: {type: 'number'}}}}];

describe('a client that is there already', () => {
  test('in the shape of seed 004: connect, a list, name and input, disconnect', async () => {
    const seen: unknown[] = [];
    const client = {
      connect: () => void seen.push('connect'),
      listTools: () => tools,
      callTool: (...args: unknown[]) => {
        seen.push(args);
        return {content: [{type: 'text', text: '3'}]};
      },
      disconnect: () => void seen.push('disconnect'),
    };
    const mcp = await connect({client});
    expect(await mcp.getTool('add').call({a: 1})).toEqual({content: [{type: 'text', text: '3'}], text: '3'});
    await mcp.cleanup();
    expect(seen).toEqual(['connect', ['add', {a: 1}], 'disconnect']);
  });

  test('in the shape of the SDK: {name, arguments} and {tools}, closed at the end', async () => {
    const seen: unknown[] = [];
    const client = {
      transport: {},
      listTools: () => Promise.resolve({tools}),
      callTool: (params: object, options: {signal?: AbortSignal}) => {
        seen.push(params, options.signal instanceof AbortSignal);
        return Promise.resolve({content: [], structuredContent: {sum: 3}});
      },
      readResource: ({uri}: {uri: string}) => Promise.resolve({contents: [{uri, text: 'hello'}]}),
      close: () => Promise.resolve(void seen.push('close')),
    };
    const mcp = await connect({client, name: 'mine'});
    expect(await mcp.getTool('add').call({a: 1})).toEqual({content: [], text: '', structuredContent: {sum: 3}});
    expect(await mcp.readResource('x:y')).toEqual({contents: [{uri: 'x:y', text: 'hello'}], text: 'hello'});
    expect(await mcp.getTool('getPrompt').execute({name: 'x'})).toMatchObject({error: {code: 'NOT_SUPPORTED'}});
    expect(await mcp.healthCheck()).toMatchObject({healthy: true});
    await mcp.cleanup();
    expect(seen).toEqual([{name: 'add', arguments: {a: 1}}, true, 'close']);
  });

  test('the content alone, and errors of either kind', async () => {
    const answers: unknown[] = [
      'text',
      [{type: 'text', text: 'list'}],
      {content: 'whole', isError: false},
      {content: [{type: 'text', text: 'broken'}], isError: true},
      42,
    ];
    const client = {listTools: () => tools, callTool: () => answers.shift()};
    const mcp = await connect({client});
    const add = mcp.getTool('add');
    expect(await add.call({})).toMatchObject({text: 'text'});
    expect(await add.call({})).toMatchObject({text: 'list'});
    expect(await add.call({})).toMatchObject({text: 'whole'});
    expect(await add.execute({})).toMatchObject({error: {code: 'MCP_TOOL_ERROR', message: 'broken'}});
    expect(await add.execute({})).toMatchObject({error: {code: 'PROTOCOL_ERROR', outcome: 'unknown'}});
  });

  test('a client of the SDK that is not connected is refused', async () => {
    const {Client} = await import('@modelcontextprotocol/client');
    const client = new Client({name: 'test', version: '1.0.0'});
    await expect(connect({client})).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('not connected'),
    });
  });

  test('a connected client of the SDK works', async () => {
    const {Client} = await import('@modelcontextprotocol/client');
    const {StdioClientTransport} = await import('@modelcontextprotocol/client/stdio');
    const {everything} = await import('../../support/mcp.js');
    const client = new Client({name: 'test', version: '1.0.0'});
    await client.connect(new StdioClientTransport({command: process.execPath, args: [everything], stderr: 'ignore'}));
    const mcp = await connect({client});
    expect(await mcp.getTool('echo').call({message: 'x'})).toMatchObject({text: 'Echo: x'});
    expect(mcp.serverInfo()).toMatchObject({name: 'mcp-servers/everything'});
    await mcp.cleanup();
    expect(client.transport).toBeUndefined();
  });
});

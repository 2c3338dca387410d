import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {InMemoryTransport} from '@modelcontextprotocol/sdk/inMemory.js';
import {McpServer} from '@modelcontextprotocol/sdk/server/mcp.js';
import * as zod from 'zod';
import {noop, toolCall, zodInput} from '../lib/noop-tool.mjs';

/** A client and a server of MCP joined in memory: the whole protocol, no process and no socket between. */
export async function prepare() {
  const server = new McpServer({name: 'notes', version: '1.0.0'});
  server.registerTool('read', {description: 'Do nothing', inputSchema: zodInput(zod)}, async (input) => ({
    content: [{type: 'text', text: JSON.stringify(await noop(input))}],
  }));
  const client = new Client({name: 'bench', version: '1.0.0'});
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return toolCall({
    call: (input) => client.callTool({name: 'read', arguments: input}),
    dataOf: ({content, isError}) => (isError ? undefined : JSON.parse(content[0].text)),
    close: () => client.close(),
  });
}

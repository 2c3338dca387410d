// A person uses an MCP server: calls a tool, reads a resource, and pins what the server says of its tools.
import {createRequire} from 'node:module';
import {McpModuleDefinition} from 'haft';
import type {McpToolData} from 'haft';

// `npm install @modelcontextprotocol/client @modelcontextprotocol/server-everything`
const {resolve} = createRequire(import.meta.url);
const program = resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = {command: process.execPath, args: [program]};

const mcp = await McpModuleDefinition.create({server});
try {
  const info = mcp.serverInfo();
  console.log('connected to', info?.name, info?.version);

  const echo = await mcp.getTool('echo').execute({message: 'hello'});
  console.log(echo.success ? (echo.data as McpToolData).text : echo.error.message);

  const {resources} = await mcp.listResources();
  const [first] = resources;
  const {text} = await mcp.readResource(String(first?.['uri']));
  console.log('read', first?.['name'], text.length > 0);

  const slow = mcp.getTool('trigger-long-running-operation');
  const stopped = await slow.execute({duration: 60, steps: 5}, {timeout: 200});
  console.log('stopped in time:', stopped.success ? 'no' : stopped.error.code);

  const approved = mcp.fingerprints();
  const pinned = await McpModuleDefinition.create({server, approved});
  console.log(
    'as approved:',
    pinned.definitions().every(({status}) => status !== 'changed'),
  );
  await pinned.cleanup();
} finally {
  await mcp.cleanup();
}

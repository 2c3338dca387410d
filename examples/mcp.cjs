// A person uses an MCP server: calls a tool, reads a resource, and pins what the server says of its tools.
const {McpModuleDefinition} = require('haft');

// `npm install @modelcontextprotocol/client @modelcontextprotocol/server-everything`
const program = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = {command: process.execPath, args: [program]};

async function main() {
  const mcp = await McpModuleDefinition.create({server});
  try {
    const {name, version} = mcp.serverInfo();
    console.log('connected to', name, version);

    const echo = await mcp.getTool('echo').execute({message: 'hello'});
    console.log(echo.success ? echo.data.text : echo.error.message);

    const {resources} = await mcp.listResources();
    const {text} = await mcp.readResource(resources[0].uri);
    console.log('read', resources[0].name, text.length > 0);

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
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

import {equal} from 'node:assert/strict';
import {createRequire} from 'node:module';
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {McpModuleDefinition} from '../../dist/modules/mcp/index.js';
import {inFlight} from '../lib/in-flight.mjs';

const file = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const server = {command: process.execPath, args: [file, 'stdio']};

async function bySdk() {
  const client = new Client({name: 'bench', version: '1.0.0'});
  await client.connect(new StdioClientTransport({...server, stderr: 'ignore'}));
  await client.listTools();
  return {
    call: async () => (await client.callTool({name: 'echo', arguments: {message: 'hello'}})).content[0].text,
    close: () => client.close(),
  };
}

async function byHaft() {
  const mcp = await McpModuleDefinition.create({server});
  const echo = mcp.getTool('echo');
  return {
    call: async () => (await echo.execute({message: 'hello'})).data?.text,
    close: () => mcp.cleanup(),
  };
}

/** The tool `echo` of a server over stdio, by the SDK's client alone or by the module. */
export async function prepare({way, width}) {
  const {call, close} = await (way === 'haft' ? byHaft() : bySdk());
  return {
    run: (times) => inFlight(times, width, call),
    check: async () => equal(await call(), 'Echo: hello'),
    close,
  };
}

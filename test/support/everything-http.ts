import {spawn} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {everything} from './mcp.js';

/** MCP's server-everything over streamable HTTP. */
export interface EverythingHttp {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts it on a free port, or on one that it had before; resolves when it listens. */
export async function startEverything(port?: number): Promise<EverythingHttp> {
  const at = port ?? (await freePort());
  const env = {PATH: process.env['PATH'], PORT: String(at)};
  const child: ChildProcess = spawn(process.execPath, [everything, 'streamableHttp'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({input: child.stderr as NodeJS.ReadableStream});
  for await (const line of lines) if (line.includes('listening')) break;
  child.stderr?.resume();
  return {
    url: `http://127.0.0.1:${String(at)}/mcp`,
    port: at,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

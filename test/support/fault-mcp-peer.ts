import {spawn} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';

import {afterEach} from '@jest/globals';

/** The program of the MCP server that writes down what it was made to do. */
export const mcpServerScript = join(import.meta.dirname, 'fault-mcp-server.mjs');

/** That server as a process of its own which speaks HTTP. */
interface McpPeer {
  readonly port: number;
  readonly path: string;
  /** How often a name was written down. */
  times(id: string): number;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again, at the same port; what it kept in mind is lost. */
  restart(): Promise<void>;
}

/** Gives a test file its servers, each with the file that it writes to; they are killed after their test. */
export function useMcpPeers(): (effects: string) => Promise<McpPeer> {
  const made: McpPeer[] = [];
  afterEach(async () => {
    for (const peer of made.splice(0)) await peer.kill();
  });
  return async (effects) => {
    const port = await freePort();
    let child: ChildProcess | undefined;
    const peer: McpPeer = {
      port,
      path: '/mcp',
      times: (id) => timesIn(effects, id),
      async kill() {
        if (!child) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        child = undefined;
        await ended;
      },
      async restart() {
        if (child) return;
        const started = spawn(process.execPath, [mcpServerScript, effects, String(port)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child = started;
        const ended = once(started, 'exit').then(() => Promise.reject(new Error('The MCP server did not start')));
        await Promise.race([once(started.stdout, 'data'), ended]);
        ended.catch(() => undefined);
      },
    };
    made.push(peer);
    await peer.restart();
    return peer;
  };
}

/** How often a line is in a file. */
export const timesIn = (file: string, line: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((name) => name === line).length;

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const {port} = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

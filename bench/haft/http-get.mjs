import {deepEqual} from 'node:assert/strict';
import {Agent} from 'node:http';
import axios from 'axios';
import {HttpModuleDefinition} from '../../dist/modules/http/index.js';
import {inFlight} from '../lib/in-flight.mjs';
import {startJsonServer} from '../lib/json-server.mjs';

/** What haft holds an answer to, told to axios as well. */
const limits = {timeout: 30_000, maxContentLength: 10_485_760, maxBodyLength: 10_485_760, maxRedirects: 5};

/** A small JSON document over kept-alive connections, by axios alone or by the tool. */
export async function prepare({way, width}) {
  const server = await startJsonServer();
  const agent = new Agent({keepAlive: true});
  const client = axios.create({baseURL: server.url, httpAgent: agent, proxy: false, ...limits});
  const http = await HttpModuleDefinition.create({baseURL: server.url});
  const get = http.getTool('get');
  const ways = {
    axios: async () => (await client.get('/')).data,
    haft: async () => (await get.execute({path: '/'})).data?.data,
  };
  const call = ways[way];
  return {
    run: (times) => inFlight(times, width, call),
    check: async () => deepEqual(await call(), {id: 7, name: 'a small answer', tags: ['one', 'two', 'three']}),
    async close() {
      await http.cleanup();
      agent.destroy();
      await server.close();
    },
  };
}

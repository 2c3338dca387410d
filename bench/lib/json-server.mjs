import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

const source = `
const {createServer} = require('node:http');
const {parentPort} = require('node:worker_threads');
const body = JSON.stringify({id: 7, name: 'a small answer', tags: ['one', 'two', 'three']});
const headers = {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)};
const server = createServer((request, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** A server of a small JSON document, in a thread of its own so that its work is not measured. */
export async function startJsonServer() {
  const worker = new Worker(source, {eval: true});
  const [port] = await once(worker, 'message');
  return {url: `http://127.0.0.1:${port}`, close: () => worker.terminate()};
}

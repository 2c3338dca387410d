import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

const source = `
const {createServer} = require('node:http');
const {parentPort} = require('node:worker_threads');
const notes = new Map([[7, {id: 7, title: 'Milk', text: 'two bottles'}]]);
const description = (url) => ({
  openapi: '3.0.3',
  info: {title: 'Shop', version: '1.0.0'},
  servers: [{url}],
  paths: {
    '/products/{id}': {
      get: {
        operationId: 'getProduct',
        summary: 'Read a product',
        parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
        responses: {200: {description: 'It', content: {'application/json': {schema: {type: 'object'}}}}},
      },
    },
  },
});
const server = createServer((request, response) => {
  const {pathname, searchParams} = new URL(request.url, 'http://localhost');
  const [, place, id] = pathname.split('/');
  const answer = (status, body) => {
    const text = JSON.stringify(body);
    response.writeHead(status, {'content-type': 'application/json', 'content-length': Buffer.byteLength(text)}).end(text);
  };
  if (pathname === '/openapi.json') return answer(200, description('http://127.0.0.1:' + server.address().port));
  if (place === 'notes' && request.method === 'POST') {
    let text = '';
    request.on('data', (part) => (text += part)).on('end', () => answer(201, {id: 8, ...JSON.parse(text)}));
    return undefined;
  }
  if (place === 'notes' && id !== undefined) return answer(200, notes.get(Number(id)) ?? {id});
  if (place === 'weather' && request.headers['x-api-key'] !== 'k-1234567') return answer(401, {});
  if (place === 'weather') return answer(200, {city: searchParams.get('city'), degrees: 7});
  if (place === 'products') return answer(200, {id: Number(id), price: 3});
  return answer(404, {});
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Three small APIs (notes, weather with a key, a shop with an OpenAPI description), in a thread of their own. */
export async function startApis() {
  const worker = new Worker(source, {eval: true});
  const [port] = await once(worker, 'message');
  return {url: `http://127.0.0.1:${port}`, close: () => worker.terminate()};
}

/** Inputs and answers of a call of each API, as every contestant must give them. */
export const apiCalls = {
  notes: {tool: 'getNote', input: {id: 7}, answer: {id: 7, title: 'Milk', text: 'two bottles'}},
  weather: {tool: 'current', input: {city: 'Oslo', units: 'metric'}, answer: {city: 'Oslo', degrees: 7}},
  shop: {tool: 'getProduct', input: {id: 3}, answer: {id: 3, price: 3}},
};

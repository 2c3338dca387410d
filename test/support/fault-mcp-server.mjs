// An MCP server that writes down what it was made to do, and meets faults in the middle of a call:
// `node fault-mcp-server.mjs EFFECTS` speaks stdio; with a port behind it, streamable HTTP, and says 'ready' on stdout.
import {randomUUID} from 'node:crypto';
import {appendFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createInterface} from 'node:readline';

const [effects, port] = process.argv.slice(2);
writeFileSync(`${effects}.pid`, String(process.pid));

const input = (properties) => ({type: 'object', properties, required: ['id']});
const tools = [
  {
    name: 'apply',
    description: 'Write a name down, and meet a fault',
    inputSchema: input({id: {type: 'string'}, fault: {type: 'string'}}),
  },
  {name: 'look', description: 'Say a name', inputSchema: input({id: {type: 'string'}})},
];

/** What happens before the effect, after it, and to the answer. */
const faults = {
  none: {},
  'exit-before': {before: () => process.exit(3)},
  'exit-after': {after: () => process.exit(3)},
  'killed-after': {after: () => process.kill(process.pid, 'SIGKILL')},
  silent: {answers: () => []},
  'other-id': {answers: (answer) => [{...answer, id: 'somebody'}, answer]},
  'other-id-only': {answers: (answer) => [{...answer, id: 'somebody'}]},
  noise: {answers: (answer) => ['this is no JSON', {jsonrpc: '2.0'}, answer]},
  refused: {before: () => Promise.reject(new Error('refused'))},
};

const text = (id, isError = false) => ({content: [{type: 'text', text: id}], isError});

async function callTool({name, arguments: {id, fault = 'none'}}, reply) {
  const {before, after, answers = (answer) => [answer]} = faults[fault];
  try {
    await before?.();
  } catch {
    return reply(text('refused', true));
  }
  if (name === 'apply') appendFileSync(effects, `${id}\n`);
  await after?.();
  return reply(text(id), answers);
}

/** Answers a message through `send`, which takes objects and, for lines that are no MCP, text. */
async function handle({id, method, params}, send) {
  const reply = (result, answers = (answer) => [answer]) => send(answers({jsonrpc: '2.0', id, result}));
  if (id === undefined) return send([]);
  switch (method) {
    case 'initialize':
      return reply({
        protocolVersion: '2025-06-18',
        capabilities: {tools: {}},
        serverInfo: {name: 'effects', version: '1.0.0'},
      });
    case 'ping':
      return reply({});
    case 'tools/list':
      return reply({tools});
    case 'tools/call':
      return callTool(params, reply);
    default:
      return send([{jsonrpc: '2.0', id, error: {code: -32601, message: 'Method not found'}}]);
  }
}

const lineOf = (message) => (typeof message === 'string' ? message : JSON.stringify(message));

function serveStdio() {
  const send = (messages) => messages.forEach((message) => process.stdout.write(`${lineOf(message)}\n`));
  createInterface({input: process.stdin}).on('line', (line) => void handle(JSON.parse(line), send));
}

/** One JSON answer to each POST; a session that this process did not begin is not known. */
function serveHttp() {
  const sessions = new Set();
  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    if (request.method !== 'POST') return response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return undefined;
    }
    const message = JSON.parse(Buffer.concat(chunks).toString());
    if (message.method === 'initialize') {
      const session = randomUUID();
      sessions.add(session);
      response.setHeader('mcp-session-id', session);
    } else if (!sessions.has(request.headers['mcp-session-id'])) return response.writeHead(404).end();
    return handle(message, (messages) => {
      if (message.id === undefined) return response.writeHead(202).end();
      if (messages.length === 0) return undefined;
      response.writeHead(200, {'content-type': 'application/json'});
      return response.end(lineOf(messages.at(-1)));
    });
  });
  server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
}

if (port === undefined) serveStdio();
else serveHttp();

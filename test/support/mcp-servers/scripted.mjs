// An MCP server over stdio that does what it is told, well or badly: its tools are named after what they do. Started
// with a JSON object as its only argument: {definitions, log, child, exitOnDiscover, silent, modern}.
import {spawn} from 'node:child_process';
import {appendFileSync, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {setInterval, setTimeout} from 'node:timers';

const options = JSON.parse(process.argv[2] ?? '{}');
const anything = {type: 'object'};
const tool = (name, more = {}) => ({name, description: `Does ${name}`, inputSchema: anything, ...more});

const standard = [
  tool('echo', {
    inputSchema: {type: 'object', properties: {message: {type: 'string'}}, required: ['message']},
    annotations: {readOnlyHint: true, destructiveHint: false, idempotentHint: true},
  }),
  ...['hang', 'late', 'exit', 'wrongId', 'noise', 'huge', 'flood', 'lines', 'effect', 'effectThenExit', 'redefine'].map(
    (name) => tool(name),
  ),
  ...['cancelled', 'environment', 'grandchild', 'progress', 'deaf', 'fail', 'ask', 'floodErrors', 'notifyChanged'].map(
    (name) => tool(name),
  ),
];

/** From a file, so that they can change while the server is down. */
let definitions = options.definitions ? JSON.parse(readFileSync(options.definitions, 'utf8')) : standard;
const cancelled = [];

const write = (message) => process.stdout.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
const stamp = options.modern ? {resultType: 'complete'} : {};
const answer = (id, result) => write({id, result: {...stamp, ...result}});
const say = (id, text, more = {}) => answer(id, {content: [{type: 'text', text}], ...more});
const log = (line) => options.log && appendFileSync(options.log, `${line}\n`);

const calls = {
  echo: (id, {message}) => say(id, message),
  hang: () => undefined,
  late: (id, {ms}) => setTimeout(() => say(id, 'late'), ms),
  exit: (id, {code}) => {
    process.stderr.write('last words of the server\n');
    process.exit(code);
  },
  wrongId: (id) => say(id + 1000, 'for somebody else'),
  noise: (id) => {
    process.stdout.write('Listening …\n{"jsonrpc": "2.0", "id"\n[1, 2]\n{"hello": "world"}\n\n');
    say(id, 'after the noise');
  },
  huge: (id, {bytes}) => say(id, 'x'.repeat(bytes)),
  // A megabyte after the other without an end of line, as fast as it is read, and not for ever.
  flood: () => {
    const block = Buffer.alloc(1 << 20, 'x');
    let left = 500;
    const go = () => {
      while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once('drain', go);
    };
    go();
  },
  lines: (_id, {line}) => {
    const block = `${line}\n`.repeat(10_000);
    let left = 500;
    const go = () => {
      while (left-- > 0) if (!process.stdout.write(block)) return process.stdout.once('drain', go);
    };
    go();
  },
  floodErrors: (id, {bytes}) => {
    for (let sent = 0; sent < bytes; sent += 1 << 16) process.stderr.write('e'.repeat(1 << 16));
    say(id, 'said on stderr');
  },
  effect: (id, {value}) => {
    log(value);
    say(id, 'done');
  },
  effectThenExit: (id, {value}) => {
    log(value);
    process.exit(3);
  },
  redefine: (id, {definitions: next, notify}) => {
    definitions = next;
    if (notify) tellChange();
    say(id, 'redefined');
  },
  notifyChanged: (id, {times}) => {
    for (let time = 0; time < times; time++) tellChange();
    say(id, 'told');
  },
  cancelled: (id) => say(id, JSON.stringify(cancelled)),
  environment: (id) => say(id, JSON.stringify(process.env)),
  grandchild: (id) => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'inherit', detached: true});
    say(id, String(child.pid));
  },
  progress: (id, _input, meta) => {
    const progressToken = meta?.progressToken;
    write({method: 'notifications/progress', params: {progressToken, progress: 1, total: 4, message: 'a quarter'}});
    write({method: 'notifications/progress', params: {progressToken, progress: 7}});
    say(id, 'through');
  },
  deaf: () => {
    process.stdin.pause();
    setInterval(() => undefined, 1000);
  },
  fail: (id) => say(id, 'It is \u001b[31mbroken\u001b[0m', {isError: true}),
  ask: (id) => {
    write({id: 'question-1', method: 'roots/list'});
    waiting.set('question-1', ({error}) => say(id, `answered ${error?.code}`));
  },
};
const waiting = new Map();

/** In the modern protocol, changes are told to who asked for them. */
let subscription;
const tellChange = () => {
  const params = subscription === undefined ? {} : {params: {_meta: {[subscriptionKey]: subscription}}};
  write({method: 'notifications/tools/list_changed', ...params});
};
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

const capabilities = {tools: {listChanged: true}, resources: {}, prompts: {}};
// Named as those of MCP's reference server.
const uri = 'demo://resource/static/document/features.md';
const prompt = {name: 'args-prompt', description: 'A prompt', arguments: [{name: 'city', required: true}]};
const cached = options.modern ? {ttlMs: 0, cacheScope: 'private'} : {};
const notFound = (id, what) => write({id, error: {code: -32602, message: `${what} not found`}});
const serverInfo = {name: options.name ?? 'scripted', version: '1.0.0'};
const methods = {
  initialize: (id, {protocolVersion}) => answer(id, {protocolVersion, capabilities, serverInfo}),
  'server/discover': (id) => {
    if (options.exitOnDiscover) process.exit(1);
    if (!options.modern) return write({id, error: {code: -32601, message: 'Method not found'}});
    const _meta = {'io.modelcontextprotocol/serverInfo': serverInfo};
    answer(id, {supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private', _meta});
  },
  'subscriptions/listen': (id, {notifications}) => {
    subscription = id;
    write({
      method: 'notifications/subscriptions/acknowledged',
      params: {_meta: {[subscriptionKey]: id}, notifications},
    });
  },
  ping: (id) => answer(id, {}),
  'tools/list': (id) => answer(id, {tools: definitions, ...cached}),
  'resources/list': (id) => answer(id, {resources: [{uri, name: 'features.md'}], ...cached}),
  'resources/templates/list': (id) =>
    answer(id, {resourceTemplates: [{uriTemplate: 'demo://{x}', name: 'x'}], ...cached}),
  'resources/read': (id, params) => {
    if (params.uri !== uri) return notFound(id, 'Resource');
    return answer(id, {contents: [{uri, mimeType: 'text/markdown', text: '# Features'}], ...cached});
  },
  'prompts/list': (id) => answer(id, {prompts: [prompt], ...cached}),
  'prompts/get': (id, {name, arguments: values}) => {
    if (name !== prompt.name) return notFound(id, 'Prompt');
    const text = `What is the weather in ${values?.city}?`;
    return answer(id, {description: 'A prompt', messages: [{role: 'user', content: {type: 'text', text}}]});
  },
  'tools/call': (id, {name, arguments: input = {}, _meta}) => {
    if (Object.hasOwn(calls, name)) return calls[name](id, input, _meta);
    log(`called ${name}`);
    return say(id, `called ${name}`);
  },
};

if (options.child) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'ignore'});
  log(child.pid);
}
log(process.pid);
const lines = createInterface({input: process.stdin});
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (options.silent) return;
  if (message.method === 'notifications/cancelled') cancelled.push(message.params);
  else if (message.method === undefined) waiting.get(message.id)?.(message);
  else if (message.id !== undefined) {
    const method = methods[message.method];
    if (method) method(message.id, message.params ?? {});
    else write({id: message.id, error: {code: -32601, message: 'Method not found'}});
  }
});
// A server ends when nobody speaks with it any more, unless it is one of those that do not.
lines.on('close', () => {
  log('stdin ended');
  if (!options.stubborn) process.exit(0);
});
if (options.stubborn) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

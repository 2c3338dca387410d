// A person scripts an API: reads and writes, a page that is missing, a rate limit, GraphQL, and a file both ways.
const {mkdtemp, rm} = require('node:fs/promises');
const {createServer} = require('node:http');
const {tmpdir} = require('node:os');
const {join} = require('node:path');
const {FileSystemModuleDefinition, HttpModuleDefinition, ToolError} = require('haft');

// The API: it turns the first request for /busy away.
let busy = true;
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const answer = (status, data, headers = {}) => {
      response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(data));
    };
    const asked = `${request.method} ${request.url}`;
    if (asked === 'GET /notes?done=false') answer(200, [{id: 1, title: 'Write a note'}]);
    else if (asked === 'POST /notes') answer(201, {id: 2, ...JSON.parse(body)});
    else if (asked === 'POST /graphql') answer(200, {data: {note: {title: 'Write a note'}}});
    else if (asked === 'POST /files') answer(200, {bytes: body.length});
    else if (asked === 'GET /report') response.end('All is well\n');
    else if (asked === 'GET /busy' && busy) {
      busy = false;
      answer(429, {error: 'later'}, {'retry-after': '0'});
    } else if (asked === 'GET /busy') answer(200, {free: true});
    else answer(404, {error: 'no such note'});
  });
});

async function main() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address();

  const basePath = await mkdtemp(join(tmpdir(), 'haft-example-'));
  const files = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});
  const http = await HttpModuleDefinition.create({
    baseURL: `http://127.0.0.1:${port}`,
    getAuthToken: async () => 'a-token-from-somewhere',
    retry: {maxRetries: 2},
    files,
  });
  try {
    const {data} = await http.get({url: '/notes', params: {done: false}});
    console.log('open notes:', data);
    const created = await http.post('/notes', {title: 'Read it'});
    console.log('created:', created.status, created.data);

    try {
      await http.get({url: '/notes/7'});
    } catch (error) {
      if (!ToolError.isToolError(error)) throw error;
      console.log('failed:', error.code, '-', error.message.replace('\n', ' '));
    }
    const refused = await http.getTool('get').execute({url: 'http://169.254.169.254/latest/meta-data'});
    if (!refused.success) console.log('refused:', refused.error.message);

    console.log('after one 429:', (await http.get({url: '/busy'})).data);
    console.log('graphql:', (await http.graphql('query ($id: ID!) { note(id: $id) { title } }', {id: '1'})).data);

    const report = await http.download({url: '/report', to: 'report.txt'});
    console.log('downloaded:', report.path, report.size, 'bytes');
    console.log('uploaded:', (await http.upload({url: '/files', from: 'report.txt'})).data);
  } finally {
    await http.cleanup();
    await files.cleanup();
    await rm(basePath, {recursive: true});
    server.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});

import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterEach, expect, test} from '@jest/globals';
import {createRegistry, ResourceManager} from 'haft';
import type {ToolRegistry, ToolResult} from 'haft';
import {makeRepository, realGit} from '../support/git-repository.js';
import {useTempFolders} from '../support/temp-folder.js';

// S2 of the requirements: the three patterns of seed 004 (lines 2030 to 2123) with real programs, repositories and servers.
const tempFolder = useTempFolders();
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An API that takes deployments. */
async function deployments(): Promise<{url: string; taken: unknown[]}> {
  const taken: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      taken.push({path: request.url, ...(JSON.parse(Buffer.concat(chunks).toString()) as object)});
      response.writeHead(201, {'content-type': 'application/json'}).end('{"deployed": true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken};
}

/** A project with a build script and a remote that can be pushed to. */
async function project(): Promise<string> {
  const folder = await tempFolder();
  const path = join(folder, 'project');
  const scripts = {build: 'node build.js'};
  await makeRepository(path, [
    {
      message: 'Begin',
      files: {
        'package.json': JSON.stringify({name: 'my-app', private: true, scripts}),
        'build.js': "const fs = require('node:fs'); fs.mkdirSync('dist'); fs.writeFileSync('dist/app.js', 'built');",
      },
    },
  ]);
  await realGit(folder, ['clone', '--quiet', '--bare', 'project', 'origin.git']);
  await realGit(path, ['remote', 'add', 'origin', join(folder, 'origin.git')]);
  return folder;
}

async function modules(basePath: string, baseURL: string): Promise<ToolRegistry> {
  const registry = createRegistry();
  closing.push(() => registry.cleanup());
  await registry.createModule('git', {basePath, author: 'Ada <ada@example.com>', allowedProtocols: ['https', 'file']});
  await registry.createModule('shell', {basePath, commands: ['npm']});
  await registry.createModule('http', {baseURL});
  return registry;
}

test('S2, pattern 2: builds, commits, pushes and deploys, and hands each failure on', async () => {
  const folder = await project();
  const {url, taken} = await deployments();
  const registry = await modules(folder, url);
  const [git, shell, http] = ['git', 'shell', 'http'].map((name) => registry.getModule(name));

  const opened = await git!.getTool('open').execute({path: join(folder, 'project')});
  if (!opened.success) throw new Error(opened.error.message);
  const repository = opened.data;

  async function deployProject(): Promise<ToolResult> {
    const buildResult = await shell!
      .getTool('execute')
      .execute({command: 'npm run build', cwd: join(folder, 'project')});
    if (!buildResult.success) return buildResult;
    await git!.getTool('add').execute({repository, files: ['dist']});
    const commit = await git!.getTool('commit').execute({repository, message: 'Build for deployment'});
    if (!commit.success) return commit;
    const pushed = await git!.getTool('push').execute({repository});
    if (!pushed.success) return pushed;
    const {hash} = commit.data as {hash: string};
    return http!.getTool('post').execute({url: '/api/deploy', data: {project: 'my-app', version: hash}});
  }

  const deployment = await deployProject();
  expect(deployment).toMatchObject({success: true, data: {status: 201, data: {deployed: true}}});
  const head = (await realGit(join(folder, 'origin.git'), ['rev-parse', 'HEAD'])).trim();
  expect(taken).toEqual([{path: '/api/deploy', project: 'my-app', version: head}]);

  // The build makes a folder that is there by now.
  const again = await deployProject();
  expect(again).toMatchObject({success: false, error: {outcome: 'failed', details: {context: {exitCode: 1}}}});
  expect(taken).toHaveLength(1);
});

test('S2, patterns 1 and 3: a handle goes from call to call, and a ResourceManager releases what was made', async () => {
  const folder = await project();
  const {url} = await deployments();
  const registry = await modules(folder, url);
  const git = registry.getModule('git') as unknown as Record<string, (input: object) => Promise<never>>;

  const rm = new ResourceManager();
  const repository = await rm.createResource(git['clone']!, {url: join(folder, 'origin.git'), directory: 'clone'});
  await git['checkout']!({repository, branch: 'feature', create: true});
  const merge = await git['merge']!({repository, from: 'main'});
  expect(merge).toBeDefined();
  await git['push']!({repository, remote: 'origin', branch: 'feature'});
  expect(await realGit(join(folder, 'origin.git'), ['branch', '--list', 'feature'])).toContain('feature');

  await rm.cleanup();
  expect(registry.runtime.handles.list().filter(({type}) => type === 'git_repository')).toEqual([]);
});

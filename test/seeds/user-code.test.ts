import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, describe, expect, test} from '@jest/globals';
import {ToolRegistry} from 'haft';
import {makeRepository} from '../support/git-repository.js';
import {useTempFolders} from '../support/temp-folder.js';
import * as seed from './seed-modules.mjs';

const tempFolder = useTempFolders();
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

describe('S5: a tool of user code', () => {
  test('answers its bare handle as data', async () => {
    const result = await seed.cloneTool.execute({url: 'https://example.com/a.git'});
    expect(result).toMatchObject({success: true, data: {_id: 'repo_123', _repoHandle: true, path: '.'}});
  });

  test('refuses what its metadata does not allow', async () => {
    const result = await seed.cloneTool.execute({});
    expect(result).toMatchObject({success: false, error: {code: 'MISSING_PARAMETER', outcome: 'not_executed'}});
  });

  test('keeps its metadata as its author wrote it, with codes as a table', () => {
    const metadata = seed.cloneTool.getMetadata();
    expect(metadata).toMatchObject({
      name: 'clone',
      description: 'Clone a repository',
      input: {url: {type: 'string', required: true}, directory: {type: 'string', default: '.'}},
    });
    expect(metadata.output.error.codes).toHaveProperty('CLONE_FAILED');
  });
});

describe('S6: the module classes of seed 004, examples 1 to 5', () => {
  test('1, a Node module: reads and writes, and maps native errors', async () => {
    const folder = await tempFolder({});
    const fs = await seed.FileSystemModuleDefinition.create({basePath: folder});
    const written = await fs.getTool('writeFile').execute({path: 'a.txt', content: 'hi'});
    expect(written).toMatchObject({success: true, data: {path: join(folder, 'a.txt'), size: 2}});
    const read = await fs.getTool('readFile').call({path: 'a.txt'});
    expect(read).toEqual({content: 'hi', path: join(folder, 'a.txt'), size: 2});
    const missing = await fs.getTool('readFile').execute({path: 'b.txt'});
    expect(missing).toMatchObject({
      success: false,
      error: {code: 'RESOURCE_NOT_FOUND', details: {cause: {code: 'ENOENT'}}},
    });
  });

  test('2, a library with a token: talks to a real server, methods return data', async () => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({auth: request.headers.authorization}));
    }).listen(0, '127.0.0.1');
    closing.push(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const {port} = server.address() as AddressInfo;
    const http = await seed.HTTPModuleDefinition.create({
      baseURL: `http://127.0.0.1:${String(port)}`,
      authToken: 'a-token',
    });
    const answer = await http.getTool('get').call({url: '/'});
    expect(answer).toMatchObject({status: 200, data: {auth: 'Bearer a-token'}});
  });

  test('3, a program with its own table of handles: clones, and refuses a forged handle', async () => {
    const source = await tempFolder({});
    await makeRepository(source, [{message: 'First', files: {'a.txt': 'a'}}]);
    const git = await seed.GitModuleDefinition.create({});
    const directory = join(await tempFolder({}), 'copy');
    const clone = git.getTool('clone');
    const repository = await clone.execute({url: source, directory});
    expect(repository).toMatchObject({success: true, data: {_type: 'git_repository', path: directory}});
    const forged = await git.getTool('commit').execute({repository: {_id: 'repo_0'}, message: 'x'});
    expect(forged).toMatchObject({
      success: false,
      error: {code: 'EXECUTION_ERROR', message: 'Repository handle not found'},
    });
    const missing = await git.getTool('commit').execute({message: 'x'});
    expect(missing).toMatchObject({success: false, error: {code: 'MISSING_PARAMETER'}});
  });

  test('4, an API with handles and a limiter', async () => {
    const posted: unknown[] = [];
    let waits = 0;
    const github = await seed.GitHubModuleDefinition.create({
      rateLimiter: {
        wait: async () => {
          waits++;
        },
      },
      client: {
        get: async (path: string) => ({data: {full_name: path.slice('/repos/'.length)}}),
        post: async (path: string, body: unknown) => {
          posted.push([path, body]);
          return {data: {number: 7, html_url: 'https://example.com/7', title: 'Broken'}};
        },
      },
    });
    const repository = await github.getTool('getRepository').call({owner: 'ada', repo: 'engine'});
    expect(repository).toMatchObject({_id: 'github_repo_ada_engine', fullName: 'ada/engine'});
    const issue = await github.getTool('createIssue').call({repository, title: 'Broken', labels: ['bug']});
    expect(issue).toEqual({number: 7, url: 'https://example.com/7', title: 'Broken'});
    expect(posted).toEqual([['/repos/ada/engine/issues', {title: 'Broken', labels: ['bug']}]]);
    expect(waits).toBe(2);
  });

  test('5, an MCP bridge without createTools: its tools are there after initialize, once, also in a registry', async () => {
    const events: string[] = [];
    class MCPClient {
      async connect(): Promise<void> {
        events.push('connect');
      }
      async listTools(): Promise<object[]> {
        return [
          {
            name: 'echo',
            description: 'Echo',
            inputSchema: {type: 'object', properties: {text: {type: 'string'}}, required: ['text']},
          },
        ];
      }
      async callTool(name: string, input: {text: string}): Promise<object> {
        return input.text === 'fail'
          ? {isError: true, content: 'It failed'}
          : {content: [{type: 'text', text: `${name}: ${input.text}`}]};
      }
      async disconnect(): Promise<void> {
        events.push('disconnect');
      }
    }
    const registry = new ToolRegistry({providers: {mcp: {name: 'mcp', ...bound(seed.MCPModuleDefinition)}}});
    await registry.createModule('mcp', {MCPClient});
    expect(registry.getTool('mcp.echo').getMetadata()).toMatchObject({source: 'mcp_server', description: 'Echo'});
    expect(await registry.execute('mcp.echo', {text: 'hi'})).toMatchObject({
      success: true,
      data: [{type: 'text', text: 'echo: hi'}],
    });
    expect(await registry.execute('mcp.echo', {})).toMatchObject({success: false, error: {code: 'MISSING_PARAMETER'}});
    expect(await registry.execute('mcp.echo', {text: 'fail'})).toMatchObject({
      success: false,
      error: {message: 'It failed'},
    });
    await registry.cleanup();
    expect(events).toEqual(['connect', 'disconnect']);
  });
});

/** A definition without metadata as a provider object. */
function bound(definition: {create(config: object): Promise<unknown>}): {
  create: (config: object) => Promise<never>;
  getMetadata: () => object;
} {
  return {
    create: async (config) => definition.create(config) as Promise<never>,
    getMetadata: () => ({module: 'MCPModule', tools: {}}),
  };
}

describe('S8: a ToolModule with getToolMethods', () => {
  test('makes tools of its methods, which work on the focus', async () => {
    const folder = await tempFolder({'a.txt': 'hello'});
    const fs = new seed.FileSystemModule({});
    expect(fs.listTools()).toEqual(['readFile', 'writeFile']);
    fs.setFocus({type: 'file', path: join(folder, 'a.txt')});
    expect(await fs.getTool('readFile').execute({})).toMatchObject({success: true, data: 'hello'});
    expect(await fs.getTool('writeFile').execute({content: 'bye'})).toMatchObject({success: true, data: null});
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('bye');
    expect(fs.getTool('readFile').getMetadata().focus).toEqual({required: true, type: 'file'});
    expect(await fs.getTool('writeFile').execute({})).toMatchObject({
      success: false,
      error: {code: 'MISSING_PARAMETER'},
    });
  });
});

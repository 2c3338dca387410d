import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import {useTempFolders} from '../support/temp-folder.js';
import {factory} from './factory.js';

const tempFolder = useTempFolders();

// The snippets of seed 004 as they stand there (S7).

const spellingA = {
  name: 'FileSystemModule',
  wraps: 'fs/promises',
  tools: {
    readFile: {
      method: 'readFile',
      description: 'Read file contents',
      inputMapping: {path: 'path', encoding: 'encoding'},
      outputTransform: (content: string) => ({content, size: content.length}),
    },
    writeFile: {
      method: 'writeFile',
      description: 'Write file contents',
      inputMapping: {path: 'path', data: 'content', encoding: 'encoding'},
    },
  },
};

const spellingB = {
  fs: {
    type: 'node_module',
    module: 'fs/promises',
    tools: {
      readFile: {
        method: 'readFile',
        description: 'Read file contents',
        transform: {
          output: (content: string, input: {path: string}) => ({content, size: content.length, path: input.path}),
        },
      },
      writeFile: {method: 'writeFile', description: 'Write file contents'},
      mkdir: {method: 'mkdir', description: 'Create directory'},
    },
  },
  axios: {
    type: 'npm_library',
    module: 'axios',
    instanceConfig: (axios: {create(config: unknown): unknown}, config: {axiosConfig: unknown}) =>
      axios.create(config.axiosConfig),
    tools: {
      get: {method: 'get', description: 'HTTP GET request'},
      post: {method: 'post', description: 'HTTP POST request'},
      put: {method: 'put', description: 'HTTP PUT request'},
    },
  },
} as const;

describe('the file system of the seeds', () => {
  test('spelling A maps inputs to arguments in order and transforms the answer', async () => {
    const folder = await tempFolder({'a.txt': 'hello'});
    const fs = await factory.createFromConfig('fs', spellingA, {basePath: folder});

    expect(await fs.getTool('readFile').call({path: 'a.txt'})).toEqual({content: 'hello', size: 5});
    expect(await fs.getTool('writeFile').execute({path: 'b.txt', content: 'new'})).toMatchObject({
      success: true,
      data: null,
    });
    expect(await readFile(join(folder, 'b.txt'), 'utf8')).toBe('new');
    expect(fs.getMetadata()).toMatchObject({module: 'FileSystemModule'});
  });

  test('spelling B needs no mapping: the signatures of fs/promises are known', async () => {
    const folder = await tempFolder({'a.txt': 'hello'});
    const fs = await factory.createFromConfig('fs', spellingB.fs, {basePath: folder});

    expect(await fs.readFile({path: 'a.txt'})).toEqual({content: 'hello', size: 5, path: 'a.txt'});
    await fs.mkdir({path: 'x/y', recursive: true});
    await fs.writeFile({path: 'x/y/c.txt', data: 'deep'});
    expect(await fs.readFile({path: 'x/y/c.txt'})).toMatchObject({content: 'deep'});
  });

  test('basePath confines it, by real path', async () => {
    const outside = await tempFolder({'secret.txt': 'secret'});
    const folder = await tempFolder({'a.txt': 'hello'});
    const fs = await factory.createFromConfig('fs', spellingB.fs, {basePath: folder});

    const result = await fs.getTool('readFile').execute({path: join(outside, 'secret.txt')});

    expect(result).toMatchObject({
      success: false,
      error: {code: 'PERMISSION_DENIED', details: {context: {reason: 'outside_base'}}},
    });
    expect(JSON.stringify(result.success ? '' : result.error.message)).not.toContain(folder);
  });

  test('a missing file is RESOURCE_NOT_FOUND, and the message does not tell where basePath is', async () => {
    const folder = await tempFolder();
    const fs = await factory.createFromConfig('fs', spellingB.fs, {basePath: folder});

    const result = await fs.getTool('readFile').execute({path: 'nope.txt'});

    expect(result).toMatchObject({error: {code: 'RESOURCE_NOT_FOUND', details: {cause: {code: 'ENOENT'}}}});
    expect(JSON.stringify(result)).not.toContain(folder);
  });
});

describe('axios of the seeds', () => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const {method, url, headers} = request;
      const status = url === '/missing' ? 404 : 200;
      response.writeHead(status, {'content-type': 'application/json'});
      response.end(JSON.stringify({method, url, key: headers['x-key'], body: Buffer.concat(chunks).toString()}));
    });
  });
  let baseURL: string;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    baseURL = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('a config of code may name its package; instanceConfig gets the library and the runtime values', async () => {
    const http = await factory.createFromConfig('axios', spellingB.axios, {
      axiosConfig: {baseURL, headers: {'x-key': 'abcd1234'}},
    });

    expect(await http.get({url: '/things', params: {page: 2}})).toMatchObject({
      status: 200,
      data: {method: 'GET', url: '/things?page=2', key: 'abcd1234'},
      headers: {'content-type': 'application/json'},
    });
    expect(await http.post({url: '/things', data: {name: 'x'}})).toMatchObject({
      data: {method: 'POST', body: '{"name":"x"}'},
    });
    expect(Object.keys((await http.put({path: '/things', data: {}})) as object).sort()).toEqual([
      'data',
      'headers',
      'status',
    ]);
  });

  test('statuses become codes, and the request with its headers is not in the error', async () => {
    const http = await factory.createFromConfig('axios', spellingB.axios, {
      axiosConfig: {baseURL, headers: {'x-key': 'canary-key-1'}},
    });

    const result = await http.getTool('get').execute({url: '/missing'});

    expect(result).toMatchObject({success: false, error: {code: 'RESOURCE_NOT_FOUND'}});
    expect(JSON.stringify(result)).not.toContain('canary-key-1');
  });

  test('a server that is not there is NETWORK_ERROR, and nothing was executed', async () => {
    const http = await factory.createFromConfig('axios', spellingB.axios, {
      axiosConfig: {baseURL: 'http://127.0.0.1:1'},
    });

    expect(await http.getTool('get').execute({url: '/'})).toMatchObject({
      error: {code: 'NETWORK_ERROR', outcome: 'not_executed'},
    });
  });
});

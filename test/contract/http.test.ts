import {afterAll, beforeAll, describe, test} from '@jest/globals';
import {FileSystemModuleDefinition} from '../../modules/filesystem/index.js';
import {HttpModuleDefinition} from '../../modules/http/index.js';
import {describeModule} from '../../src/testing/index.js';
import {startHttpServer} from '../support/http-server.js';
import type {HttpTestServer, Routes} from '../support/http-server.js';

/** The API that the examples of the tools speak of. */
const api: Routes = {
  'GET /users/1': {body: {id: 1, name: 'Ada'}},
  'HEAD /users/1': {body: {id: 1, name: 'Ada'}},
  'GET /users': ({query}) => ({body: query.get('name') === 'Ada' ? [{id: 1, name: 'Ada'}] : []}),
  'OPTIONS /users': {status: 204, headers: {allow: 'GET, POST'}},
  'POST /users': ({body}) => ({status: 201, body: {id: 2, ...(JSON.parse(body.toString()) as object)}}),
  'PUT /users/1': ({body}) => ({body: {id: 1, ...(JSON.parse(body.toString()) as object)}}),
  'PATCH /users/1': ({body}) => ({body: {id: 1, ...(JSON.parse(body.toString()) as object)}}),
  'DELETE /users/1': {status: 204},
  'GET /report.txt': {body: 'Report\n', headers: {'content-type': 'text/plain'}},
  'POST /echo': ({body}) => ({body: body.toString(), headers: {'content-type': 'text/plain'}}),
  'POST /graphql': ({body}) => ({
    body: body.includes('nothing') ? {errors: [{message: 'No field nothing'}]} : {data: {user: {name: 'Ada'}}},
  }),
};

let server: HttpTestServer;
const opened: {cleanup(): Promise<void>}[] = [];

beforeAll(async () => {
  server = await startHttpServer(api);
});
afterAll(async () => {
  for (const files of opened) await files.cleanup();
  await server.close();
});

describeModule(
  {describe, test},
  {
    name: 'http',
    definition: HttpModuleDefinition,
    config: async (basePath) => {
      const files = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});
      opened.push(files);
      return {baseURL: server.origin, files};
    },
  },
);

import {deepEqual} from 'node:assert/strict';
import {createRequire} from 'node:module';
import {ModuleFactory} from '../../dist/src/index.js';
import {DatabaseModuleDefinition} from '../../dist/modules/database/index.js';
import {HttpModuleDefinition} from '../../dist/modules/http/index.js';
import {McpModuleDefinition} from '../../dist/modules/mcp/index.js';
import {ShellModuleDefinition} from '../../dist/modules/shell/index.js';
import {startJsonServer} from '../lib/json-server.mjs';
import {startPostgres} from '../lib/postgres.mjs';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const nothing = {close: () => undefined};

/** By kind: what is wrapped, the tool that code has for it, and the same from a config. */
const kinds = {
  rest: {
    start: startJsonServer,
    byHand: async ({url}) => {
      const module = await HttpModuleDefinition.create({baseURL: url});
      return {module, call: async () => (await module.getTool('get').execute({path: '/'})).data?.data.id};
    },
    byConfig: async ({url}) => {
      const config = {type: 'rest', baseURL: url, tools: {get: {request: {path: '/'}}}};
      const module = await ModuleFactory.createFromConfig('x', config);
      return {module, call: async () => (await module.getTool('get').execute({})).data?.id};
    },
    answer: 7,
  },
  cli: {
    start: async () => nothing,
    byHand: async () => {
      const module = await ShellModuleDefinition.create({basePath: '.', commands: ['echo']});
      const input = {command: ['echo', 'hello']};
      return {module, call: async () => (await module.getTool('execute').execute(input)).data?.stdout.trim()};
    },
    byConfig: async () => {
      const config = {type: 'cli', command: 'echo', tools: {say: {args: ['{word}'], parse: 'text'}}};
      const module = await ModuleFactory.createFromConfig('x', config, {}, {allow: ['echo']});
      return {module, call: async () => (await module.getTool('say').execute({word: 'hello'})).data?.trim()};
    },
    answer: 'hello',
  },
  sql: {
    start: async () => {
      const server = await startPostgres();
      return {url: server.url(), close: () => server.end()};
    },
    byHand: async ({url}) => {
      const module = await DatabaseModuleDefinition.create({url, readOnly: true});
      const input = {sql: 'select $1::int + 1 as next', values: [41]};
      return {module, call: async () => (await module.getTool('query').execute(input)).data?.rows[0].next};
    },
    byConfig: async ({url}) => {
      const tools = {next: {sql: 'select :n::int + 1 as next', input: {n: 'integer'}}};
      // Both hold the server to reading.
      const config = {type: 'sql', database: {url}, tools};
      const module = await ModuleFactory.createFromConfig('x', config);
      return {module, call: async () => (await module.getTool('next').execute({n: 41})).data?.[0].next};
    },
    answer: 42,
  },
  mcp: {
    start: async () => nothing,
    byHand: async () => {
      const module = await McpModuleDefinition.create({
        server: {command: process.execPath, args: [everything, 'stdio']},
      });
      return {module, call: async () => (await module.getTool('echo').execute({message: 'a'})).data?.text};
    },
    byConfig: async () => {
      const config = {type: 'mcp', server: {command: process.execPath, args: [everything, 'stdio']}};
      const module = await ModuleFactory.createFromConfig('x', config, {}, {allow: [process.execPath]});
      return {module, call: async () => (await module.getTool('echo').execute({message: 'a'})).data?.text};
    },
    answer: 'Echo: a',
  },
};

/** One call, by the tool that the module has, or by a config of the kind. */
export async function prepare({kind, way}) {
  const {start, answer, ...ways} = kinds[kind];
  const peer = await start();
  const {module, call} = await ways[way](peer);
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await call();
    },
    check: async () => deepEqual(await call(), answer),
    async close() {
      await module.cleanup();
      await peer.close();
    },
  };
}

import {deepEqual, equal} from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {ModuleFactory} from '../../dist/src/index.js';
import {apiCalls, startApis} from '../lib/api-server.mjs';

/** A call of each of three APIs by their configs in bench/apis/haft, which are all there is of code for them. */
export async function prepare(api) {
  const server = await startApis();
  process.env.WEATHER_KEY = 'k-1234567';
  const text = await readFile(new URL(`../apis/haft/${api}.json`, import.meta.url), 'utf8');
  const config = JSON.parse(text.replaceAll('${BASE_URL}', server.url));
  const module = await ModuleFactory.createFromConfig(api, config);
  const {tool: name, input, answer} = apiCalls[api];
  const tool = module.getTool(name);
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await tool.execute(input);
    },
    async check() {
      deepEqual((await tool.execute(input)).data, answer);
      // What is no input goes nowhere.
      equal((await tool.execute({...input, id: 'x', city: 1})).success, false);
    },
    async close() {
      await module.cleanup();
      await server.close();
    },
  };
}

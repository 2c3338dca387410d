import '@utcp/http';
import '@utcp/text';
import {deepEqual} from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {UtcpClient} from '@utcp/sdk';
import {apiCalls, startApis} from '../lib/api-server.mjs';

// It tells everything it does, which is not what is measured.
for (const level of ['log', 'info', 'warn', 'error']) console[level] = () => undefined;

/** The same three APIs by their manuals in bench/apis/utcp. The client passes an input on as it is. */
export async function prepare(api) {
  const server = await startApis();
  const text = await readFile(new URL(`../apis/utcp/${api}.json`, import.meta.url), 'utf8');
  const content = text.replaceAll('${BASE_URL}', server.url).replaceAll('${WEATHER_KEY}', 'k-1234567');
  const client = await UtcpClient.create(process.cwd(), {});
  const manual = JSON.parse(content);
  await client.registerManual(
    'tools' in manual
      ? {name: api, call_template_type: 'text', allowed_communication_protocols: ['http'], content}
      : {...manual, name: api},
  );
  const {tool, input, answer} = apiCalls[api];
  const name = `${api}.${tool}`;
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await client.callTool(name, input);
    },
    check: async () => deepEqual(await client.callTool(name, input), answer),
    async close() {
      await client.close();
      await server.close();
    },
  };
}

import {deepStrictEqual} from 'node:assert/strict';

/** The tool that every contestant of a call scenario offers: it does nothing, so that what is measured is the way there. */
export const noop = async ({path}) => ({path, size: 0});

export const inputSchema = {
  type: 'object',
  properties: {
    path: {type: 'string'},
    encoding: {type: 'string', enum: ['utf8', 'base64', 'hex']},
    limit: {type: 'integer', minimum: 1, maximum: 1000},
  },
  required: ['path'],
  additionalProperties: false,
};

export const outputSchema = {
  type: 'object',
  properties: {path: {type: 'string'}, size: {type: 'integer'}},
  required: ['path', 'size'],
  additionalProperties: false,
};

/** The schema in the words of zod, for peers that want it so. */
export const zodInput = ({z}) => ({
  path: z.string(),
  encoding: z.enum(['utf8', 'base64', 'hex']).optional(),
  limit: z.int().min(1).max(1000).optional(),
});

const goodInput = {path: 'notes.txt', encoding: 'utf8', limit: 10};
const badInput = {path: 'notes.txt', encoding: 'utf8', limit: 0};

/**
 * A contestant from its call. `wire` turns an input into what the call takes (before the clock starts), `dataOf` an
 * answer into the data of the tool.
 */
export function toolCall({call, wire = (input) => input, dataOf = (answer) => answer, validates = true, close}) {
  const input = wire(goodInput);
  return {
    async run(iterations) {
      for (let i = 0; i < iterations; i++) await call(input);
    },
    async check() {
      deepStrictEqual(dataOf(await call(input)), {path: 'notes.txt', size: 0});
      if (validates) await refuses(call, wire(badInput), dataOf);
    },
    close,
  };
}

async function refuses(call, input, dataOf) {
  let data;
  try {
    data = dataOf(await call(input));
  } catch {
    return;
  }
  if (data?.path !== undefined) throw new Error(`It let an invalid input through and answered ${JSON.stringify(data)}`);
}

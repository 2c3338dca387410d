import {ModuleFactory} from '../../dist/src/index.js';
import {defineModule, defineTool} from '../../dist/src/sdk.js';
import {inputSchema, outputSchema, toolCall} from '../lib/noop-tool.mjs';

/** A library with a function that answers at once, and one that answers a promise. */
const library = {
  read: (path, options) => ({path, size: options.limit - 10}),
  fetch: async (path, options) => ({path, size: options.limit - 10}),
};

const facts = {description: 'Do nothing', input: inputSchema, output: outputSchema};
const args = ['{path}', {encoding: '{encoding}', limit: '{limit}'}];

const byHand = {
  function: () => ({
    ...facts,
    run: async (_module, {path, encoding, limit}) => library.read(path, {encoding, limit}),
  }),
  promise: () => ({
    ...facts,
    run: async (_module, {path, encoding, limit}) => library.fetch(path, {encoding, limit}),
  }),
};

async function written(what) {
  const tool = defineTool({name: 'read', ...byHand[what]()});
  const module = defineModule({name: 'notes', module: 'NotesModule', description: 'Does nothing', tools: [tool]});
  return (await module.create()).getTool('read');
}

async function configured(what) {
  const method = {function: 'read', promise: 'fetch'}[what];
  const module = await ModuleFactory.createFromConfig('notes', {
    type: 'class',
    target: library,
    tools: {read: {method, args, ...facts}},
  });
  return module.getTool('read');
}

/** The same function as a tool that is written by hand and as one that is data. */
export async function prepare({way, what}) {
  const tool = await (way === 'config' ? configured(what) : written(what));
  return toolCall({call: (input) => tool.execute(input), dataOf: ({data}) => data});
}

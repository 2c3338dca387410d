import {defineModule, defineTool} from '../../dist/src/sdk.js';
import {inputSchema, noop, toolCall} from '../lib/noop-tool.mjs';

/** `execute` of a tool as it comes: validated and frozen input, the default timeout, JSON data, the envelope. */
export async function prepare() {
  const read = defineTool({
    name: 'read',
    description: 'Do nothing',
    input: inputSchema,
    run: (_module, input) => noop(input),
  });
  const {create} = defineModule({name: 'notes', module: 'NotesModule', description: 'Does nothing', tools: [read]});
  const tool = (await create()).getTool('read');
  return toolCall({call: (input) => tool.execute(input), dataOf: ({data}) => data});
}

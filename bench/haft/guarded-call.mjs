import {defineModule, defineTool, Runtime} from '../../dist/src/sdk.js';
import {inputSchema, noop, outputSchema, toolCall} from '../lib/noop-tool.mjs';

/** The same with everything on that the hand-written governed call does: policy, output validation, timeout, retry, trace. */
export async function prepare() {
  const read = defineTool({
    name: 'read',
    description: 'Do nothing',
    input: inputSchema,
    output: outputSchema,
    planning: {idempotent: true, sideEffects: false},
    timeout: 30_000,
    retry: 'STANDARD',
    run: (_module, input) => noop(input),
  });
  const module = defineModule({name: 'notes', module: 'NotesModule', description: 'Does nothing', tools: [read]});
  const permissions = new Set(['notes.read']);
  const runtime = new Runtime({policy: ({tool}) => (permissions.has(tool) ? 'allow' : 'deny')});
  const trace = [];
  runtime.on('call:end', (event) => {
    if (trace.length === 1000) trace.length = 0;
    trace.push(event);
  });
  const tool = (await module.create({}, runtime)).getTool('read');
  return toolCall({call: (input) => tool.execute(input), dataOf: ({data}) => data});
}

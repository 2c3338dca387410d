import {file} from './file.mjs';

const call = (way, width) => ({
  name: width === 1 ? way : `${way}, ${width} in flight`,
  file: file('haft/mcp-call.mjs'),
  variant: {way, width},
});
const sdk = "SDK client's callTool";

export const mcpCall = {
  title: 'a tool of an MCP server over stdio',
  unit: 'call',
  ms: 30,
  rounds: 60,
  floors: [sdk, `${sdk}, 32 in flight`],
  contestants: [call(sdk, 1), call('haft', 1), call(sdk, 32), call('haft', 32)],
};

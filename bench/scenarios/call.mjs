import {file} from './file.mjs';

export const call = {
  title: 'one call of a tool that does nothing, input {path, encoding?, limit?}',
  unit: 'call',
  floors: ['raw call', 'ajv-validate-and-call', 'hand-written governed call'],
  contestants: [
    {name: 'raw call', file: file('floors/raw-call.mjs')},
    {name: 'ajv-validate-and-call', file: file('floors/ajv-call.mjs')},
    {name: 'haft plain call', file: file('haft/plain-call.mjs')},
    {name: 'hand-written governed call', file: file('floors/governed-call.mjs')},
    {name: 'haft guarded call', file: file('haft/guarded-call.mjs')},
    {name: 'AI SDK tool', file: file('peers/ai-sdk.mjs'), peer: 'ai'},
    {name: '@mastra/core createTool', file: file('peers/mastra.mjs'), peer: '@mastra/core'},
    {name: 'OpenAI agents tool', file: file('peers/openai-agents.mjs'), peer: '@openai/agents-core'},
    {name: 'LangChain tool', file: file('peers/langchain.mjs'), peer: '@langchain/core'},
    {name: 'MCP SDK in memory', file: file('peers/mcp-sdk.mjs'), peer: '@modelcontextprotocol/sdk'},
  ],
};

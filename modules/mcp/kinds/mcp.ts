import {ToolError} from '../../../src/sdk.js';
import type {Call, FoundTool, FoundTools, ToolDefinition, WrapKind, WrapSession, WrapSetup} from '../../../src/sdk.js';
import {McpClient} from '../mcp-client.js';
import {getPrompt} from '../tools/get-prompt.js';
import {listPrompts} from '../tools/list-prompts.js';
import {listResources} from '../tools/list-resources.js';
import {listResourceTemplates} from '../tools/list-resource-templates.js';
import {readResource} from '../tools/read-resource.js';
import {checkConfig} from './mcp/check-config.js';
import {foundTool} from './mcp/found-tool.js';
import {filledServer, mcpSettings} from './mcp/settings.js';

/**
 * Wraps an MCP server: its tools are those of the module, with what the config says of them put over. The client, and what
 * it holds about definitions that change (MC06), is the one of the module `mcp`, and is the `wrappedInstance`.
 */
export const mcpKind: WrapKind = {type: 'mcp', check: checkConfig, connect};

async function connect(setup: WrapSetup): Promise<WrapSession> {
  const own = ownTools(setup.config);
  const settings = mcpSettings(setup.config, filledServer(setup));
  const client = await McpClient.connect(settings, setup.runtime, new Set(own.map(({name}) => name)));
  const known = new WeakMap<ToolDefinition, FoundTool>();
  const tools = new Map<string, ToolDefinition>();

  const find = (offered: readonly ToolDefinition[]): FoundTools => {
    const reports = client.book.reports();
    const serverName = new Map(reports.map(({tool, name}) => [tool, name]));
    tools.clear();
    const found = offered.map((definition) => {
      const name = serverName.get(definition.name) ?? definition.name;
      const tool = known.get(definition) ?? foundTool(name, definition);
      known.set(definition, tool);
      tools.set(name, definition);
      return tool;
    });
    const unusable = reports.filter(({status}) => status === 'unusable');
    return {
      tools: [...own, ...found],
      leftOut: unusable.map(({name, reason}) => ({name, reason: reason ?? 'It can not be used'})),
    };
  };

  return {
    wrapped: client,
    discover: (update) => find(client.offer((offered) => update(find(offered)))),
    call: ({tool, values}, call) => {
      const definition = tools.get(tool);
      if (!definition) throw new ToolError('TOOL_NOT_FOUND', `The server has no tool ${tool}`);
      const run = definition.run as (module: undefined, input: typeof values, call: Call) => unknown;
      return run(undefined, values, call);
    },
    close: () => client.close(),
    check: () => client.ping(),
  };
}

/** Tools that the module has beside those of its server, where the config wants them. */
function ownTools({resources, prompts}: Readonly<Record<string, unknown>>): readonly ToolDefinition[] {
  return [
    ...(resources === true ? [listResources, listResourceTemplates, readResource] : []),
    ...(prompts === true ? [listPrompts, getPrompt] : []),
  ] as readonly ToolDefinition[];
}

import {defineModule, ModuleInstance} from '../../src/sdk.js';
import type {ServerInfo} from './connection/session.js';
import type {DefinitionReport} from './definitions/entry.js';
import type {McpClient} from './mcp-client.js';
import {mcpConfig} from './options.js';
import type {McpConfig} from './options.js';
import {readSettings, withHiddenSecrets} from './settings.js';
import {getPrompt} from './tools/get-prompt.js';
import {listDefinitions} from './tools/list-definitions.js';
import {listPrompts} from './tools/list-prompts.js';
import {listResourceTemplates} from './tools/list-resource-templates.js';
import {listResources} from './tools/list-resources.js';
import {readResource} from './tools/read-resource.js';

/** What `serverInfo` answers: the server's word, and what was counted here. */
export interface McpServerInfo extends ServerInfo {
  /** How often it was started or reached again. */
  readonly restarts: number;
  /** Messages of it that are no MCP. */
  readonly strangeMessages: number;
}

/** One MCP server, and what the person who runs it can do: look, approve, begin again. No tool does any of this. */
export class McpModuleInstance extends ModuleInstance<McpConfig, McpClient> {
  constructor(definition?: unknown, config?: McpConfig, runtime?: unknown) {
    super(definition, config && withHiddenSecrets(config), runtime);
  }

  /** All tools of the server with where they stand, and what changed. For people: it shows texts that nobody approved. */
  definitions(): DefinitionReport[] {
    return this.wrappedInstance.book.reports();
  }

  /** What is approved, to be kept and given as `approved` of the config. */
  fingerprints(): Record<string, string> {
    return this.wrappedInstance.book.fingerprints();
  }

  /**
   * Approves what `definitions()` shows now, of one tool, some or all: changes, new tools, and that tools are gone. With
   * fingerprints, `{read: 'sha256:…'}` (undefined for a tool that is gone), only what was looked at: the server may say
   * something else by now. Answers the names of those that were not approved before. Throws RESOURCE_NOT_FOUND;
   * DEFINITION_CHANGED for another fingerprint; INVALID_STATE for a tool that can not be used. Nothing is approved then.
   */
  approve(tools?: string | readonly string[] | Readonly<Record<string, string | undefined>>): string[] {
    return this.wrappedInstance.approve(typeof tools === 'string' ? [tools] : tools);
  }

  /** Reads the tools of the server now. Throws the codes of a call that could not reach it. */
  async refresh(): Promise<DefinitionReport[]> {
    await this.wrappedInstance.check();
    return this.definitions();
  }

  /** Ends the connection and begins another, also after too many restarts; calls under way are lost. */
  async reconnect(): Promise<void> {
    await this.wrappedInstance.connection.reconnect();
  }

  /** What the server says of itself, and what was counted. */
  serverInfo(): McpServerInfo | undefined {
    const {latest, restarts, strangeMessages} = this.wrappedInstance.connection;
    return latest && {...latest.server, restarts, strangeMessages};
  }
}

const tools = [listResources, listResourceTemplates, readResource, listPrompts, getPrompt, listDefinitions] as const;

/** Names that a tool of a server can not have here. */
const ownNames: ReadonlySet<string> = new Set(tools.map(({name}) => name));

/** Provider `mcp`: the tools, resources and prompts of one MCP server (R13). */
export const McpModuleDefinition = defineModule({
  name: 'mcp',
  module: 'McpModule',
  description: 'The tools, resources and prompts of an MCP server, over stdio or streamable HTTP',
  version: '0.1.0',
  category: 'mcp',
  tags: ['mcp', 'server', 'model-context-protocol'],
  requirements: ['the package @modelcontextprotocol/client', 'an MCP server: a program, or an address'],
  limitations: [
    'A server can not ask for roots, sampling or elicitation',
    'What tools do, and whether their texts are true, is up to their server',
  ],
  config: mcpConfig,
  Instance: McpModuleInstance,
  tools,
  checkConfig: (config) => readSettings(config as McpConfig),
  connect: async (config, runtime) => {
    // Who imports haft for another module does without what speaks with servers.
    const {McpClient} = await import('./mcp-client.js');
    return McpClient.connect(config as McpConfig, runtime, ownNames);
  },
  discover: (client: McpClient, _config, update) => client.offer(update),
  close: (client) => client.close(),
  check: (client) => client.ping(),
});
export type McpModuleDefinition = typeof McpModuleDefinition;

export {McpModuleDefinition as McpModule, McpModuleDefinition as MCPModuleDefinition};
export type {ServerInfo} from './connection/session.js';
export type {Difference} from './definitions/difference.js';
export type {DefinitionReport, DefinitionStatus} from './definitions/entry.js';
export type {McpConfig, McpServerConfig, McpToolOverride} from './options.js';
export type {ToolData as McpToolData} from './result.js';

import {isRecord} from '../../../../src/sdk.js';
import type {Runtime} from '../../../../src/sdk.js';
import {cleanOptional} from '../../clean-text.js';
import {McpModuleDefinition} from '../../index.js';
import type {McpServerConfig} from '../../options.js';

export interface McpImportOptions {
  readonly name?: string;
  readonly description?: string;
  /** Tools that are taken, `*` for any characters; default all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Pins what the server says now; default true. */
  readonly pin?: boolean;
  /** Takes the server's word for which tools only read and which are idempotent, to be checked by who edits; default false. */
  readonly trustAnnotations?: boolean;
  readonly runtime?: Runtime;
  /** Told when the server is reached, and when its tools are read. */
  readonly onProgress?: (progress: {readonly done: number; readonly total: number; readonly what: string}) => void;
}

/** A wrap config of kind `mcp`, to be edited, and what the server has that is not in it. */
export interface McpImport {
  readonly config: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly {readonly name: string; readonly reason: string}[];
}

/**
 * Writes a config for an MCP server as it is now: fingerprints of its definitions, and a stub of facts for each tool, for
 * a person to look at. Values of variables and headers are not written, but where they come from. Throws what connecting throws.
 */
export async function importMcp(server: McpServerConfig, options: McpImportOptions = {}): Promise<McpImport> {
  const {name, include, exclude, pin = true, trustAnnotations = false, runtime, onProgress} = options;
  onProgress?.({done: 0, total: 2, what: 'connecting'});
  const config = {server, ...(include && {include}), ...(exclude && {exclude}), trustAnnotations};
  const mcp = await McpModuleDefinition.create(config, runtime);
  try {
    onProgress?.({done: 1, total: 2, what: 'reading the tools'});
    const reports = mcp.definitions();
    const {title, name: serverName} = mcp.serverInfo() ?? {};
    const overrides = reports.flatMap(({name: tool, tool: here, status}): [string, object][] => {
      if (status !== 'approved' || here === undefined) return [];
      const {planning, securityTier} = mcp.getTool(here).getMetadata();
      const {sideEffects, idempotent} = planning;
      return [[tool, {securityTier, planning: {sideEffects, idempotent}}]];
    });
    const about = cleanOptional(title, 200) ?? cleanOptional(serverName, 200) ?? 'an MCP server';
    onProgress?.({done: 2, total: 2, what: 'done'});
    return {
      config: {
        $schema: './node_modules/haft/config.schema.json',
        type: 'mcp',
        ...(name !== undefined && {name}),
        description: options.description ?? `Tools of ${about}`,
        server: withoutSecrets(server),
        ...(include && {include}),
        ...(exclude && {exclude}),
        overrides: Object.fromEntries(overrides),
        ...(pin && {pin: mcp.fingerprints()}),
      },
      leftOut: reports
        .filter(({status}) => status === 'unusable')
        .map(({name: tool, reason}) => ({name: tool, reason: reason ?? 'It can not be used'})),
    };
  } finally {
    await mcp.cleanup();
  }
}

/** The server with variables of the environment in place of what may be secret. */
function withoutSecrets({env, headers, token, ...server}: McpServerConfig): object {
  const variables = (values: unknown, variable: (key: string) => string): object =>
    Object.fromEntries(Object.keys(isRecord(values) ? values : {}).map((key) => [key, {$env: variable(key)}]));
  const word = (key: string): string => key.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return {
    ...server,
    ...(env && {env: variables(env, (key) => key)}),
    ...(headers && {headers: variables(headers, (key) => `MCP_${word(key)}`)}),
    ...(token !== undefined && {token: {$env: 'MCP_TOKEN'}}),
  };
}

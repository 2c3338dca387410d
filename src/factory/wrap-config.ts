import type {CliModuleKeys, CliToolKeys} from './config-types/cli.js';
import type {CommonModuleKeys, CommonToolKeys} from './config-types/common.js';
import type {GraphqlModuleKeys, GraphqlToolKeys} from './config-types/graphql.js';
import type {ClassModuleKeys, LibraryModuleKeys, LibraryToolKeys} from './config-types/library.js';
import type {McpModuleKeys} from './config-types/mcp.js';
import type {OpenapiModuleKeys} from './config-types/openapi.js';
import type {RestModuleKeys, RestToolKeys} from './config-types/rest.js';
import type {SqlModuleKeys, SqlToolKeys} from './config-types/sql.js';

/**
 * The types of the config language; the keys of each kind are in config-types/. The tables in language/ have exactly these
 * keys (the compiler holds them against each other) and say what each means.
 */

type Config<Type extends string, ModuleKeys, ToolKeys> = {readonly type: Type} & CommonModuleKeys &
  ModuleKeys & {readonly tools: Readonly<Record<string, CommonToolKeys & ToolKeys>>};

/** Kind `npm_library`, also spelt `node_module`, and the one that is meant where a config names none. */
export type LibraryConfig = Omit<Config<'npm_library', LibraryModuleKeys, LibraryToolKeys>, 'type'> & {
  readonly type?: 'node_module' | 'npm_library';
};
/** Kind `class`: an object, or a class and what it is made with. */
export type ClassConfig = Config<'class', ClassModuleKeys, LibraryToolKeys>;
/** Kind `cli`: a program, called with argv and never by a shell. */
export type CliConfig = Config<'cli', CliModuleKeys, CliToolKeys>;
/** Kind `rest`: an HTTP API, a request a tool. */
export type RestConfig = Config<'rest', RestModuleKeys, RestToolKeys>;
/** Kind `openapi`: an HTTP API with a description; its tools follow from it. */
export type OpenapiConfig = Omit<Config<'openapi', OpenapiModuleKeys, object>, 'tools'>;
/** Kind `graphql`: a GraphQL endpoint with documents that the config names. */
export type GraphqlConfig = Config<'graphql', GraphqlModuleKeys, GraphqlToolKeys>;
/** Kind `sql`: a Postgres database, a statement a tool. */
export type SqlConfig = Config<'sql', SqlModuleKeys, SqlToolKeys>;
/** Kind `mcp`: a server of the Model Context Protocol; its tools follow from it. */
export type McpConfig = Omit<Config<'mcp', McpModuleKeys, object>, 'tools'>;

/** What `ModuleFactory` builds a module from. */
export type WrapConfig =
  LibraryConfig | ClassConfig | CliConfig | RestConfig | OpenapiConfig | GraphqlConfig | SqlConfig | McpConfig;

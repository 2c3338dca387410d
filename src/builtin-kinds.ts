import {libraryKinds} from './factory/index.js';

/** The kinds of wrap config that come with haft; those of a module are loaded when the first config of the kind is. */
export const builtinKinds = Object.freeze({
  ...libraryKinds,
  cli: async () => (await import('../modules/shell/kinds/cli.js')).cliKind,
  rest: async () => (await import('../modules/http/kinds/rest.js')).restKind,
  openapi: async () => (await import('../modules/http/kinds/openapi.js')).openapiKind,
  graphql: async () => (await import('../modules/http/kinds/graphql.js')).graphqlKind,
  sql: async () => (await import('../modules/database/kinds/sql.js')).sqlKind,
  mcp: async () => (await import('../modules/mcp/kinds/mcp.js')).mcpKind,
});

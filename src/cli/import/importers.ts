import type {Importer} from './importer.js';

interface ImportKind {
  /** What SOURCE may be. */
  readonly source: string;
  readonly load: () => Promise<Importer>;
}

/** The kinds that a config can be made of from what they wrap. */
export const importKinds: Readonly<Record<string, ImportKind>> = {
  openapi: {
    source: 'a description (OpenAPI 3, Swagger 2) as a file or an address',
    load: async () => (await import('./openapi.js')).openapiImporter,
  },
  mcp: {
    source: "the command line of a server, such as 'npx -y some-server', which is run, or its address",
    load: async () => (await import('./mcp.js')).mcpImporter,
  },
  graphql: {
    source: 'an endpoint, a .graphql file, or the JSON that introspection answered',
    load: async () => (await import('./graphql.js')).graphqlImporter,
  },
  sql: {
    source:
      "postgres://user@host/database, '$NAME' of a variable with such an address, the folder of an embedded database, or a .sql file of named queries (-- name: listUsers :many)",
    load: async () => (await import('./sql.js')).sqlImporter,
  },
};

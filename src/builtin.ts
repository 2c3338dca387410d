export {builtinKinds} from './builtin-kinds.js';

/**
 * The providers that come with haft, by name. Each is loaded when it is first asked for, and loads its vendor library only
 * when a module is made: metadata costs neither.
 */
export const builtinProviders = Object.freeze({
  fs: async () => (await import('../modules/filesystem/index.js')).FileSystemModuleDefinition,
  git: async () => (await import('../modules/git/index.js')).GitModuleDefinition,
  http: async () => (await import('../modules/http/index.js')).HttpModuleDefinition,
  db: async () => (await import('../modules/database/index.js')).DatabaseModuleDefinition,
  shell: async () => (await import('../modules/shell/index.js')).ShellModuleDefinition,
  mcp: async () => (await import('../modules/mcp/index.js')).McpModuleDefinition,
  github: async () => (await import('../modules/github/index.js')).GitHubModuleDefinition,
  cloud: async () => (await import('../modules/cloud/index.js')).CloudModuleDefinition,
});

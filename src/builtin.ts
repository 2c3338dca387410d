import {libraryKinds} from './factory/index.js';

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
});

/** The kinds of wrap config that come with haft; those of a module are loaded when the first config of the kind is. */
export const builtinKinds = Object.freeze({
  ...libraryKinds,
  cli: async () => (await import('../modules/shell/kinds/cli.js')).cliKind,
});

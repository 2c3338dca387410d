// What the pages of docs/modules/ are made from. A module with a page gets a line here.

/** By page: the module's record, its config as written, and its handle types. `load` imports `filesystem/index`, say. */
export async function documentedModules(load) {
  const filesystem = await load('filesystem/index');
  const git = await load('git/index');
  const http = await load('http/index');
  const database = await load('database/index');
  const shell = await load('shell/index');
  const mcp = await load('mcp/index');
  const {fileSystemConfig} = await load('filesystem/options');
  const {gitConfig} = await load('git/options');
  const {httpConfig} = await load('http/options');
  const {databaseConfig} = await load('database/options');
  const {shellConfig} = await load('shell/options');
  const {mcpConfig} = await load('mcp/options');
  return {
    filesystem: describe(filesystem.FileSystemModuleDefinition, fileSystemConfig, filesystem),
    git: describe(git.GitModuleDefinition, gitConfig, git),
    http: describe(http.HttpModuleDefinition, httpConfig, http),
    database: describe(database.DatabaseModuleDefinition, databaseConfig, database),
    shell: describe(shell.ShellModuleDefinition, shellConfig, shell),
    mcp: describe(mcp.McpModuleDefinition, mcpConfig, mcp),
  };
}

const isHandleType = (value) => typeof value === 'object' && value !== null && 'type' in value && 'idleTtl' in value;

const describe = (definition, config, exports) => ({
  metadata: definition.getMetadata(),
  config,
  handleTypes: Object.values(exports).filter(isHandleType),
});

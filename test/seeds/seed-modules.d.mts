import type {ModuleInstance, Tool, ToolModule} from 'haft';

interface SeedDefinition {
  create(config: object): Promise<ModuleInstance>;
}

export const cloneTool: Tool;
export const FileSystemModuleDefinition: SeedDefinition;
export const HTTPModuleDefinition: SeedDefinition;
export const GitModuleDefinition: SeedDefinition;
export const GitHubModuleDefinition: SeedDefinition;
export const MCPModuleDefinition: SeedDefinition;
export const FileSystemModule: new (config: object) => ToolModule;

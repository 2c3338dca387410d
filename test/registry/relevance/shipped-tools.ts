import {readFile} from 'node:fs/promises';
import {cliKind} from '../../../modules/shell/kinds/cli.js';
import {DatabaseModuleDefinition} from '../../../modules/database/index.js';
import {FileSystemModuleDefinition} from '../../../modules/filesystem/index.js';
import {GitModuleDefinition} from '../../../modules/git/index.js';
import {libraryKinds, ModuleFactory, parseConfig} from '../../../src/factory/index.js';
import {ToolRegistry} from '../../../src/registry/tool-registry.js';

const factory = new ModuleFactory({kinds: {...libraryKinds, cli: cliKind}});

/** Names that a user would give them, by the file of the config. */
const configs = {axios: 'http', decimal: 'decimal', fs: 'files', marked: 'markdown', tar: 'tar'};

/** A registry of the tools that ship: fs, git, db, and every config of the folder configs. */
export async function shippedTools(): Promise<ToolRegistry> {
  const registry = new ToolRegistry({
    providers: {fs: FileSystemModuleDefinition, git: GitModuleDefinition, db: DatabaseModuleDefinition},
  });
  for (const [file, name] of Object.entries(configs)) {
    const config = parseConfig(await readFile(`configs/${file}.json`, 'utf8'), file) as {
      module?: string;
      command?: string;
    };
    const allow = [config.module ?? config.command ?? []].flat();
    registry.registerProvider(factory.defineFromConfig(name, config, {allow}), {name});
  }
  return registry;
}

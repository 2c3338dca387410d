import {defineHandle, defineModule, defineTool, ModuleInstance} from '../../src/sdk.js';

const repository = defineHandle('git_repository', {
  description: 'A repository',
  fields: ({path}: {path: string}) => ({path}),
});

/** A git of the size that these tests need. */
export const GitModuleDefinition = defineModule({
  name: 'git',
  module: 'GitModule',
  description: 'Version control with git',
  version: '1.2.0',
  category: 'version-control',
  requirements: ['git binary'],
  limitations: ['no submodules'],
  config: {root: {type: 'string', default: '.'}},
  handles: [repository],
  tools: [
    defineTool({
      name: 'clone',
      description: 'Clone a repository',
      resource: 'repository',
      tags: ['git', 'vcs', 'download'],
      input: {url: {type: 'string', required: true, description: 'Where it is cloned from'}},
      output: {handle: repository},
      planning: {cost: 'high', reliability: 'medium', idempotent: false, sideEffects: true},
      run: (_module, {url}, call) => call.handles.create(repository, {path: url}),
    }),
    defineTool({
      name: 'commit',
      aliases: ['save_commit'],
      description: 'Commit changes to repository',
      resource: 'repository',
      tags: ['git', 'vcs', 'commit', 'save'],
      input: {message: {type: 'string', required: true, description: 'Commit message'}},
      output: {message: 'string'},
      planning: {cost: 'low', reliability: 'high', idempotent: false, sideEffects: true},
      requirements: ['git binary', 'repository access'],
      securityTier: 2,
      run: (_module, {message}) => ({message}),
    }),
    defineTool({
      name: 'status',
      description: 'What has changed in the working tree',
      resource: 'repository',
      tags: ['git', 'vcs'],
      input: {repository: {handle: repository, required: true, description: 'An open repository'}},
      output: {clean: 'boolean'},
      planning: {cost: 'free', reliability: 'high', idempotent: true, sideEffects: false},
      securityTier: 0,
      run: () => ({clean: true}),
    }),
  ],
});

/** A file system of the size that these tests need. */
export const FileSystemModuleDefinition = defineModule({
  name: 'fs',
  module: 'FileSystemModule',
  description: 'Files and folders',
  category: 'files',
  tools: [
    defineTool({
      name: 'read',
      aliases: ['readFile'],
      description: 'Read a file as text, whole or a range of lines',
      resource: 'file',
      tags: ['file', 'read', 'load'],
      input: {path: {type: 'string', required: true, description: 'Path under basePath'}},
      output: {content: 'string'},
      planning: {cost: 'low', idempotent: true, sideEffects: false},
      securityTier: 0,
      run: (_module, {path}) => ({content: path}),
    }),
    defineTool({
      name: 'write',
      aliases: ['writeFile'],
      description: 'Write a text to a file, in place of what was there',
      resource: 'file',
      tags: ['file', 'write', 'save'],
      input: {path: 'string', content: 'string'},
      output: {size: 'number'},
      planning: {cost: 'low', idempotent: true, sideEffects: ({content}) => content !== ''},
      run: (_module, {content}) => ({size: content.length}),
    }),
    defineTool({
      name: 'status',
      description: 'Size and times of a file',
      resource: 'file',
      tags: ['file'],
      input: {path: 'string'},
      output: {size: 'number'},
      planning: {cost: 'free', idempotent: true, sideEffects: false},
      run: () => ({size: 0}),
    }),
  ],
});

/** A module of user code that does at cleanup what a test tells it to. */
export class EndingModule extends ModuleInstance {
  declare ending: (() => unknown) | undefined;
  declare cleanups: number;

  override createTools(): void {
    this.cleanups = 0;
  }

  override cleanup(): Promise<void> {
    this.cleanups++;
    return this.ending?.() as Promise<void>;
  }
}

/** A provider of such modules; the one that was made last is in `made`. */
export function endingProvider(
  name: string,
  ending?: () => unknown,
): {name: string; made: EndingModule[]; create: () => EndingModule} {
  const made: EndingModule[] = [];
  return {
    name,
    made,
    create: () => {
      const module = new EndingModule();
      module.ending = ending;
      made.push(module);
      return module;
    },
  };
}

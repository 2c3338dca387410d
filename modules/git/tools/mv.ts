import {existsSync, lstatSync} from 'node:fs';
import {rename} from 'node:fs/promises';
import {basename, join, posix} from 'node:path';
import {defineTool, ToolError} from '../../../src/sdk.js';
import {isDirectory, toTreePath} from '../checks/paths.js';
import {indexFingerprint, restoreIndex, takeIndex} from '../undo/index-snapshot.js';
import type {IndexSnapshot} from '../undo/index-snapshot.js';
import type {Repository} from '../repository.js';
import {oneCommit} from './example-setups.js';
import {
  listPaths,
  readHead,
  refused,
  repositoryErrors,
  repositoryInput,
  requireWorkTree,
  reversibly,
} from './shared.js';
import type {GitModule} from './shared.js';

interface MoveRecord {
  readonly repository: Repository;
  readonly from: string;
  readonly to: string;
  readonly hash: string | undefined;
  readonly index: IndexSnapshot;
  /** Of the index that the call left. */
  readonly left?: string;
}

export const mv = defineTool({
  name: 'mv',
  description: 'Move or rename a file or directory that git knows, and stage the move.',
  aliases: ['move', 'rename'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'mv', 'move', 'rename', 'files'],
  input: {
    repository: repositoryInput,
    from: {type: 'string', required: true, aliases: ['source'], description: 'File or directory of the repository'},
    to: {
      type: 'string',
      required: true,
      aliases: ['destination'],
      description: 'Its new place; into it where it is a directory. Nothing is overwritten',
    },
  },
  output: {
    from: 'string',
    to: {type: 'string', required: true, description: 'Where it is now, from the top of the repository'},
  },
  returns: 'The move',
  errors: {
    ...repositoryErrors,
    INVALID_PARAMETER: 'A path is empty, the repository itself, or a directory would be moved into itself',
    INVALID_STATE: 'No working tree, or a submodule would be moved',
    PERMISSION_DENIED: "A path is outside of the repository, in git's own directory, or uses pathspec magic",
    RESOURCE_NOT_FOUND: 'git knows no such file, or the directory of the new place is not there',
    RESOURCE_EXISTS: 'There is something at the new place',
    MERGE_CONFLICT: 'The file has unresolved conflicts',
    OPERATION_FAILED: 'git could not move it',
    UNDO_REFUSED: 'Something was committed or staged since, or the file is not there any more',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.status'],
  },
  positional: ['repository', 'from', 'to'],
  securityTier: 2,
  timeout: 60_000,
  examples: [
    {
      description: 'Rename a file',
      input: {repository: '$made', from: 'a.txt', to: 'b.txt'},
      output: {from: 'a.txt', to: 'b.txt'},
      setup: oneCommit,
    },
    {
      description: 'Rename a file that git does not know',
      input: {repository: '$made', from: 'missing.txt', to: 'b.txt'},
      output: {success: false, error: {code: 'RESOURCE_NOT_FOUND'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    const from = place(repository, input.from, 'from');
    const wanted = place(repository, input.to, 'to');
    // git puts it into a directory that is there.
    const to = isDirectory(join(repository.path, wanted)) ? posix.join(wanted, basename(from)) : wanted;
    toTreePath(repository.path, to);
    return git.exclusive(repository, async () => {
      const literal = ['ls-files', '--stage', '-z', '--', `:(literal)${from}`];
      const entries = await listPaths(git, repository, literal, signal);
      if (entries.some((entry) => entry.startsWith('160000 '))) {
        throw new ToolError('INVALID_STATE', `'${from}' is or holds a submodule`, {
          outcome: 'not_executed',
          suggestions: ['Move the other files'],
        });
      }
      const {hash} = await readHead(git, repository, signal);
      const record: MoveRecord = {repository, from, to, hash, index: await takeIndex(repository)};
      return reversibly<MoveRecord, {from: string; to: string}>(call, record, async () => {
        await git.in(repository, ['mv', '--', from, wanted], {signal});
        return {data: {from, to}, left: {left: await indexFingerprint(git, repository, signal)}};
      });
    });
  },
  async undo(module: GitModule, {repository, from, to, hash, index, left}: MoveRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    await git.exclusive(repository, async () => {
      if (left !== (await indexFingerprint(git, repository, signal))) throw refused('Something was staged since');
      if (hash !== (await readHead(git, repository, signal)).hash) throw refused('Something was committed since');
      const [here, there] = [join(repository.path, to), join(repository.path, from)];
      if (lstatSync(here, {throwIfNoEntry: false}) === undefined) throw refused(`'${to}' is not there any more`);
      if (lstatSync(there, {throwIfNoEntry: false}) !== undefined && from.toLowerCase() !== to.toLowerCase()) {
        throw refused(`There is something at '${from}' by now`);
      }
      // Paths may lead elsewhere by now.
      for (const path of [from, to]) toTreePath(repository.path, path);
      if (!existsSync(join(there, '..'))) throw refused(`The directory of '${from}' is not there any more`);
      await rename(here, there);
      await restoreIndex(repository, index);
    });
  },
});

function place({path}: Repository, given: string, parameter: string): string {
  const way = toTreePath(path, given);
  if (way !== '') return way;
  if (parameter === 'to') return '.';
  throw new ToolError('INVALID_PARAMETER', `${parameter} '${given}' is the repository itself`, {
    outcome: 'not_executed',
    suggestions: ['Give a file or directory in it'],
    context: {parameter},
  });
}

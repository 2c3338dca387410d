import {defineTool} from '../../../src/sdk.js';
import type {Git} from '../git.js';
import {goOn} from '../operation/go-on.js';
import {moveHead, undoMove} from '../undo/head-move.js';
import type {HeadMoveRecord} from '../undo/head-move.js';
import {committer} from '../identity.js';
import type {Repository} from '../repository.js';
import {oneCommit, sideBranch} from './example-setups.js';
import {requireOneOf} from './operation-input.js';
import {readHead, repositoryErrors, repositoryInput, requireCommit, requireWorkTree, resolveCommit} from './shared.js';
import type {GitModule} from './shared.js';

const endings = ['continue', 'skip', 'abort'] as const;

export const cherryPick = defineTool({
  name: 'cherryPick',
  description:
    'Make the changes of single commits again on the branch that is checked out. Conflicts stop it half-way: resolve the files, git.add them, and call again with continue, skip or abort.',
  aliases: ['cherry-pick'],
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'cherry-pick', 'commit', 'apply', 'conflict'],
  input: {
    repository: repositoryInput,
    commits: {
      type: 'array',
      items: {type: 'string'},
      minItems: 1,
      maxItems: 100,
      description: 'Commits, branches or tags, in the order in which they are made again',
    },
    mainline: {
      type: 'integer',
      minimum: 1,
      maximum: 16,
      description: 'For merge commits: the parent (from 1) whose changes are not the point',
    },
    continue: {type: 'boolean', default: false, description: 'Go on, with conflicts resolved and added'},
    skip: {type: 'boolean', default: false, description: 'Go on without the commit that the conflicts are in'},
    abort: {type: 'boolean', default: false, description: 'Take back what conflicts stopped'},
  },
  output: {
    commits: {
      type: 'array',
      items: {type: 'string'},
      required: true,
      description: 'Hashes of the new commits, in order',
    },
    aborted: {type: 'boolean', required: true, description: 'It was taken back'},
    hash: {type: 'string', required: true, description: 'The commit after the call'},
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
  },
  returns: 'The new commits of this call',
  errors: {
    ...repositoryErrors,
    CHERRY_PICK_CONFLICT: 'A commit changes lines that are other here: details.context.conflicted lists the files',
    NO_CHANGES: 'What a commit changes is there already, so none was made',
    WORKING_TREE_DIRTY: 'Changes that are not committed would be overwritten',
    INVALID_AUTHOR: 'It is not known who makes the new commits',
    MERGE_CONFLICT: 'There are unresolved conflicts of something else',
    INVALID_PARAMETER: 'Not exactly one of commits, continue, skip and abort is given, or mainline does not fit',
    INVALID_STATE: 'No commit yet, no working tree, another operation is under way, or none to continue or abort',
    RESOURCE_NOT_FOUND: 'There is no such commit',
    OPERATION_FAILED: 'git could not make the changes',
    UNDO_REFUSED: 'Something was committed, staged, changed, checked out or pushed since',
  },
  planning: {
    cost: 'medium',
    reliability: 'medium',
    idempotent: false,
    sideEffects: true,
    reversible: (input) => endings.every((ending) => input[ending] !== true),
    dependencies: ['git.log', 'git.status'],
  },
  positional: ['repository', 'commits'],
  limitations: [
    'One that was gone on with after conflicts can not be taken back',
    'Commits are not signed; hooks do not run unless the config says hooks: true',
  ],
  securityTier: 1,
  timeout: 300_000,
  examples: [
    {
      description: 'Take over the last commit of a branch',
      input: {repository: '$made', commits: ['side']},
      output: {aborted: false, branch: 'main'},
      setup: sideBranch,
    },
    {
      description: 'Take over what is there already',
      input: {repository: '$made', commits: ['HEAD']},
      output: {success: false, error: {code: 'NO_CHANGES'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository, commits} = input;
    requireWorkTree(repository);
    requireOneOf(input, ['commits', ...endings]);
    const git = module.wrappedInstance;
    const {signal} = call;
    const operation = 'cherry-pick';
    const conflict = 'CHERRY_PICK_CONFLICT';
    return git.exclusive(repository, async () => {
      const before = requireCommit(await readHead(git, repository, signal));
      if (commits === undefined) {
        const step = endings.find((ending) => input[ending]) ?? 'continue';
        await goOn({git, repository, operation, conflict, step, signal});
        return describe(git, repository, step === 'abort' ? undefined : before.hash, signal);
      }
      const hashes: string[] = [];
      for (const commit of commits) hashes.push(await resolveCommit(git, repository, commit, 'commits', signal));
      const environment = await committer(git, repository, signal);
      const args = ['cherry-pick', '--no-edit', '--no-gpg-sign', '--no-rerere-autoupdate', '--strategy=ort'];
      if (input.mainline !== undefined) args.push(`--mainline=${String(input.mainline)}`);
      const act = async (): Promise<void> => {
        await git.in(repository, [...args, ...hashes], {signal, environment, nested: true});
      };
      await moveHead({call, git, repository, operation, conflict, act});
      return describe(git, repository, before.hash, signal);
    });
  },
  async undo(module: GitModule, record: HeadMoveRecord, call) {
    const git = module.wrappedInstance;
    await git.exclusive(record.repository, async () => undoMove(git, record, call.signal));
  },
});

/** `before` left out: it was taken back. */
async function describe(git: Git, repository: Repository, before: string | undefined, signal: AbortSignal) {
  const {branch, hash} = requireCommit(await readHead(git, repository, signal));
  const listed =
    before === undefined
      ? ''
      : await git.text(repository, ['rev-list', '--reverse', `${before}..${hash}`, '--'], {signal});
  const commits = listed.split('\n').filter((line) => line !== '');
  return {commits, aborted: before === undefined, hash, ...(branch !== undefined && {branch})};
}

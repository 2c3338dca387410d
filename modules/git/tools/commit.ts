import {defineTool, ToolError} from '../../../src/sdk.js';
import {formatAuthor, parseAuthor} from '../checks/authors.js';
import type {Git} from '../git.js';
import {identity} from '../identity.js';
import {indexFingerprint, restoreIndex, takeIndex} from '../undo/index-snapshot.js';
import type {IndexSnapshot} from '../undo/index-snapshot.js';
import {restoreOperationFiles, takeOperationFiles} from '../operation/operation-files.js';
import type {OperationFiles} from '../operation/operation-files.js';
import {operationIn} from '../operation/operation.js';
import type {Operation} from '../operation/operation.js';
import {requireNoOperationSince, requireUnpublished} from '../undo/head-move.js';
import {logFormat, parseLog} from '../parsers/log.js';
import type {Repository} from '../repository.js';
import {readHead, refused, repositoryErrors, repositoryInput, requireWorkTree, reversibly} from './shared.js';
import type {GitModule, Head} from './shared.js';

interface CommitRecord {
  readonly repository: Repository;
  readonly before: Head;
  readonly index: IndexSnapshot;
  /** A merge that the commit ends goes on when it is taken back. */
  readonly operation: OperationFiles;
  readonly made?: string;
  /** What was still under way after it: a rebase goes on. */
  readonly under?: Operation;
  /** Of the index that the call left. */
  readonly left?: string;
}

export const commit = defineTool({
  name: 'commit',
  description: 'Commit changes to repository',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'commit', 'save', 'history'],
  input: {
    repository: repositoryInput,
    message: {type: 'string', required: true, minLength: 1, maxLength: 1_000_000, description: 'Commit message'},
    author: {type: 'string', description: 'Commit author (name <email>)'},
    amend: {type: 'boolean', default: false, description: 'Amend previous commit'},
    all: {type: 'boolean', default: false, description: 'Stage changed and deleted files first; new ones are left out'},
    allowEmpty: {type: 'boolean', default: false, description: 'Commit even when nothing is staged'},
  },
  output: {
    hash: {type: 'string', required: true, description: 'Commit hash'},
    shortHash: 'string',
    message: {type: 'string', required: true, description: 'Commit message'},
    timestamp: {type: 'number', required: true, description: 'When it was written, ms since the epoch'},
    author: {type: 'string', required: true, description: 'name <email>'},
    files: {type: 'array', items: {type: 'string'}, required: true, description: 'Files in the commit'},
    branch: {type: 'string', description: 'Left out when HEAD is no branch'},
  },
  returns: 'Successful commit result',
  errors: {
    ...repositoryErrors,
    NO_CHANGES: 'No changes staged for commit',
    INVALID_AUTHOR: 'Author format is invalid, or nobody is named',
    REPOSITORY_NOT_FOUND: 'Not in a git repository',
    MERGE_CONFLICT: 'Unresolved merge conflicts exist',
    INVALID_PARAMETER: 'The message is empty or holds a NUL character',
    OPERATION_FAILED: 'git could not commit',
    UNDO_REFUSED: 'There is a later commit, the commit was pushed, or another branch is checked out',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: true,
    reversible: true,
    dependencies: ['git.add'],
  },
  positional: ['repository', 'message'],
  limitations: ["The repository's hooks do not run unless the config says hooks: true", 'Commits are not signed'],
  securityTier: 1,
  timeout: 120_000,
  examples: [
    {
      description: 'Commit a staged file',
      input: {repository: '$made', message: 'Add a'},
      setup: {
        files: {'project/a.txt': 'a\n'},
        steps: [
          {tool: 'init', input: {directory: 'project'}, as: 'made'},
          {tool: 'add', input: {repository: '$made'}, as: 'added'},
        ],
      },
    },
    {
      description: 'Commit when nothing is staged',
      input: {repository: '$made', message: 'Nothing'},
      output: {success: false, error: {code: 'NO_CHANGES'}},
      setup: {steps: [{tool: 'init', input: {directory: 'project'}, as: 'made'}]},
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    if (input.message.includes('\0') || input.message.trim() === '') {
      throw new ToolError('INVALID_PARAMETER', 'The commit message is empty or holds a NUL character', {
        outcome: 'not_executed',
        suggestions: ['Give a message that says what was changed'],
      });
    }
    const environment = await identity(git, repository, input.author, signal);
    const args = ['commit', '--quiet', '--file=-', '--cleanup=whitespace', '--no-gpg-sign', '--no-status'];
    if (!git.settings.hooks) args.push('--no-verify');
    if (input.author !== undefined) args.push(`--author=${formatAuthor(parseAuthor(input.author))}`);
    if (input.amend) args.push('--amend');
    if (input.all) args.push('--all');
    if (input.allowEmpty) args.push('--allow-empty');
    return git.exclusive(repository, async () => {
      const before = await readHead(git, repository, signal);
      const index = await takeIndex(repository);
      const operation = takeOperationFiles(repository);
      const record: CommitRecord = {repository, before, index, operation};
      return reversibly(call, record, async () => {
        await git.in(repository, args, {signal, environment, input: input.message, nested: true});
        const made = await describeHead(git, repository, signal);
        const left = await indexFingerprint(git, repository, signal);
        const data = {...made, message: input.message, ...(before.branch !== undefined && {branch: before.branch})};
        const under = operationIn(repository);
        return {data, left: {made: made.hash, left, ...(under !== undefined && {under})}};
      });
    });
  },
  async undo(module: GitModule, {repository, before, index, operation, under, made, left}: CommitRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    await git.exclusive(repository, async () => {
      const head = await readHead(git, repository, signal);
      if (made === undefined || head.hash !== made) throw refused('The commit is not the last one any more');
      if (head.branch !== before.branch) throw refused('Another branch is checked out by now');
      requireNoOperationSince(repository, under);
      await requireUnpublished(git, repository, made, signal);
      const untouched = left === (await indexFingerprint(git, repository, signal));
      const move = before.hash === undefined ? ['-d', 'HEAD', made] : ['HEAD', before.hash, made];
      await git.in(repository, ['update-ref', '-m', 'haft: undo of commit', ...move], {signal});
      // What was staged then is staged again, unless something else was staged since.
      if (untouched) await restoreIndex(repository, index);
      await restoreOperationFiles(repository, operation);
    });
  },
});

async function describeHead(git: Git, repository: Repository, signal: AbortSignal) {
  const args = [
    'log',
    '-z',
    '--max-count=1',
    `--format=${logFormat}`,
    '--numstat',
    '--no-renames',
    '--diff-merges=first-parent',
  ];
  const shown = await git.text(
    repository,
    [...args, '--no-ext-diff', '--no-textconv', '--no-show-signature', 'HEAD', '--'],
    {signal},
  );
  const [last] = parseLog(shown, true);
  if (last === undefined)
    throw new ToolError('OPERATION_FAILED', 'git committed, but the commit could not be read', {outcome: 'unknown'});
  const {hash, shortHash, author, email, timestamp, files = []} = last;
  return {hash, shortHash, timestamp, author: `${author} <${email}>`, files: files.map(({path}) => path)};
}

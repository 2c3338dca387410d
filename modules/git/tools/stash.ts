import {defineTool, ToolError} from '../../../src/sdk.js';
import {conflictedFiles} from '../failures/conflicts.js';
import type {Git} from '../git.js';
import {identity} from '../identity.js';
import {operationIn, requireNoOperation} from '../operation/operation.js';
import {parseNumstat} from '../parsers/log.js';
import type {Stash} from '../parsers/stashes.js';
import type {Repository} from '../repository.js';
import {
  applyStash,
  chooseStash,
  dropStash,
  listStashes,
  pathsOfStash,
  pathsToStash,
  requireRoom,
  storeStash,
} from '../stashes.js';
import {goBack, withWayBack} from '../undo/work-snapshot.js';
import type {WorkRecord} from '../undo/work-snapshot.js';
import {diffOptions, patchInput, patchOptions, wholeLines} from './diff-options.js';
import {oneCommit} from './example-setups.js';
import {fileChangeSchema} from './file-change-schema.js';
import {
  readHead,
  refused,
  repositoryErrors,
  repositoryInput,
  requireCommit,
  requireWorkTree,
  reversibly,
} from './shared.js';
import type {GitModule} from './shared.js';

/** Either one that was put aside and is to be dropped again, or one that is gone and is to be kept again. */
interface StashRecord extends Partial<Omit<WorkRecord, 'repository'>> {
  readonly repository: Repository;
  readonly made?: string;
  readonly gone?: {readonly hash: string; readonly message: string};
}

const reads = (action: unknown): boolean => action === 'list' || action === 'show';

export const stash = defineTool({
  name: 'stash',
  description:
    'Put changes that are not committed aside, so that the working tree is clean; list and show what was put aside, bring it back, or drop it.',
  category: 'version-control',
  resource: 'repository',
  tags: ['git', 'stash', 'changes', 'shelve'],
  input: {
    repository: repositoryInput,
    action: {
      type: 'string',
      enum: ['push', 'list', 'show', 'apply', 'pop', 'drop'],
      default: 'push',
      description: 'push puts aside; apply brings back, pop as well and drops it; show, apply, pop and drop take stash',
    },
    stash: {type: 'integer', minimum: 0, maximum: 100_000, default: 0, description: 'Which one; 0 is the latest'},
    message: {type: 'string', minLength: 1, maxLength: 1000, description: 'push: one line to know it by'},
    untracked: {
      type: 'boolean',
      default: false,
      aliases: ['includeUntracked'],
      description: 'push: also files that git does not know',
    },
    staged: {type: 'boolean', default: false, description: 'apply, pop: stage again what was staged'},
    ...patchInput,
  },
  output: {
    stashes: {
      type: 'array',
      required: true,
      items: {
        type: 'object',
        properties: {
          index: {type: 'integer', description: '0 is the latest'},
          hash: {type: 'string'},
          message: {type: 'string'},
          timestamp: {type: 'number', description: 'ms since the epoch'},
        },
        required: ['index', 'hash', 'message', 'timestamp'],
      },
      description: 'What is put aside after the call',
    },
    hash: {type: 'string', description: 'The one that the call was about'},
    files: {type: 'array', items: fileChangeSchema, description: 'show: files that git knew'},
    untracked: {type: 'array', items: {type: 'string'}, description: 'show: files that git did not know'},
    patch: {type: 'string', description: 'show: unified diff of the files that git knew'},
    truncated: {type: 'boolean', description: 'show: the text was cut at maxBytes'},
  },
  returns: 'What is put aside after the call, the latest first',
  errors: {
    ...repositoryErrors,
    NO_CHANGES: 'There is nothing to put aside',
    MERGE_CONFLICT: 'What was put aside does not fit any more: details.context.conflicted lists the files; it is kept',
    WORKING_TREE_DIRTY: 'Changes that are not committed would be overwritten',
    INVALID_AUTHOR: 'It is not known who puts it aside',
    INVALID_PARAMETER: 'The message holds a line break or a control character',
    INVALID_STATE: 'No commit yet, no working tree, or a merge is under way',
    RESOURCE_NOT_FOUND: 'There is no such stash',
    OPERATION_FAILED: 'git could not put the changes aside or bring them back',
    UNDO_REFUSED: 'HEAD, what is staged, one of the files, or what is put aside was changed since',
  },
  planning: {
    cost: 'low',
    reliability: 'high',
    idempotent: false,
    sideEffects: (input) => !reads(input['action']),
    reversible: (input) => !reads(input['action']),
    dependencies: ['git.status'],
  },
  positional: ['repository', 'action'],
  limitations: [
    'One that was popped or dropped and is taken back is the latest again, wherever it was',
    'The undo keeps up to 20,000 files or 1 GiB',
  ],
  securityTier: 1,
  timeout: 120_000,
  examples: [
    {
      description: 'Put a change aside',
      input: {repository: '$made', message: 'Half done'},
      output: {stashes: [{index: 0, message: 'On main: Half done'}]},
      setup: {
        ...oneCommit,
        steps: [
          ...oneCommit.steps,
          {tool: 'mv', input: {repository: '$made', from: 'a.txt', to: 'b.txt'}, as: 'moved'},
        ],
      },
    },
    {
      description: 'List what is put aside',
      input: {repository: '$made', action: 'list'},
      output: {stashes: []},
      setup: oneCommit,
    },
    {
      description: 'Put aside when nothing was changed',
      input: {repository: '$made'},
      output: {success: false, error: {code: 'NO_CHANGES'}},
      setup: oneCommit,
    },
  ],
  async run(module: GitModule, input, call) {
    const {repository, action} = input;
    requireWorkTree(repository);
    const git = module.wrappedInstance;
    const {signal} = call;
    if (action === 'list') return {stashes: await listStashes(git, repository, signal)};
    if (action === 'show') {
      const chosen = await chooseStash(git, repository, input.stash, signal);
      const shown = await showStash(git, repository, chosen, input, signal);
      return {stashes: await listStashes(git, repository, signal), hash: chosen.hash, ...shown};
    }
    const message = input.message === undefined ? undefined : checkMessage(input.message);
    return git.exclusive(repository, async () => {
      requireCommit(await readHead(git, repository, signal));
      if (action === 'push') {
        // git would put it aside without its other parent.
        if (operationIn(repository) === 'merge') requireNoOperation(repository);
        const paths = await pathsToStash(git, repository, input.untracked, signal);
        if (paths.length === 0) throw noChanges();
        const act = async () => push(git, repository, {message, untracked: input.untracked}, signal);
        return withWayBack({call, git, repository, paths}, act, ({hash}) => ({made: hash}));
      }
      const chosen = await chooseStash(git, repository, input.stash, signal);
      const gone = {hash: chosen.hash, message: chosen.message};
      if (action === 'drop') {
        return reversibly<StashRecord, Answer>(call, {repository, gone}, async () => {
          await dropStash(git, repository, chosen.index, signal);
          return {data: await answer(git, repository, chosen.hash, signal), left: {}};
        });
      }
      const paths = await pathsOfStash(git, repository, chosen.hash, signal);
      await requireRoom(git, repository, chosen.hash, signal);
      const act = async () => bringBack(git, repository, chosen, {pop: action === 'pop', staged: input.staged}, signal);
      const {conflict, ...data} = await withWayBack({call, git, repository, paths}, act, ({conflict: stopped}) =>
        action === 'pop' && stopped === undefined ? {gone} : {},
      );
      if (conflict !== undefined) throw conflict;
      return data;
    });
  },
  async undo(module: GitModule, record: StashRecord, call) {
    const git = module.wrappedInstance;
    const {signal} = call;
    const {repository, made, gone, paths, before, left} = record;
    await git.exclusive(repository, async () => {
      const [latest] = await listStashes(git, repository, signal);
      if (made !== undefined && latest?.hash !== made) throw refused('Something else was put aside or dropped since');
      if (paths !== undefined && before !== undefined) {
        await goBack(git, {repository, paths, before, ...(left !== undefined && {left})}, signal);
      }
      if (made !== undefined) await dropStash(git, repository, 0, signal);
      if (gone !== undefined) await storeStash(git, repository, gone, signal);
    });
  },
});

interface Answer {
  readonly stashes: Stash[];
  readonly hash: string;
}

const answer = async (git: Git, repository: Repository, hash: string, signal: AbortSignal): Promise<Answer> => ({
  stashes: await listStashes(git, repository, signal),
  hash,
});

const noChanges = (): ToolError =>
  new ToolError('NO_CHANGES', 'There is nothing to put aside', {
    outcome: 'not_executed',
    suggestions: ['Give untracked: true to put files aside that git does not know'],
  });

/** It is kept in a log of one line each. */
function checkMessage(message: string): string {
  // Control characters are what is looked for
  if (message.trim() !== '' && !/[\u0000-\u001f\u007f]/.test(message)) return message;
  throw new ToolError('INVALID_PARAMETER', 'The message is empty, or holds a line break or a control character', {
    outcome: 'not_executed',
    suggestions: ['Give one line'],
    context: {parameter: 'message'},
  });
}

async function push(
  git: Git,
  repository: Repository,
  {message, untracked}: {readonly message: string | undefined; readonly untracked: boolean},
  signal: AbortSignal,
): Promise<Answer> {
  const environment = await identity(git, repository, undefined, signal);
  const args = [
    'stash',
    'push',
    '--quiet',
    '--no-keep-index',
    untracked ? '--include-untracked' : '--no-include-untracked',
  ];
  if (message !== undefined) args.push(`--message=${message}`);
  const [before] = await listStashes(git, repository, signal);
  await git.in(repository, args, {signal, environment, nested: true});
  const [made] = await listStashes(git, repository, signal);
  if (made === undefined || made.hash === before?.hash) throw noChanges();
  return answer(git, repository, made.hash, signal);
}

/** With the conflict, if there is one: what it left can be taken back all the same. */
async function bringBack(
  git: Git,
  repository: Repository,
  chosen: Stash,
  {pop, staged}: {readonly pop: boolean; readonly staged: boolean},
  signal: AbortSignal,
): Promise<Answer & {conflict?: ToolError}> {
  try {
    await applyStash(git, repository, {index: chosen.index, pop, staged}, signal);
    return await answer(git, repository, chosen.hash, signal);
  } catch (cause) {
    const conflicted = signal.aborted ? [] : await conflictedFiles(git, repository, signal);
    if (conflicted.length === 0) throw cause;
    const conflict = new ToolError(
      'MERGE_CONFLICT',
      `What was put aside conflicts in ${conflicted.slice(0, 5).join(', ')}`,
      {
        outcome: 'partial',
        context: {conflicted, kept: chosen.hash},
        cause,
        suggestions: [
          "Resolve the files and use git.add on them; then drop the stash, which is kept, with action: 'drop'",
        ],
      },
    );
    return {...(await answer(git, repository, chosen.hash, signal)), conflict};
  }
}

async function showStash(
  git: Git,
  repository: Repository,
  {hash}: Stash,
  {context, maxBytes}: {readonly context: number; readonly maxBytes: number},
  signal: AbortSignal,
) {
  const scope = [`${hash}^1`, hash, '--'];
  const text = ['diff', ...diffOptions, ...patchOptions, `--unified=${String(context)}`, ...scope];
  const [patch, numbers] = await Promise.all([
    git.in(repository, text, {signal, maxOutputBytes: maxBytes, truncate: true}),
    git.in(repository, ['diff', ...diffOptions, '--numstat', '-z', ...scope], {signal}),
  ]);
  return {
    files: parseNumstat(numbers.stdout.toString('utf8')),
    untracked: await pathsOfStash(git, repository, hash, signal, 'untracked'),
    patch: wholeLines(patch),
    truncated: patch.truncated,
  };
}

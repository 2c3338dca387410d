import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {conflictedFiles, conflictStop} from '../failures/conflicts.js';
import type {Git} from '../git.js';
import {indexFingerprint, restoreIndex, takeIndex} from './index-snapshot.js';
import type {IndexSnapshot} from './index-snapshot.js';
import {operationIn, requireNoOperation} from '../operation/operation.js';
import type {Operation} from '../operation/operation.js';
import type {Repository} from '../repository.js';
import {listPaths, readHead, refused, requireCommit} from '../tools/shared.js';
import type {Head} from '../tools/shared.js';
import {workFingerprint} from './work-snapshot.js';

/** The way back of a merge, a rebase or a cherry-pick. */
export interface HeadMoveRecord {
  readonly repository: Repository;
  readonly operation: Operation;
  readonly before: Head;
  readonly index: IndexSnapshot;
  readonly after?: Head;
  /** The call made the commit that HEAD is at; a fast-forward makes none. */
  readonly made?: boolean;
  /** Of the index that the call left. */
  readonly left?: string;
  /** Of everything, where conflicts stopped the call. */
  readonly stopped?: string;
}

interface Move {
  readonly call: Call;
  readonly git: Git;
  readonly repository: Repository;
  readonly operation: 'merge' | 'rebase' | 'cherry-pick';
  /** The code that says that conflicts stopped it. */
  readonly conflict: string;
  /** The commit that a fast-forward would lead to. */
  readonly target?: string;
  readonly act: (before: Head & {readonly hash: string}) => Promise<void>;
}

/**
 * Moves HEAD by git's own merge, rebase or cherry-pick, which keep what is not committed: they refuse before they
 * overwrite it. Conflicts stop it half-way (outcome `partial`); whatever else stops it is taken back at once.
 */
export async function moveHead({call, git, repository, operation, conflict, target, act}: Move) {
  const {signal} = call;
  const before = requireCommit(await readHead(git, repository, signal));
  requireNoOperation(repository);
  const record: HeadMoveRecord = {repository, operation, before, index: await takeIndex(repository)};
  const status = await shortStatus(git, repository, signal);
  const entry = call.undo(record);
  try {
    await act(before);
  } catch (cause) {
    if (signal.aborted) {
      Object.assign(record, await whatWasLeft(git, record));
      throw cause;
    }
    const conflicted = await conflictedFiles(git, repository, signal);
    if (operationIn(repository) === operation && conflicted.length > 0) {
      entry.complete({...record, stopped: await stopFingerprint(git, repository, signal)});
      throw conflictStop({code: conflict, what: `The ${operation}`, conflicted, cause});
    }
    if (operationIn(repository) === operation) await abortOperation(git, repository, operation, signal);
    entry.discard();
    throw status === (await shortStatus(git, repository, signal)) ? cause : halfDone(operation, cause);
  }
  const after = requireCommit(await readHead(git, repository, signal));
  if (after.hash === before.hash) entry.discard();
  else {
    const left = await indexFingerprint(git, repository, signal);
    entry.complete({...record, after, made: after.hash !== target, left});
  }
  return {before, after};
}

/** Of a call that was stopped in the middle: git has ended by now, wherever it was. */
async function whatWasLeft(
  git: Git,
  {repository, operation, before}: HeadMoveRecord,
): Promise<Partial<HeadMoveRecord>> {
  const {signal} = new AbortController();
  if (operationIn(repository) === operation) return {stopped: await stopFingerprint(git, repository, signal)};
  const after = await readHead(git, repository, signal);
  if (after.hash === before.hash) return {};
  return {after, made: true, left: await indexFingerprint(git, repository, signal)};
}

const shortStatus = (git: Git, repository: Repository, signal: AbortSignal): Promise<string> =>
  git.text(repository, ['status', '--porcelain', '-z', '--ignore-submodules=dirty'], {signal});

/** git could not write some file after it had written others. */
function halfDone(operation: Operation, cause: unknown): ToolError {
  const {code, message} = ToolError.isToolError(cause) ? cause : {code: 'OPERATION_FAILED', message: 'git failed'};
  return new ToolError(code, `${message}; the ${operation} had changed some files before that`, {
    outcome: 'partial',
    cause,
    suggestions: [
      'See with git.status which files are other than before: git.restore brings those back that git knows',
    ],
  });
}

/** Lets git take it back: HEAD, index and files are as before it began. */
export async function abortOperation(
  git: Git,
  repository: Repository,
  operation: string,
  signal: AbortSignal,
): Promise<void> {
  await git.in(repository, [operation, '--abort'], {signal});
}

/** Takes a finished move back, or one that conflicts stopped. Answers UNDO_REFUSED. */
export async function undoMove(git: Git, record: HeadMoveRecord, signal: AbortSignal): Promise<void> {
  const {repository, operation, before, index, after, made, left, stopped} = record;
  if (stopped !== undefined) {
    if (operationIn(repository) !== operation || stopped !== (await stopFingerprint(git, repository, signal))) {
      throw refused(`The ${operation} was gone on with since; abort: true takes it back with all that was done`);
    }
    await abortOperation(git, repository, operation, signal);
    return;
  }
  if (after?.hash === undefined || before.hash === undefined) throw refused('It is not known how far the call came');
  requireNoOperationSince(repository);
  const now = await readHead(git, repository, signal);
  if (now.branch !== after.branch || now.hash !== after.hash) {
    throw refused('Something was committed or another branch was checked out since');
  }
  if (left !== (await indexFingerprint(git, repository, signal))) throw refused('Something was staged since');
  if (made === true) await requireUnpublished(git, repository, after.hash, signal);
  await git.in(repository, ['reset', '--keep', '--quiet', before.hash, '--'], {signal}).catch((cause: unknown) => {
    throw new ToolError('UNDO_REFUSED', 'Files were changed that going back would overwrite', {
      outcome: 'not_executed',
      cause,
    });
  });
  await restoreIndex(repository, index);
}

/** Answers UNDO_REFUSED when another operation is under way than the call left, which going back would get in the way of. */
export function requireNoOperationSince(repository: Repository, left?: Operation): void {
  const operation = operationIn(repository);
  if (operation !== left && operation !== 'bisect')
    throw refused(operation === undefined ? `The ${left ?? ''} was ended since` : `A ${operation} is under way by now`);
}

/** Answers UNDO_REFUSED when a branch of a remote has the commit. */
export async function requireUnpublished(
  git: Git,
  repository: Repository,
  hash: string,
  signal: AbortSignal,
): Promise<void> {
  const containing = ['for-each-ref', '--count=1', '--format=%(refname:short)', `--contains=${hash}`, 'refs/remotes'];
  const holder = await git.text(repository, containing, {signal});
  if (holder !== '') throw refused(`The commit was pushed: ${holder} has it`);
}

/** Where conflicts stopped it: going on, resolving and editing all change this. */
async function stopFingerprint(git: Git, repository: Repository, signal: AbortSignal): Promise<string> {
  const changed = await listPaths(git, repository, ['diff', '--name-only', '-z', '--'], signal);
  return workFingerprint(git, repository, [...new Set(changed)], signal);
}

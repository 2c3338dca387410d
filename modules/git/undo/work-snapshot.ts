import {createHash} from 'node:crypto';
import {ToolError} from '../../../src/sdk.js';
import type {Call} from '../../../src/sdk.js';
import {readFileStates, restoreFileStates} from './file-states.js';
import type {FileStates} from './file-states.js';
import type {Git} from '../git.js';
import {indexFingerprint, restoreIndex, takeIndex} from './index-snapshot.js';
import type {IndexSnapshot} from './index-snapshot.js';
import {restoreOperationFiles, takeOperationFiles} from '../operation/operation-files.js';
import type {OperationFiles} from '../operation/operation-files.js';
import type {Repository} from '../repository.js';
import {readHead, refused} from '../tools/shared.js';
import type {Head} from '../tools/shared.js';

/** A working tree as far as a call may change it: where HEAD is, what is staged, and the files at stake. */
interface WorkSnapshot {
  readonly head: Head;
  readonly index: IndexSnapshot;
  readonly operation: OperationFiles;
  readonly files: FileStates;
}

/** The way back of a call that may overwrite what was never committed. */
export interface WorkRecord {
  readonly repository: Repository;
  readonly paths: readonly string[];
  readonly before: WorkSnapshot;
  /** Of what the call left; comes late when the call was stopped in the middle. */
  left?: string;
}

interface Stake {
  readonly call: Call;
  readonly git: Git;
  readonly repository: Repository;
  /** Every path whose file the call may change, from the top of the working tree. */
  readonly paths: readonly string[];
}

/**
 * Acts, and keeps what it takes to go back: the very bytes of the files at stake, committed or not. More than can be
 * kept is said as a warning, and the call can not be taken back. `more` adds to the record what only the tool knows.
 */
export async function withWayBack<T>(
  {call, git, repository, paths}: Stake,
  act: () => Promise<T>,
  more: (data: T) => object = () => ({}),
): Promise<T> {
  const {signal} = call;
  const before = await takeSnapshot(git, repository, paths, signal).catch((error: unknown) => {
    if (!ToolError.isToolError(error) || error.code !== 'LIMIT_EXCEEDED') throw error;
    call.warn(`${error.message}; it can not be taken back`);
    return undefined;
  });
  if (before === undefined) return act();
  const record: WorkRecord = {repository, paths, before};
  const entry = call.undo(record);
  try {
    const data = await act();
    entry.complete({...record, ...more(data), left: await workFingerprint(git, repository, paths, signal)});
    return data;
  } catch (error) {
    // What a call left that was stopped in the middle is looked at all the same: git has ended by now.
    const look = signal.aborted ? new AbortController().signal : signal;
    if (!signal.aborted && (await isAsBefore(git, record, look))) {
      entry.discard();
      throw error;
    }
    // The very record: an undo may be waiting with it already.
    record.left = await workFingerprint(git, repository, paths, look);
    throw signal.aborted ? error : halfDone(error);
  }
}

/** Whether a failed call left the files and HEAD alone; the index git changes as a whole, and last. */
async function isAsBefore(git: Git, {repository, paths, before}: WorkRecord, signal: AbortSignal): Promise<boolean> {
  const {hash} = await readHead(git, repository, signal);
  const files = await readFileStates(git, repository, paths, false, signal);
  return hash === before.head.hash && JSON.stringify([...files]) === JSON.stringify([...before.files]);
}

const halfDone = (error: unknown): ToolError => {
  const {code, message} = ToolError.isToolError(error) ? error : {code: 'OPERATION_FAILED', message: 'It failed'};
  return new ToolError(code, `${message}; some files were changed before that`, {
    outcome: 'partial',
    cause: error,
    suggestions: ['Take the call back by its undo'],
  });
};

/** Goes back. Answers UNDO_REFUSED when HEAD, the index or one of the files is not as the call left it. */
export async function goBack(git: Git, record: WorkRecord, signal: AbortSignal): Promise<void> {
  const {repository, paths, before, left} = record;
  if (left === undefined) throw refused('It is not known how far the call came');
  if (left !== (await workFingerprint(git, repository, paths, signal))) {
    throw refused('Something was changed, staged, committed or checked out since');
  }
  const now = await readHead(git, repository, signal);
  await restoreFileStates(git, repository, before.files, signal);
  if (now.hash !== before.head.hash) {
    const change =
      before.head.hash === undefined ? ['-d', 'HEAD', now.hash ?? ''] : ['HEAD', before.head.hash, now.hash ?? ''];
    await git.in(repository, ['update-ref', '-m', 'haft: undo', ...change], {signal});
  }
  await restoreIndex(repository, before.index);
  await restoreOperationFiles(repository, before.operation);
}

async function takeSnapshot(
  git: Git,
  repository: Repository,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<WorkSnapshot> {
  return {
    files: await readFileStates(git, repository, paths, true, signal),
    head: await readHead(git, repository, signal),
    index: await takeIndex(repository),
    operation: takeOperationFiles(repository),
  };
}

/** HEAD, the index and the files, as one hash. */
export async function workFingerprint(
  git: Git,
  repository: Repository,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const {branch, hash} = await readHead(git, repository, signal);
  const states = await readFileStates(git, repository, paths, false, signal);
  const parts = [branch ?? null, hash ?? null, await indexFingerprint(git, repository, signal), [...states]];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

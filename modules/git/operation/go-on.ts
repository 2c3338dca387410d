import {conflictedFiles, conflictStop, requireResolved} from '../failures/conflicts.js';
import type {Git} from '../git.js';
import {abortOperation} from '../undo/head-move.js';
import {committer} from '../identity.js';
import {operationIn, requireOperation} from './operation.js';
import type {Repository} from '../repository.js';
import {requireHarmlessSequence} from '../safety/sequence.js';

interface Step {
  readonly git: Git;
  readonly repository: Repository;
  readonly operation: 'rebase' | 'cherry-pick';
  readonly conflict: string;
  readonly step: 'continue' | 'abort' | 'skip';
  readonly signal: AbortSignal;
}

/** Goes on with what conflicts stopped, leaves the commit out that they are in, or takes everything back. */
export async function goOn({git, repository, operation, conflict, step, signal}: Step): Promise<void> {
  requireOperation(repository, operation);
  if (step === 'abort') return abortOperation(git, repository, operation, signal);
  requireHarmlessSequence(repository, await git.configValues(repository, 'pull.twohead', signal));
  if (step === 'continue') await requireResolved(git, repository, conflict, signal);
  const environment = await committer(git, repository, signal);
  try {
    await git.in(repository, [operation, `--${step}`], {signal, environment, nested: true});
  } catch (cause) {
    const conflicted = signal.aborted ? [] : await conflictedFiles(git, repository, signal);
    if (operationIn(repository) !== operation || conflicted.length === 0) throw cause;
    throw conflictStop({code: conflict, what: `The ${operation}`, conflicted, cause});
  }
}

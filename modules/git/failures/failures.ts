import {ToolError} from '../../../src/sdk.js';
import type {Failure} from './failure.js';
import {localFailures} from './local-failures.js';
import {remoteFailures} from './remote-failures.js';
import {redactUrls} from '../safety/redact.js';

/** The first that matches wins, so the particular stands before the general. */
const failures: readonly Failure[] = [
  ...localFailures,
  {
    pattern: /detected dubious ownership/,
    code: 'PERMISSION_DENIED',
    message: 'The repository belongs to another user',
    suggestions: ['Run as its owner, or name it in the config: trustedDirectories: [path]'],
    outcome: 'not_executed',
  },
  {
    pattern: /nothing to commit|no changes added to commit|nothing added to commit|You asked to amend .* empty/,
    code: 'NO_CHANGES',
    message: 'No changes staged for commit',
    suggestions: ['Use git.add to stage changes first'],
    outcome: 'not_executed',
    commands: ['commit'],
  },
  {
    pattern: /You have nothing to amend/,
    code: 'NO_CHANGES',
    message: 'There is no commit to amend yet',
    suggestions: ['Commit without amend first'],
    outcome: 'not_executed',
    commands: ['commit'],
  },
  {
    pattern:
      /tell me who you are|empty ident name|no (name|email) was given|unable to auto-detect email|invalid ident/i,
    code: 'INVALID_AUTHOR',
    message: 'It is not known who commits',
    suggestions: ["Give author: 'name <email>' with the call or in the config"],
    outcome: 'not_executed',
    commands: ['commit'],
  },
  {
    pattern:
      /unmerged files|unmerged paths|Unmerged|resolve your current index|needs merge|in the middle of a merge|have not concluded your merge|fix conflicts/,
    code: 'MERGE_CONFLICT',
    message: 'There are unresolved merge conflicts',
    suggestions: ['Resolve the files that git.status lists as conflicted, then use git.add on them'],
    outcome: 'not_executed',
    commands: ['commit', 'checkout'],
  },
  {
    pattern: /would be overwritten by (checkout|merge)/,
    code: 'CHECKOUT_FAILED',
    message: 'Local changes would be overwritten',
    suggestions: ['Commit the changes with git.add and git.commit first, or take them back'],
    outcome: 'not_executed',
    commands: ['checkout'],
  },
  {
    pattern: /(index|HEAD|config|refs\/[^']*|packed-refs|shallow)\.lock|cannot lock ref|Another git process/,
    code: 'RESOURCE_LOCKED',
    message: 'The repository is locked by another git process',
    suggestions: ['Try again when the other process has ended'],
    outcome: 'not_executed',
  },
  {
    pattern: /not a git repository/i,
    code: 'REPOSITORY_NOT_FOUND',
    message: 'There is no git repository here',
    suggestions: ['Make one with git.init or git.clone, or give the directory that holds .git'],
    outcome: 'not_executed',
  },
  ...remoteFailures,
  {
    pattern: /is already (checked out|used by worktree) at|contains modified or untracked files|containing submodules/,
    code: 'INVALID_STATE',
    message: 'The working tree or the branch is in use',
    suggestions: [
      'Look at what git.worktree lists, and at git.status there',
      'Give force: true to remove it all the same',
    ],
    outcome: 'not_executed',
    commands: ['worktree'],
  },
  {
    pattern: /cannot (remove|move) a locked working tree|is locked/,
    code: 'RESOURCE_LOCKED',
    message: 'The working tree is locked',
    suggestions: ['Who locked it unlocks it: git worktree unlock'],
    outcome: 'not_executed',
    commands: ['worktree'],
  },
  {
    pattern: /a branch named '.*' already exists|already exists/,
    code: 'RESOURCE_EXISTS',
    message: 'It exists already',
    suggestions: ['Use another name, or the one that is there'],
    outcome: 'not_executed',
    commands: ['branch', 'checkout', 'clone'],
  },
  {
    pattern: /not fully merged/,
    code: 'CONFLICT',
    message: 'The branch has commits that are nowhere else',
    suggestions: ['Give force: true to delete it all the same'],
    outcome: 'not_executed',
    commands: ['branch'],
  },
  {
    pattern: /pathspec '.*' did not match|is outside repository|beyond a symbolic link/,
    code: 'RESOURCE_NOT_FOUND',
    message: 'No file matches',
    suggestions: ['Use git.status to see which files there are'],
    outcome: 'not_executed',
    commands: ['add', 'commit', 'checkout'],
  },
  {
    pattern: /paths are ignored by one of your \.gitignore files/,
    code: 'PRECONDITION_FAILED',
    message: 'A file is ignored by .gitignore',
    suggestions: ['Give force: true to add it all the same'],
    outcome: 'not_executed',
    commands: ['add'],
  },
  {
    pattern: /empty commit message/,
    code: 'INVALID_PARAMETER',
    message: 'The commit message is empty',
    suggestions: ['Give a message that says what was changed'],
    outcome: 'not_executed',
    commands: ['commit'],
  },
  {
    pattern:
      /bad config|bad (numeric|boolean) config|unknown repository (extension|version)|Expected git repo version|bad (object|tree|signature)|is corrupt|object file .* is empty|unable to read tree|index file (smaller|corrupt)/i,
    code: 'INVALID_REPO',
    message: 'The repository is damaged or of an unknown kind',
    suggestions: ['Look at details.cause, and at the repository with git fsck'],
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    code: 'RESOURCE_UNAVAILABLE',
    message: 'There is no space left',
    suggestions: ['Free some space and try again'],
  },
  {
    pattern: /Permission denied|Read-only file system|insufficient permission/,
    code: 'PERMISSION_DENIED',
    message: 'The system does not allow it',
    suggestions: ['Check the permissions of the files'],
  },
];

/** The line in which git says what was wrong, if there is one; the files that it lists below, where it ends with ':'. */
function reason(said: string): string {
  const lines = said.split('\n');
  const at = lines.findIndex((candidate) => /^(fatal|error):/.test(candidate));
  const line = (lines[at] ?? '').replace(/^(fatal|error): /, '').trim();
  return (line.endsWith(':') ? `${line} ${filesBelow(lines.slice(at + 1))}`.trim() : line).slice(0, 300);
}

/** The lines that begin with a tab, up to the first that does not. */
function filesBelow(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !line.startsWith('\t'));
  const files = lines.slice(0, end === -1 ? undefined : end);
  return files.map((line) => line.trim()).join(', ');
}

export interface FailedCommand {
  /** `commit` of `git commit`. */
  readonly command: string;
  readonly exitCode: number;
  /** stderr and stdout. */
  readonly said: string;
  /** It talked to a remote. */
  readonly remote: boolean;
  /** The code where git's words explain nothing. */
  readonly fallback: string;
}

/** A failed command as an error: by what git said, else the tool's own code. Nothing of a URL's secrets is kept. */
export function gitFailure({command, exitCode, said, remote, fallback}: FailedCommand): ToolError {
  // What a remote says can be long; the patterns below are for what git says itself, which comes first.
  const text = redactUrls(said.slice(0, 65_536)).slice(0, 4000).trim();
  const failure = failures.find(
    (candidate) =>
      (candidate.commands?.includes(command) ?? true) && (remote || !candidate.remote) && candidate.pattern.test(text),
  );
  const detail = reason(text);
  const head = failure?.message ?? `git ${command} failed`;
  return new ToolError(failure?.code ?? fallback, detail === '' ? head : `${head}: ${detail}`, {
    suggestions: failure?.suggestions ?? ['Look at details.cause for what git said'],
    outcome: failure?.outcome,
    context: {command, exitCode},
    cause: new Error(text === '' ? `git ${command} ended with exit code ${exitCode}` : text),
  });
}

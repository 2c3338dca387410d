import {ToolError} from '../../src/sdk.js';
import type {Outcome} from '../../src/sdk.js';
import {redactUrls} from './safety/redact.js';

/** What git says in the C locale, and what it means. */
interface Failure {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: string;
  readonly suggestions: readonly string[];
  readonly outcome?: Outcome;
  /** Only these commands say so; left out: any. */
  readonly commands?: readonly string[];
  /** Only said by commands that talk to a remote. */
  readonly remote?: true;
}

/** The first that matches wins, so the particular stands before the general. */
const failures: readonly Failure[] = [
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
    pattern:
      /could not read (Username|Password)|Authentication failed|terminal prompts disabled|Permission denied \((publickey|password)|HTTP Basic: Access denied|The requested URL returned error: 401|Invalid username or (password|token)/i,
    code: 'AUTHENTICATION_REQUIRED',
    message: 'The remote asks who you are',
    suggestions: ['Name credentials in the config: auth: {token, host}, {ssh: true} or {helper: true}'],
    remote: true,
  },
  {
    pattern: /The requested URL returned error: 403|Permission to .* denied|not allowed to push/i,
    code: 'AUTHORIZATION_FAILED',
    message: 'The remote does not allow this',
    suggestions: ['Use credentials that may do it'],
    remote: true,
  },
  {
    pattern: /unable to update url base from redirection|redirect/i,
    code: 'NETWORK_ERROR',
    message: 'The remote answered with a redirect, which is not followed',
    suggestions: ['Use the URL it redirects to, or allow redirects in the config: followRedirects: true'],
    remote: true,
  },
  {
    pattern: /src refspec .* does not match any/,
    code: 'RESOURCE_NOT_FOUND',
    message: 'There is no such branch to push',
    suggestions: ['List the branches with git.branch'],
    outcome: 'not_executed',
    commands: ['push'],
  },
  {
    pattern: /\[rejected\]|non-fast-forward|\[remote rejected\]|failed to push some refs|stale info/,
    code: 'CONFLICT',
    message: 'The remote refused the update',
    suggestions: ['Bring the commits of the remote in first; a branch that is checked out there can not be pushed to'],
    remote: true,
  },
  {
    pattern: /Remote branch .* not found/,
    code: 'RESOURCE_NOT_FOUND',
    message: 'The remote has no such branch',
    suggestions: ['Leave out branch for the one the remote names, or check its spelling'],
    commands: ['clone'],
  },
  {
    pattern:
      /No such remote|does not appear to be a git repository|repository '.*' (does not exist|not found)|Repository not found|The requested URL returned error: 404/i,
    code: 'REPOSITORY_NOT_FOUND',
    message: 'There is no such repository',
    suggestions: ['Check the URL or the path, and that the credentials may see it'],
    remote: true,
  },
  {
    pattern: /not a git repository/i,
    code: 'REPOSITORY_NOT_FOUND',
    message: 'There is no git repository here',
    suggestions: ['Make one with git.init or git.clone, or give the directory that holds .git'],
    outcome: 'not_executed',
  },
  {
    pattern:
      /early EOF|the remote end hung up|RPC failed|Connection reset|unexpected disconnect|Empty reply|transfer closed|Broken pipe/i,
    code: 'CONNECTION_LOST',
    message: 'The connection to the remote was lost',
    suggestions: ['Try again'],
    outcome: 'unknown',
    remote: true,
  },
  {
    pattern:
      /Could not resolve (host|hostname)|unable to access|Connection (refused|timed out)|Failed to connect|Network is unreachable|Operation timed out|SSL certificate|Could not read from remote repository|Host key verification failed/i,
    code: 'NETWORK_ERROR',
    message: 'The remote can not be reached',
    suggestions: ['Check the URL and the network, then try again'],
    remote: true,
  },
  {
    pattern: /transport '.*' not allowed/,
    code: 'PERMISSION_DENIED',
    message: 'The protocol is not allowed',
    suggestions: ['Allow it in the config: allowedProtocols'],
    outcome: 'not_executed',
    remote: true,
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

/** The line in which git says what was wrong, if there is one. */
function reason(said: string): string {
  const line = said.split('\n').find((candidate) => /^(fatal|error):/.test(candidate)) ?? '';
  return line
    .replace(/^(fatal|error): /, '')
    .trim()
    .slice(0, 300);
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

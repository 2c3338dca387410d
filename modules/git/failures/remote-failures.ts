import type {Failure} from './failure.js';

/** What is said where another side is talked to; part of failures.ts. */
export const remoteFailures: readonly Failure[] = [
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
    code: 'PUSH_REJECTED',
    message: 'The remote refused the update',
    suggestions: ['Bring the commits of the remote in with git.pull, then push again'],
    commands: ['push'],
    remote: true,
  },
  {
    pattern: /couldn't find remote ref/,
    code: 'RESOURCE_NOT_FOUND',
    message: 'The remote has no such branch or tag',
    suggestions: ["Check the spelling; a tag is given as 'refs/tags/v1'"],
    commands: ['fetch'],
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
      /No such remote|does not appear to be a git repository|access denied or repository not exported|repository '.*' (does not exist|not found)|Repository not found|The requested URL returned error: 404/i,
    code: 'REPOSITORY_NOT_FOUND',
    message: 'There is no such repository',
    suggestions: ['Check the URL or the path, and that the credentials may see it'],
    remote: true,
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
];

import type {InferRun} from '../../src/sdk.js';

/** The config of the module: safe by default, and each thing that opens more is named here (SECURITY 4). */
export const gitConfig = {
  gitPath: {type: 'string', description: "The git program; default HAFT_GIT_PATH of the environment, else 'git'"},
  author: {type: 'string', description: "Who commits where a call names nobody: 'name <email>'"},
  defaultBranch: {type: 'string', default: 'main', description: 'First branch of a repository made by init'},
  basePath: {type: 'string', description: 'Directory under which repositories live; default the working directory'},
  allowedRoots: {
    type: 'array',
    items: {type: 'string'},
    description: 'Further directories in which repositories may lie and local remotes may be',
  },
  trustedDirectories: {
    type: 'array',
    items: {type: 'string'},
    description: 'Repositories of other users that are worked with all the same (git: safe.directory)',
  },
  allowedProtocols: {
    type: 'array',
    items: {type: 'string', enum: ['https', 'http', 'ssh', 'git', 'file']},
    default: ['https'],
    description:
      "How remotes are reached. 'file': local paths in basePath or allowedRoots; 'ssh' needs auth {ssh: true}; 'http' and 'git' need allowedHosts",
  },
  allowedHosts: {
    type: 'array',
    items: {type: 'string'},
    description:
      "The only hosts that remotes may be on: 'host' or 'host:port'; default any public host, by https or ssh, looked up before git connects",
  },
  followRedirects: {
    type: 'boolean',
    default: false,
    description: 'Follow a redirect of an https remote, also to a host that is not allowed',
  },
  auth: {
    type: 'object',
    secret: true,
    additionalProperties: false,
    properties: {
      token: {type: 'string', description: 'Sent to `host` alone'},
      host: {type: 'string', description: "The token's host; default github.com"},
      username: {type: 'string', description: 'Sent with the token; default x-access-token'},
      ssh: {type: 'boolean', description: 'Use the ssh keys of the account'},
      helper: {type: 'boolean', description: "Use the credential helpers of the user's git configuration"},
    },
    description: 'Credentials, never inherited: {token, host?, username?}, {ssh: true} or {helper: true}',
  },
  timeout: {
    type: 'integer',
    minimum: 1,
    description: "ms that one git process may take, beside each tool's own timeout",
  },
  maxOutputBytes: {
    type: 'integer',
    minimum: 1024,
    maximum: 1_073_741_824,
    default: 67_108_864,
    description: 'Bytes that git may answer before it is stopped',
  },
  maxTransferBytes: {
    type: 'integer',
    minimum: 1024,
    default: 2_147_483_648,
    description: 'Bytes of objects that a remote may send in one call before it is stopped; default 2 GiB',
  },
  allowForcePush: {
    type: 'boolean',
    default: false,
    description: 'Let git.push delete, and with a lease overwrite, branches and tags of a remote',
  },
  submodules: {
    type: 'array',
    items: {type: 'string'},
    default: [],
    description: "Names of submodules that git.submodule may fetch, '*' for all; their URLs are checked like any other",
  },
  hooks: {type: 'boolean', default: false, description: "Run a repository's own hooks, which are programs"},
} as const;

/** What `GitModuleDefinition.create` takes, with the defaults filled in. */
export type GitConfig = InferRun<typeof gitConfig>;

/** Planning facts and words of an operator about one tool of a server: they win over what the server says. */
export interface McpToolOverride {
  /** Name of the tool here, where the server's can not be used or is not wanted. */
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly tags?: readonly string[];
  /** 0 to 4; also below what the server's annotations would make it. */
  readonly securityTier?: 0 | 1 | 2 | 3 | 4;
  /** ms of one call. */
  readonly timeout?: number;
  readonly planning?: {
    readonly cost?: 'free' | 'low' | 'medium' | 'high';
    readonly reliability?: 'low' | 'medium' | 'high';
    readonly idempotent?: boolean;
    readonly sideEffects?: boolean;
  };
}

/** Which server: a program of its own (stdio), or an address (streamable HTTP). */
export interface McpServerConfig {
  /** The program; looked for on the PATH where it is no path. */
  readonly command?: string;
  readonly args?: readonly string[];
  /** Variables that it gets beside the minimal environment. Secret. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory; default that of the process. */
  readonly cwd?: string;
  /** Address of the MCP endpoint. */
  readonly url?: string;
  /** Sent with every request to the url, and to nowhere else. Secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `Authorization: Bearer …`. Secret. */
  readonly token?: string;
}

/** What `McpModuleDefinition.create` takes, with the defaults filled in. */
export interface McpConfig {
  readonly server?: McpServerConfig;
  /** Seed 004's name for `server` (R13.1). */
  readonly serverConfig?: McpServerConfig;
  /** A client that is there already: of the official SDK, or in the shape of seed 004 (C28). */
  readonly client?: unknown;
  /** What messages call the server; default what it calls itself. */
  readonly name?: string;
  /** ms of one call of a tool of the server; default that of the runtime. */
  readonly timeout?: number;
  /** ms until the server must have answered for the first time. */
  readonly connectTimeout: number;
  /** Bytes of one message of the server. */
  readonly maxMessageBytes: number;
  /** Names of variables of this process that a program gets beside the minimal environment. */
  readonly inheritEnv: readonly string[];
  /** Tools that are offered, `*` for any characters; default all. */
  readonly include?: readonly string[];
  /** Tools that are not offered. */
  readonly exclude: readonly string[];
  /** Fingerprints of definitions by name; what is not in it is refused. Left out: what the server offers first is taken. */
  readonly approved?: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, McpToolOverride>>;
  /** Tier of tools without an override. */
  readonly securityTier: 0 | 1 | 2 | 3 | 4;
  /** Whether the server's word that a tool only reads, or is idempotent, is taken for planning. */
  readonly trustAnnotations: boolean;
  /** ms after which definitions are compared again, before the next call; 0 before every call. */
  readonly recheckInterval: number;
  /** What happens after a server has ended. */
  readonly reconnect: {readonly attempts: number; readonly delay: number; readonly maxDelay: number};
  /** Whether a url may lead to a private address that it does not name. */
  readonly allowPrivate: boolean;
  /** Which revisions of the protocol are spoken. */
  readonly protocol: 'auto' | 'legacy' | 'modern';
}

const texts = {type: 'object', additionalProperties: {type: 'string'}} as const;
const names = {type: 'array', items: {type: 'string'}} as const;
const tier = {type: 'integer', minimum: 0, maximum: 4} as const;

const server = {
  type: 'object',
  additionalProperties: false,
  properties: {
    command: {type: 'string', minLength: 1},
    args: names,
    env: texts,
    cwd: {type: 'string', minLength: 1},
    url: {type: 'string', minLength: 1},
    headers: texts,
    token: {type: 'string', minLength: 1},
  },
} as const;

/** The schema of the config (R13.1, SECURITY 4). */
export const mcpConfig = {
  server: {
    ...server,
    description: 'A program: {command, args, env, cwd}, or an address: {url, headers, token}. One of server and client',
  },
  serverConfig: {...server, description: 'Another name for server'},
  client: {description: "A connected client of @modelcontextprotocol/client, or one with seed 004's methods"},
  name: {type: 'string', minLength: 1, description: 'What messages call the server; default what it calls itself'},
  timeout: {type: 'integer', minimum: 0, description: "ms of one call of the server's tools; default the runtime's"},
  connectTimeout: {
    type: 'integer',
    minimum: 1,
    default: 30_000,
    description: 'ms until a server that was started must have answered',
  },
  maxMessageBytes: {
    type: 'integer',
    minimum: 1024,
    default: 4_194_304,
    description: 'Bytes of one message of the server; beyond, the connection is closed',
  },
  inheritEnv: {
    ...names,
    default: [],
    description: 'Variables of this process that the program gets beside PATH, HOME and their like',
  },
  include: {...names, description: "Tools that are offered, '*' for any characters; default all"},
  exclude: {...names, default: [], description: "Tools that are not offered, '*' for any characters"},
  approved: {
    ...texts,
    description: 'Fingerprints by tool, as fingerprints() gives them; a tool that is not in it is refused',
  },
  overrides: {
    type: 'object',
    default: {},
    additionalProperties: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: {type: 'string'},
        description: {type: 'string', minLength: 1},
        category: {type: 'string'},
        tags: names,
        securityTier: tier,
        timeout: {type: 'integer', minimum: 0},
        planning: {
          type: 'object',
          additionalProperties: false,
          properties: {
            cost: {type: 'string', enum: ['free', 'low', 'medium', 'high']},
            reliability: {type: 'string', enum: ['low', 'medium', 'high']},
            idempotent: {type: 'boolean'},
            sideEffects: {type: 'boolean'},
          },
        },
      },
    },
    description: "By the server's name of a tool: name, description, category, tags, securityTier, timeout, planning",
  },
  securityTier: {
    ...tier,
    default: 2,
    description: "Tier of the server's tools; a tool that calls itself destructive gets 3 at least",
  },
  trustAnnotations: {
    type: 'boolean',
    default: false,
    description: 'Take the word of the server for which tools only read and which are idempotent; tiers stay',
  },
  recheckInterval: {
    type: 'integer',
    minimum: 0,
    default: 5000,
    description: 'ms after which definitions are compared again before the next call; 0: before every call',
  },
  reconnect: {
    type: 'object',
    additionalProperties: false,
    default: {},
    properties: {
      attempts: {type: 'integer', minimum: 0, default: 5},
      delay: {type: 'integer', minimum: 0, default: 250},
      maxDelay: {type: 'integer', minimum: 0, default: 10_000},
    },
    description:
      'How often in a row the next call starts a server again that has ended, after how many ms, doubled each time; 0 attempts: never',
  },
  allowPrivate: {
    type: 'boolean',
    default: false,
    description: 'Let a url lead to a private address that it does not name itself',
  },
  protocol: {
    type: 'string',
    enum: ['auto', 'legacy', 'modern'],
    default: 'auto',
    description: 'Revisions of MCP: legacy up to 2025-11-25, modern from 2026-07-28, auto asks the server',
  },
} as const;

/** What `DatabaseModuleDefinition.create` takes, with the defaults filled in. One of the ways to a database is given. */
export interface DatabaseConfig {
  /** `memory`, or the directory of an embedded database. */
  readonly embedded?: string;
  /** `postgres://user:password@host:5432/database?sslmode=verify-full` */
  readonly url?: string;
  /** Where PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE and PGSSLMODE say. */
  readonly env?: boolean;
  readonly host?: string;
  readonly port?: number;
  readonly database?: string;
  readonly user?: string;
  readonly password?: string;
  /** A pool of the user's own, pg's or anything with `query` and `connect` (R10.8). */
  readonly pool?: unknown;
  /** A client of the user's own, pg's or anything with `query`. */
  readonly client?: unknown;
  readonly dialect: 'postgres';
  readonly ssl?:
    boolean | {readonly ca?: string; readonly cert?: string; readonly key?: string; readonly verify?: boolean};
  readonly readOnly: boolean;
  readonly schemas?: readonly string[];
  readonly applicationName: string;
  readonly maxConnections: number;
  readonly maxWaiting: number;
  readonly connectTimeout: number;
  readonly acquireTimeout: number;
  readonly statementTimeout: number;
  readonly idleTransactionTimeout: number;
  readonly maxRows: number;
  readonly maxResultBytes: number;
  readonly maxUndoRows: number;
  readonly maxUndoBytes: number;
}

const text = {type: 'string', minLength: 1} as const;
const milliseconds = {type: 'integer', minimum: 0, maximum: 3_600_000} as const;

export const databaseConfig = {
  embedded: {
    ...text,
    examples: ['memory', './data'],
    description: "An embedded database: 'memory', or the directory it is kept in; needs @electric-sql/pglite",
  },
  url: {...text, secret: true, description: 'A server: postgres://user:password@host:5432/database'},
  env: {type: 'boolean', const: true, description: 'A server, as PGHOST, PGUSER, PGPASSWORD and the others name it'},
  host: {...text, description: 'A server by its name, or the directory of its socket; default localhost'},
  port: {type: 'integer', minimum: 1, maximum: 65_535, description: 'Default 5432'},
  database: {...text, description: 'Name of the database; default that of the user'},
  user: {...text, description: 'Role of the server; default the account that the process runs as'},
  password: {type: 'string', secret: true, description: "The user's password"},
  pool: {description: "A pool of your own instead, pg's Pool for instance; it stays open at cleanup"},
  client: {description: "A client of your own instead, pg's Client for instance; it stays open at cleanup"},
  dialect: {type: 'string', enum: ['postgres'], default: 'postgres', description: 'The dialect of SQL'},
  ssl: {
    secret: true,
    anyOf: [
      {type: 'boolean'},
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          ca: {type: 'string', description: 'PEM of who signed the certificate of the server'},
          cert: {type: 'string', description: 'PEM of a certificate of the client'},
          key: {type: 'string', description: 'PEM of its key'},
          verify: {type: 'boolean', description: 'Check the certificate of the server; default true'},
        },
      },
    ],
    description: 'Speak over TLS, with the certificate of the server checked; default false, or as sslmode says',
  },
  readOnly: {
    type: 'boolean',
    default: false,
    description: 'Let nothing be changed: the server itself refuses whatever would write',
  },
  schemas: {
    type: 'array',
    items: text,
    minItems: 1,
    description: "Schemas that names without one are looked up in; default those of the role, ['public'] as a rule",
  },
  applicationName: {type: 'string', default: 'haft', description: 'How the server lists the connections'},
  maxConnections: {type: 'integer', minimum: 1, maximum: 1000, default: 10, description: 'Connections at most'},
  maxWaiting: {
    type: 'integer',
    minimum: 0,
    default: 1000,
    description: 'Calls that may wait for a connection at the same time',
  },
  connectTimeout: {...milliseconds, minimum: 1, default: 10_000, description: 'ms to wait for a connection to be made'},
  acquireTimeout: {...milliseconds, minimum: 1, default: 10_000, description: 'ms to wait for a free connection'},
  statementTimeout: {...milliseconds, default: 30_000, description: 'ms that one statement may take; 0 is no limit'},
  idleTransactionTimeout: {
    ...milliseconds,
    default: 60_000,
    description: 'ms that a transaction may lie unused before it is rolled back; 0 is no limit',
  },
  maxRows: {type: 'integer', minimum: 1, default: 10_000, description: 'Rows that one answer may have'},
  maxResultBytes: {
    type: 'integer',
    minimum: 1024,
    default: 16_777_216,
    description: 'Bytes that one answer of the server may have; default 16 MiB',
  },
  maxUndoRows: {
    type: 'integer',
    minimum: 0,
    default: 1000,
    description: 'Rows that one call may change and still be taken back; 0 keeps nothing',
  },
  maxUndoBytes: {
    type: 'integer',
    minimum: 0,
    default: 67_108_864,
    description: 'Bytes of rows that all undos together keep in memory; the oldest go first; default 64 MiB',
  },
} as const;

/** What a module instance may do with the files under basePath. */
export interface Permissions {
  readonly read: boolean;
  readonly write: boolean;
}

/** What `FileSystemModuleDefinition.create` takes, with the defaults filled in. */
export interface FileSystemConfig {
  /** Folder that all paths are confined to; default: the current folder of the process when the module is created. */
  readonly basePath?: string;
  /** Default `read`. `write` implies `read`. */
  readonly permissions: 'read' | 'write' | 'read-write' | {readonly read?: boolean; readonly write?: boolean};
  /** Bytes one read may answer; default 10 MiB. */
  readonly maxReadBytes: number;
  /** Bytes one write or append may take; default 10 MiB. */
  readonly maxWriteBytes: number;
  /** Entries that one list or glob answers at most; default 10,000. */
  readonly maxEntries: number;
  /** Bytes kept so that changes can be taken back, oldest forgotten first; default 256 MiB, 0 keeps nothing. */
  readonly maxUndoBytes: number;
  /** Opened files and watchers that may live at the same time; default 256. */
  readonly maxOpenHandles: number;
}

const mebibyte = 1 << 20;

export const fileSystemConfig = {
  basePath: {
    type: 'string',
    minLength: 1,
    description: 'Folder that all paths are confined to; default: the current folder of the process',
  },
  permissions: {
    anyOf: [
      {type: 'string', enum: ['read', 'write', 'read-write']},
      {
        type: 'object',
        properties: {read: {type: 'boolean'}, write: {type: 'boolean'}},
        additionalProperties: false,
      },
    ],
    default: 'read',
    description: 'What the tools may do; write implies read',
  },
  maxReadBytes: {type: 'integer', minimum: 1, default: 10 * mebibyte, description: 'Bytes that one read may answer'},
  maxWriteBytes: {
    type: 'integer',
    minimum: 0,
    default: 10 * mebibyte,
    description: 'Bytes that one write or append may take',
  },
  maxEntries: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 10_000,
    description: 'Entries that one list or glob answers at most',
  },
  maxUndoBytes: {
    type: 'integer',
    minimum: 0,
    default: 256 * mebibyte,
    description: 'Bytes kept so that changes can be taken back, the oldest are forgotten first; 0 keeps nothing',
  },
  maxOpenHandles: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 256,
    description: 'Opened files and watchers that may live at the same time',
  },
} as const;

export function toPermissions(given: FileSystemConfig['permissions']): Permissions {
  if (typeof given === 'object')
    return {read: given.write === true || given.read === true, write: given.write === true};
  return {read: true, write: given !== 'read'};
}

import type {JsonSchema} from '../../contract/json.js';

/** Names of modules, as the factory takes them. */
export const moduleNamePattern = '^[A-Za-z][A-Za-z0-9_-]{0,63}$';

const count = (description: string): JsonSchema => ({type: 'integer', minimum: 0, description});

const moduleSchema: JsonSchema = {
  type: 'object',
  properties: {
    provider: {type: 'string', minLength: 1, description: 'Name of a built-in provider: fs, git, http, db, shell, mcp'},
    wrap: {
      type: ['string', 'object'],
      description:
        'A wrap config, or the file it is in, relative to this one; haft/configs/NAME.json is one that comes with haft',
    },
    config: {
      type: 'object',
      description:
        'What the provider takes; values may be {"$config": NAME} or {"$env": NAME}, and {"$module": NAME} where it takes another module',
    },
  },
  additionalProperties: false,
};

/** What a haft.config file holds. */
export const projectSchema: JsonSchema = {
  type: 'object',
  properties: {
    $schema: {type: 'string'},
    modules: {
      type: 'object',
      minProperties: 1,
      additionalProperties: moduleSchema,
      description: 'Modules by the name that their tools get: {"repo": {"provider": "git"}} makes repo.commit',
    },
    allow: {
      type: 'array',
      items: {type: 'string', minLength: 1},
      description: 'Packages that wrap configs may load and programs they may run',
    },
    audit: {type: 'string', minLength: 1, description: 'Folder for the audit log, relative to this file'},
    limits: {
      type: 'object',
      properties: {
        timeout: count('ms of one attempt of a tool that names none; 0 is no limit'),
        maxHandles: count('Live handles'),
        maxDepth: count('Depth of input and output values'),
        maxConcurrent: count('Calls that may run at the same time'),
      },
      additionalProperties: false,
      description: 'Bounds that hold for every call',
    },
  },
  required: ['modules'],
  additionalProperties: false,
};

export interface ModuleEntry {
  readonly provider?: string;
  readonly wrap?: string | Readonly<Record<string, unknown>>;
  readonly config?: Readonly<Record<string, unknown>>;
}

export interface ProjectConfig {
  readonly modules: Readonly<Record<string, ModuleEntry>>;
  readonly allow?: readonly string[];
  readonly audit?: string;
  readonly limits?: {
    readonly timeout?: number;
    readonly maxHandles?: number;
    readonly maxDepth?: number;
    readonly maxConcurrent?: number;
  };
}

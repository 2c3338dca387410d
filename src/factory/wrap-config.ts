import type {ToolExample} from '../contract/metadata.js';
import type {RetryPolicy, RetryPreset} from '../contract/retry-policy.js';
import type {SecurityTier} from '../contract/security-tier.js';
import type {SchemaSpec} from '../schema/spec.js';

/**
 * The types of the config language. The tables in language/ have exactly these keys (the compiler holds them against
 * each other) and say what each means.
 */

/** A value with `{name}` placeholders, `{"$config": path}` and `{"$env": NAME}` in it. */
type Template = unknown;
type TemplateMap = Readonly<Record<string, Template>>;

/** JSONata, or an object whose values are JSONata. */
type ExpressionSpec = string | {readonly [key: string]: ExpressionSpec};

/* eslint-disable @typescript-eslint/no-explicit-any -- what a wrapped library answers and takes is only known to the author of the config */
type OutputTransform = (result: any, input: any) => unknown;
type InputTransform = (input: any) => unknown;
type InstanceMaker = (library: any, config: any) => unknown;
/* eslint-enable @typescript-eslint/no-explicit-any */

interface ErrorRule {
  readonly description?: string;
  /** Native codes, names, HTTP statuses, exit codes. */
  readonly when?: readonly (string | number)[];
  readonly recoverable?: boolean;
}

interface HandleFacts {
  readonly description?: string;
  readonly dispose?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** ms */
  readonly idleTtl?: number;
}

export interface CommonModuleKeys {
  readonly $schema?: string;
  readonly name?: string;
  readonly description?: string;
  readonly version?: string;
  readonly category?: string;
  readonly resource?: string;
  readonly tags?: readonly string[];
  readonly requirements?: readonly string[];
  readonly limitations?: readonly string[];
  readonly config?: SchemaSpec;
  readonly handles?: Readonly<Record<string, HandleFacts>>;
  readonly securityTier?: SecurityTier;
  /** ms */
  readonly timeout?: number;
  readonly retry?: RetryPreset | RetryPolicy;
}

export interface CommonToolKeys {
  readonly description?: string;
  readonly input?: SchemaSpec;
  readonly inputSchema?: SchemaSpec;
  readonly output?: SchemaSpec;
  readonly outputSchema?: SchemaSpec;
  readonly transform?: {
    readonly input?: ExpressionSpec | InputTransform;
    readonly output?: ExpressionSpec | OutputTransform;
  };
  readonly outputTransform?: ExpressionSpec | OutputTransform;
  readonly paths?: readonly string[];
  readonly errors?: Readonly<Record<string, string | ErrorRule>>;
  readonly planning?: {
    readonly cost?: 'free' | 'low' | 'medium' | 'high';
    readonly reliability?: 'low' | 'medium' | 'high';
    readonly idempotent?: boolean;
    readonly sideEffects?: boolean;
    readonly reversible?: boolean;
    readonly dependencies?: readonly string[];
  };
  readonly positional?: readonly string[];
  readonly aliases?: readonly string[];
  readonly category?: string;
  readonly resource?: string;
  readonly tags?: readonly string[];
  readonly requirements?: readonly string[];
  readonly limitations?: readonly string[];
  readonly examples?: readonly ToolExample[];
  readonly securityTier?: SecurityTier;
  /** ms */
  readonly timeout?: number;
  readonly retry?: RetryPreset | RetryPolicy;
  readonly rate?: {readonly requests: number; readonly per: number};
  readonly concurrency?: number;
}

interface InstanceConfigData {
  readonly method?: string;
  readonly args?: readonly Template[];
  readonly construct?: boolean;
}

export interface LibraryModuleKeys {
  readonly module?: string;
  readonly wraps?: string;
  readonly export?: string;
  readonly instanceConfig?: InstanceConfigData | InstanceMaker;
}

export interface ClassModuleKeys extends LibraryModuleKeys {
  /** An object, or a class. */
  readonly target?: object;
}

export interface LibraryToolKeys {
  readonly method?: string;
  readonly inputMapping?: Readonly<Record<string, string>>;
  readonly args?: readonly Template[];
  readonly construct?: boolean;
  readonly on?: string | {readonly handle: string; readonly as?: string};
  readonly returns?: {readonly handle: string};
  readonly release?: boolean;
}

type CliArgument = string | number | readonly Template[] | Readonly<Record<string, unknown>>;

export interface CliModuleKeys {
  readonly command?: string;
  readonly wraps?: string;
  readonly cwd?: Template;
  readonly env?: TemplateMap;
  readonly inheritEnv?: readonly string[];
  /** bytes */
  readonly maxOutput?: number;
  /** ms */
  readonly killGrace?: number;
}

export interface CliToolKeys {
  readonly args?: readonly CliArgument[];
  readonly stdin?: Template;
  readonly parse?: 'text' | 'lines' | 'json' | 'jsonl';
  readonly exitCodes?: readonly number[] | Readonly<Record<string, string>>;
}

export interface HttpModuleKeys {
  readonly headers?: TemplateMap;
  readonly auth?: Readonly<Record<string, Template>>;
  readonly allowHosts?: readonly string[];
  readonly maxRedirects?: number;
  /** bytes */
  readonly maxBody?: number;
}

export interface RestModuleKeys extends HttpModuleKeys {
  readonly baseURL?: Template;
  readonly wraps?: string;
}

export interface RestToolKeys {
  readonly request: Readonly<Record<string, Template>> & {readonly path: string};
  readonly response?: 'json' | 'text' | 'base64';
  readonly statuses?: Readonly<Record<string, string>>;
}

export interface OpenapiModuleKeys extends HttpModuleKeys {
  readonly document?: string | Readonly<Record<string, unknown>>;
  readonly wraps?: string;
  readonly baseURL?: Template;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly overrides?: Readonly<Record<string, CommonToolKeys>>;
}

export interface GraphqlModuleKeys extends HttpModuleKeys {
  readonly endpoint?: Template;
  readonly wraps?: string;
}

export interface GraphqlToolKeys {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: TemplateMap;
}

export interface SqlModuleKeys {
  readonly database: {readonly embedded?: string; readonly url?: Template; readonly env?: boolean};
  readonly readOnly?: boolean;
  readonly maxRows?: number;
}

export interface SqlToolKeys {
  readonly sql: string;
  readonly parameters?: TemplateMap;
  readonly mode?: 'rows' | 'row' | 'value' | 'execute';
}

export interface McpModuleKeys {
  readonly server: Readonly<Record<string, unknown>>;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly overrides?: Readonly<Record<string, CommonToolKeys & {readonly rename?: string}>>;
  readonly pin?: Readonly<Record<string, string>>;
}

type Config<Type extends string, ModuleKeys, ToolKeys> = {readonly type: Type} & CommonModuleKeys &
  ModuleKeys & {readonly tools: Readonly<Record<string, CommonToolKeys & ToolKeys>>};

/** Kind `npm_library`, also spelt `node_module`, and the one that is meant where a config names none. */
export type LibraryConfig = Omit<Config<'npm_library', LibraryModuleKeys, LibraryToolKeys>, 'type'> & {
  readonly type?: 'node_module' | 'npm_library';
};
/** Kind `class`: an object, or a class and what it is made with. */
export type ClassConfig = Config<'class', ClassModuleKeys, LibraryToolKeys>;
/** Kind `cli`: a program, called with argv and never by a shell. */
export type CliConfig = Config<'cli', CliModuleKeys, CliToolKeys>;
/** Kind `rest`: an HTTP API, a request a tool. */
export type RestConfig = Config<'rest', RestModuleKeys, RestToolKeys>;
/** Kind `openapi`: an HTTP API with a description; its tools follow from it. */
export type OpenapiConfig = Omit<Config<'openapi', OpenapiModuleKeys, object>, 'tools'>;
/** Kind `graphql`: a GraphQL endpoint with documents that the config names. */
export type GraphqlConfig = Config<'graphql', GraphqlModuleKeys, GraphqlToolKeys>;
/** Kind `sql`: a Postgres database, a statement a tool. */
export type SqlConfig = Config<'sql', SqlModuleKeys, SqlToolKeys>;
/** Kind `mcp`: a server of the Model Context Protocol; its tools follow from it. */
export type McpConfig = Omit<Config<'mcp', McpModuleKeys, object>, 'tools'>;

/** What `ModuleFactory` builds a module from. */
export type WrapConfig =
  LibraryConfig | ClassConfig | CliConfig | RestConfig | OpenapiConfig | GraphqlConfig | SqlConfig | McpConfig;

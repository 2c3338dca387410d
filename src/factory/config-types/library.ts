import type {Template, TemplateMap} from './template.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a wrapped library is, is only known to the author of the config
type InstanceMaker = (library: any, config: any) => unknown;

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

/** One step of a chain: a call, or a property. */
interface ChainStep {
  readonly method?: string;
  readonly args?: readonly Template[];
  readonly construct?: boolean;
  readonly get?: string;
  readonly set?: TemplateMap;
  readonly keep?: boolean;
}

export interface LibraryToolKeys {
  readonly method?: string;
  readonly inputMapping?: Readonly<Record<string, string>>;
  readonly args?: readonly Template[];
  readonly construct?: boolean;
  readonly chain?: readonly ChainStep[];
  readonly get?: string;
  readonly set?: TemplateMap;
  /** `limit` items, or as many as came in `wait` ms: numbers, or templates. */
  readonly next?: {readonly limit?: Template; readonly wait?: Template};
  readonly events?: {readonly names: readonly string[]; readonly end?: readonly string[]; readonly limit?: number};
  readonly collect?: {readonly limit?: Template};
  /** An encoding, or encodings by the names of the properties that hold bytes. */
  readonly read?: string | TemplateMap;
  /** bytes */
  readonly maxBytes?: number;
  readonly on?: string | {readonly handle: string; readonly as?: string};
  readonly returns?: {readonly handle: string};
  readonly release?: boolean;
}

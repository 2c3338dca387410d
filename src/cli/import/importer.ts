import type {LeftOut} from '../../core/wrap-kind.js';
import type {Io} from '../io.js';

/** What `haft import` is asked for. */
export interface ImportRequest {
  /** An address, a path, a command line: what the kind is imported from. */
  readonly source: string;
  /** Where the command runs; paths of the command line are relative to it. */
  readonly cwd: string;
  /** Where the config will be; paths in it are relative to that. */
  readonly folder: string;
  readonly env: Io['env'];
  /** Name of the kind of module. */
  readonly name: string | undefined;
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  /** The variable of the environment that holds a token. */
  readonly tokenVariable: string | undefined;
  /** Where requests go, where the source does not say so. */
  readonly baseURL: string | undefined;
  /** Schemas of a database. */
  readonly schemas: readonly string[] | undefined;
  /** Tools that change a database as well. */
  readonly write: boolean;
  /** Write out what would follow from the source by itself. */
  readonly expand: boolean;
  /** Addresses that are not public may be asked. */
  readonly allowPrivate: boolean;
  /** Levels of objects that documents of GraphQL ask for. */
  readonly depth: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly progress: (text: string) => void;
}

/** A config to edit. */
export interface Imported {
  readonly config: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly LeftOut[];
  /** What it loads and runs, which is allowed for its check. */
  readonly allow?: readonly string[];
  /** What a person has to do or to know, in sentences. */
  readonly notes?: readonly string[];
  /** Tools, where the config does not list them. */
  readonly tools?: readonly string[];
}

/** Makes a wrap config of one kind. Throws ToolError. */
export type Importer = (request: ImportRequest) => Promise<Imported>;

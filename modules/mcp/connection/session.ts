import type {Ending, Strangeness} from './transport.js';

/** What is asked of a server. */
export type Method =
  | 'tools/list'
  | 'tools/call'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'prompts/list'
  | 'prompts/get';

/** How far a call is, as a server says it. */
export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** ms; left out, the request waits until its signal ends it. */
  readonly timeout?: number | undefined;
  readonly onprogress?: ((progress: McpProgress) => void) | undefined;
  /** Of the tool that is called: the modern protocol repeats some parameters in headers (SEP-2243). */
  readonly inputSchema?: object | undefined;
}

/** What a server says of itself. Cleaned texts, and as true as the server is. */
export interface ServerInfo {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** How the server wants to be used, in words to a model. */
  readonly instructions: string | undefined;
  /** Revision of the protocol that is spoken. */
  readonly protocolVersion: string | undefined;
  /** Names of what it offers: tools, resources, prompts … */
  readonly capabilities: readonly string[];
}

/** A live connection to a server, whoever made it. */
export interface Session {
  readonly server: ServerInfo;
  /** The client behind it. */
  readonly client: object;
  /** Why it is over, once it is. */
  readonly ending: Ending | undefined;
  /** Answers what the server answered, which nobody has looked at. Rejects with whatever the client throws. */
  request(method: Method, params: object, options: RequestOptions): Promise<unknown>;
  /** Rejects when the server does not answer. */
  ping(timeout: number): Promise<unknown>;
  close(): Promise<void>;
  strangeness(): Strangeness;
}

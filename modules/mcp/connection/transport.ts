/** A JSON-RPC message, whose parts nobody has looked at. */
export type Message = Record<string, unknown>;

/** What the protocol gives along with a message. */
export interface SendOptions {
  /** Ends the request of this message alone, where a request has a connection of its own. */
  readonly requestSignal?: AbortSignal;
  /** Told when the stream of its answer is over. */
  readonly onRequestStreamEnd?: () => void;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The part of the SDK's Transport that both of ours have. */
export interface McpTransport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: Message) => void) | undefined;
  /** Why the connection is over, once it is. */
  readonly ending: Ending | undefined;
  /** Whether the other side has said anything that is MCP. */
  readonly wasUnderstood: boolean;
  start(): Promise<void>;
  send(message: Message, options?: SendOptions): Promise<void>;
  close(): Promise<void>;
  /** From now on only calls keep the process alive. */
  release(): void;
  /** What it did that is no MCP, for messages to people. */
  strangeness(): Strangeness;
}

/** Why a connection ended. */
export interface Ending {
  /** CONNECTION_LOST, LIMIT_EXCEEDED or OPERATION_CANCELLED. */
  readonly code: 'CONNECTION_LOST' | 'LIMIT_EXCEEDED' | 'OPERATION_CANCELLED';
  /** What happened, to follow the name of the server: `ended with exit code 3`. */
  readonly what: string;
  /** Exit code, signal, last words. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What came that is no MCP. */
export interface Strangeness {
  /** Messages that are none. */
  readonly count: number;
  /** The beginning of the first. */
  readonly first: string | undefined;
}

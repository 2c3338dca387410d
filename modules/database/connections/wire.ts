/** A message that ends an exchange: the server's own words, or what broke the connection. */
export interface WireError extends Error {
  /** SQLSTATE of an answer of the server, or the native code of the connection's failure. */
  readonly code?: string;
  /** In the language of the server; only its answers have one. */
  readonly severity?: string;
  readonly detail?: string;
  readonly hint?: string;
  /** Of a syntax error: character of the statement, counted from 1. */
  readonly position?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** A column as the server describes it. */
export interface WireField {
  readonly name: string;
  readonly dataTypeID: number;
}

interface WireStream {
  write(bytes: Uint8Array): unknown;
  destroy(error?: Error): void;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  removeListener(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
}

/** The part of pg's Connection that statements are spoken through; pg-cursor stands on the same. */
export interface Wire {
  readonly stream: WireStream;
  sendCopyFail(message: string): void;
  on(event: string, listener: (message: never) => void): unknown;
  once(event: string, listener: (message: never) => void): unknown;
  removeListener(event: string, listener: (message: never) => void): unknown;
}

/** What pg's Client calls on a query of its own making. */
export interface Submittable {
  submit(wire: Wire): Error | null;
  handleRowDescription(message: {fields: readonly WireField[]}): void;
  handleDataRow(message: {fields: readonly (string | null)[]}): void;
  handlePortalSuspended(): void;
  handleEmptyQuery(): void;
  handleCommandComplete(message: {text: string}): void;
  handleReadyForQuery(): void;
  handleError(error: WireError): void;
  handleCopyInResponse(wire: Wire): void;
  handleCopyData(): void;
}

/** The part of pg's Client that a session needs. */
export interface WireClient {
  readonly connection: Wire;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly host: string;
  readonly port: number;
  query(submittable: Submittable): unknown;
  end(): Promise<void>;
  ref(): void;
  unref(): void;
  on(event: 'error' | 'end', listener: (error: Error) => void): unknown;
  removeListener(event: 'error' | 'end', listener: (error: Error) => void): unknown;
}

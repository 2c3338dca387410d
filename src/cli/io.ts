/** Where text goes: a stream of the process, or a stand-in that collects. */
export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of a terminal in characters. */
  readonly columns?: number | undefined;
}

/** All that `haft` has of the outside: the process's own, or that of a test. */
export interface Io {
  readonly stdin: AsyncIterable<Uint8Array | string> & {readonly isTTY?: boolean | undefined};
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; paths on the command line are relative to it. */
  readonly cwd: string;
  /** Aborted when the person wants it to end. */
  readonly signal?: AbortSignal | undefined;
}

/** Where text goes: a stream of the process, or a stand-in that collects. */
export interface TextOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of a terminal in characters. */
  readonly columns?: number | undefined;
}

/** A person at a terminal who can be asked. */
export interface Person {
  readonly input: NodeJS.ReadableStream;
  readonly output: TextOutput;
  /** They pressed Ctrl-C at a question; aborts `Io.signal`. */
  readonly interrupt: () => void;
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
  /** There when stdin and stderr are terminals: questions go to stderr, the answer of the command is all of stdout. */
  readonly person?: Person | undefined;
}

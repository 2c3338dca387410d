interface ParameterNames {
  readonly name: string;
  readonly description?: string | undefined;
  /** The only ones it may have. */
  readonly values?: readonly string[] | undefined;
}

export interface ToolNames {
  readonly name: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly parameters: readonly ParameterNames[];
}

/** All names of a project that a command line may hold. */
export interface ProjectNames {
  readonly modules: readonly string[];
  readonly tools: readonly ToolNames[];
  /** What `--set` gives values for. */
  readonly settings: readonly string[];
  readonly handles: readonly string[];
  readonly tags: readonly string[];
  /** Packages that wrap configs of haft are for. */
  readonly packages: readonly string[];
  readonly providers: readonly string[];
}

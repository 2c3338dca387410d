/** One thing that is wrong with a value. */
export interface Issue {
  /** `options.limit`, `files[0]`; empty for the value as a whole. */
  readonly path: string;
  /** The rule that was broken: a keyword of JSON Schema. */
  readonly rule: string;
  readonly code: 'MISSING_PARAMETER' | 'INVALID_PARAMETER' | 'TYPE_MISMATCH' | 'LIMIT_EXCEEDED' | 'HANDLE_NOT_FOUND';
  readonly message: string;
  /** A short picture of what was received. */
  readonly received?: string;
  /** What would be accepted. */
  readonly expected?: string;
  readonly suggestion?: string;
}

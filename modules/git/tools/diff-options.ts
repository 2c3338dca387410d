/** For every command that shows differences: nothing of the repository's choice runs, and the form does not vary. */
export const diffOptions = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
  '--find-renames',
  '--no-relative',
] as const;

/** For differences as text. */
export const patchOptions = ['--src-prefix=a/', '--dst-prefix=b/'] as const;

/** Names only, of every file that is touched: a moved one is a removed and a new one; submodules are left out. */
export const nameOptions = ['--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules=all', '-z'] as const;

/** Bounds of a text of differences, as input. */
export const patchInput = {
  context: {type: 'integer', minimum: 0, maximum: 1000, default: 3, description: 'Unchanged lines around each change'},
  maxBytes: {
    type: 'integer',
    minimum: 1,
    maximum: 67_108_864,
    default: 1_048_576,
    description: 'Bytes of text at most',
  },
} as const;

/** A text that was cut ends with a whole line. */
export function wholeLines({stdout, truncated}: {readonly stdout: Buffer; readonly truncated: boolean}): string {
  return (truncated ? stdout.subarray(0, stdout.lastIndexOf(10) + 1) : stdout).toString('utf8');
}

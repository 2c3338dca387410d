import type {ModuleInstance} from '../../../src/sdk.js';
import type {FileSystemClient} from '../client.js';
import type {Location} from '../confinement/locate.js';
import {baseItself, fileFailure, invalid} from '../errors.js';
import type {FileSystemConfig} from '../options.js';

/** What `run` and `undo` of the tools get. */
export type FileSystem = ModuleInstance<FileSystemConfig, FileSystemClient>;

export const pathInput = {
  type: 'string',
  required: true,
  aliases: ['file'],
  description: 'Path under basePath, relative to it or absolute',
} as const;

export const fromInput = {
  type: 'string',
  required: true,
  aliases: ['source', 'src'],
  description: 'Path under basePath of what is there',
} as const;

export const toInput = {
  type: 'string',
  required: true,
  aliases: ['destination', 'dest', 'target'],
  description: 'The new path under basePath, name included',
} as const;

export const limitInput = {
  type: 'integer',
  minimum: 1,
  description: 'How many to answer at most; maxEntries of the module bounds it',
} as const;

export const offsetInput = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'How many to pass over: a warning names the offset of the next page',
} as const;

export const modeInput = {
  anyOf: [
    {type: 'integer', minimum: 0, maximum: 0o7777},
    {type: 'string', pattern: '^0?[0-7]{3,4}$'},
  ],
  description: "Permission bits: octal digits such as '644', or a number",
} as const;

/** Bits of `'644'` or `0o644`. */
export function toMode(mode: string | number | undefined): number | undefined {
  return typeof mode === 'string' ? parseInt(mode, 8) : mode;
}

/** A path as tools answer it: relative to basePath, `/` between names, `.` for basePath itself (docs/decisions/0010). */
export function shownPath(segments: readonly string[]): string {
  return segments.length === 0 ? '.' : segments.join('/');
}

/** Runs the work of a tool; what the file system throws becomes a ToolError with `fallback` as the last resort. */
export async function attempt<T>(
  fallback: string,
  segments: readonly string[],
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileFailure(error, fallback, segments);
  }
}

/** INVALID_PARAMETER when one path is the other or lies in it; PERMISSION_DENIED for basePath as the target. */
export function assertApart(from: Location, to: Location): void {
  if (to.segments.length === 0) throw baseItself();
  const common = Math.min(from.segments.length, to.segments.length);
  if (!from.segments.slice(0, common).every((segment, index) => segment === to.segments[index])) return;
  const same = from.segments.length === to.segments.length;
  throw invalid(
    same ? 'same_path' : 'into_itself',
    same ? 'from and to are the same' : 'from and to lie one in the other',
    ['Choose a path that is apart'],
  );
}

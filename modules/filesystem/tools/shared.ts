import type {Call, Handle, HandleType, ModuleInstance} from '../../../src/sdk.js';
import type {FileSystemClient, Live} from '../client.js';
import type {BaseFolder} from '../confinement/base-folder.js';
import type {Location} from '../confinement/locate.js';
import {fsFile} from '../handles.js';
import {baseItself, fileFailure, invalid, tooLarge} from '../errors.js';
import type {FileSystemConfig} from '../options.js';

/** What `run` and `undo` of the tools get. */
export type FileSystem = ModuleInstance<FileSystemConfig, FileSystemClient>;

export const pathInput = {
  type: 'string',
  required: true,
  aliases: ['file'],
  description: 'Path under basePath, relative to it or absolute',
} as const;

export const fileInput = {handle: fsFile, required: true, description: 'An opened file, from open'} as const;

/** What the tools of opened files say of codes that they share. */
export const openFileErrors = {
  INVALID_STATE: 'The file was not opened for this, or was closed, deleted, moved or replaced since',
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
  description: 'How many to pass over; for large trees cursor is faster',
} as const;

export const cursorInput = {
  type: 'string',
  aliases: ['after'],
  description:
    'Continue after this path, whether it is still there or not: the last one of the page before, which a warning names',
} as const;

/** The path of a cursor below the folder that is listed. INVALID_PARAMETER for one elsewhere. */
export function afterCursor(
  base: BaseFolder,
  cursor: string | undefined,
  folder: readonly string[],
): readonly string[] {
  if (cursor === undefined) return [];
  const segments = base.parse(cursor, 'cursor');
  if (segments.length > folder.length && folder.every((name, index) => name === segments[index]))
    return segments.slice(folder.length);
  throw invalid('cursor', 'Parameter "cursor" is no path in the folder', ['Give the last path of the page before']);
}

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

/** How many bytes of a range to read. LIMIT_EXCEEDED before memory is taken. */
export function boundedLength(length: number | undefined, maxReadBytes: number, usual = maxReadBytes): number {
  if (length === undefined) return Math.min(usual, maxReadBytes);
  if (length > maxReadBytes) throw tooLarge('A range', maxReadBytes, 'bytes', 'Read it in several ranges', length);
  return length;
}

/** The handle of something that was opened; it is ended again when there can be no further handle. */
export async function named<T extends string, R extends Live, F extends object>(
  type: HandleType<T, R, F>,
  resource: R,
  call: Call,
): Promise<Handle<T, F>> {
  try {
    return call.handles.create(type, resource);
  } catch (error) {
    await resource.end();
    throw error;
  }
}

/** LIMIT_EXCEEDED when one call would lengthen a file by more than one write may: zeros count, though they take no room. */
export function assertGrowth(size: number, sizeAfter: number, maxWriteBytes: number): void {
  if (sizeAfter - size <= maxWriteBytes) return;
  const suggestion = 'Go nearer to the end of the file, or raise maxWriteBytes of the module';
  throw tooLarge('What one call adds to a file', maxWriteBytes, 'bytes', suggestion, sizeAfter - size);
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

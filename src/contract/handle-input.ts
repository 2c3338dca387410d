import type {ToolResult} from './result.js';

/** What a tool takes where it expects a handle: the handle, its id, or a whole result whose data is the handle. */
export type HandleInput<T extends string = string> =
  string | {readonly _id: string; readonly _type?: T} | ToolResult<{readonly _id: string; readonly _type?: T}>;

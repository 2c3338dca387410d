import type {CallContext} from '../../contract/call-context.js';
import type {ToolResult} from '../../contract/result.js';

/** One call of a tool, as it was seen from outside. */
export interface RecordedCall {
  /** 1 for the first call of the recorder. */
  readonly order: number;
  /** Full name. */
  readonly tool: string;
  /** As it was when the call began. */
  readonly input: unknown;
  readonly context: CallContext | undefined;
  /** undefined while the call is running. */
  readonly result: ToolResult | undefined;
  /** ms; undefined while the call is running. */
  readonly duration: number | undefined;
}

/** Calls as JSON, without secrets: what `replayModule` answers from. */
export interface Recording {
  readonly kind: 'haft-recording';
  readonly version: 1;
  readonly calls: readonly SavedCall[];
}

/** A call of a recording. */
export interface SavedCall {
  /** Full name. */
  readonly tool: string;
  readonly input: unknown;
  readonly result: unknown;
}

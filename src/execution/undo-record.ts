/** A record of `call.undo`, as long as it is not discarded. */
export interface UndoRecord {
  record: unknown;
}

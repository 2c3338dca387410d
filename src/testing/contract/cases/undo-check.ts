import type {ToolResult} from '../../../contract/result.js';
import {shown} from '../difference.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';

interface Done {
  /** `notes.put, example "Put a note"` */
  readonly who: string;
  /** The fingerprint from before the call. */
  readonly before: unknown;
  readonly result: ToolResult;
}

/** Takes a call back, once and by nobody else, and looks for what is left of it. Answers whether there was something to take back. */
export async function checkUndo(bench: Workbench, {who, before, result}: Done): Promise<boolean> {
  const {runtime} = bench;
  const {undo} = result.metadata;
  if (!undo) {
    const remedy = 'Call call.undo(record) before acting, or give planning: {reversible: false}';
    await bench.assertUnchanged(before, `${who} changed something and gave nothing to take it back with`, remedy);
    return false;
  }
  const stranger = await runtime.undo(undo, {context: {sessionId: 'another'}});
  promised(stranger.error?.code === 'HANDLE_NOT_FOUND', () => ({
    message: `${who} could be taken back by another session: ${shown(stranger)}`,
    remedy: 'Leave undo handles to the runtime',
  }));
  const undone = await runtime.undo(undo);
  promised(undone.success, () => ({
    message: `${who} could not be taken back: ${shown(undone.error)}`,
    remedy: 'Let `undo` of the tool go back by the record that `run` gave to call.undo',
  }));
  const remedy =
    'Record in `run` all that `undo` needs; give the suite a `fingerprint` if the state is not the files of the folder';
  await bench.assertUnchanged(before, `${who} was taken back, and left something changed`, remedy);
  const again = await runtime.undo(undo);
  promised(again.error?.code === 'HANDLE_RELEASED', () => ({
    message: `${who} could be taken back twice: ${shown(again)}`,
    remedy: 'Leave undo handles to the runtime',
  }));
  return true;
}

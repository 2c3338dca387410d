import {ToolError} from '../contract/errors.js';
import {defineHandle} from '../contract/handle.js';
import type {Handle} from '../contract/handle.js';
import type {ToolResult} from '../contract/result.js';
import type {HandleOwner, HandleService, UndoService} from '../contract/services.js';

interface KeptUndo {
  readonly tool: string;
  readonly callId: string;
  readonly revert: () => Promise<ToolResult>;
  running: boolean;
}

const undoHandle = defineHandle('undo', {
  description: 'A call that can be taken back by runtime.undo(handle)',
  fields: ({tool, callId}: KeptUndo) => ({tool, callId}),
});

/** Ways back that are kept at most, so that a long session does not use up the handles of its modules. */
const maxKept = 1000;

/** Keeps the ways back of calls that recorded one, the latest ones. They end with the module that made them. */
export class UndoLog implements UndoService {
  readonly #handles: HandleService;
  readonly #kept = new Set<Handle>();

  constructor(handles: HandleService) {
    this.#handles = handles;
  }

  keep(options: {owner: HandleOwner; tool: string; callId: string; revert: () => Promise<ToolResult>}): Handle<'undo'> {
    const {owner, ...kept} = options;
    this.#forgetOldest();
    const handle = this.#handles.create(undoHandle, {...kept, running: false}, {owner});
    this.#kept.add(handle);
    return handle;
  }

  #forgetOldest(): void {
    const [oldest] = this.#kept;
    if (this.#kept.size < maxKept || !oldest) return;
    this.#kept.delete(oldest);
    void this.#handles.release(oldest);
  }

  /**
   * Takes a call back, once; a refused undo can be tried again. Throws the HANDLE_* codes for a handle that names no
   * call of this session, and INVALID_STATE while it is being taken back.
   */
  async undo(handle: unknown, session: string | undefined): Promise<ToolResult> {
    const kept = this.#handles.resolve(handle, 'undo', {session}) as KeptUndo;
    if (kept.running) throw new ToolError('INVALID_STATE', `The call of ${kept.tool} is being taken back already`);
    kept.running = true;
    try {
      const result = await kept.revert();
      const own = this.#handles.handleOf(kept);
      if (result.success && own) {
        this.#kept.delete(own);
        await this.#handles.release(own);
      }
      return result;
    } finally {
      kept.running = false;
    }
  }
}

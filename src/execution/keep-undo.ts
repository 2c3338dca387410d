import {ToolError} from '../contract/errors.js';
import type {Handle} from '../contract/handle.js';
import type {ActiveCall} from './active-call.js';
import type {CallFunction, CallSpec} from './call-spec.js';

/**
 * Names the way back of a call. Going it is a call of its own (`module.tool:undo`), with policy, audit and timeout; the
 * records are gone through from the last to the first.
 */
export function keepUndo(call: ActiveCall, compile: (spec: CallSpec) => CallFunction): Handle<'undo'> | undefined {
  const {spec, services, undo: records = []} = call;
  const takeBack = spec.undo;
  if (!takeBack) return undefined;
  const name = `${spec.name}:undo`;
  const undoSpec: CallSpec = {
    ...spec,
    name,
    input: undefined,
    output: undefined,
    handles: [],
    idempotent: false,
    changes: () => true,
    retry: undefined,
    rate: undefined,
    concurrency: undefined,
    undo: undefined,
    mayAnswerResult: false,
    run: async (_input, attempt) => {
      while (records.length > 0) {
        await takeBack(records.at(-1)?.record, attempt);
        records.pop();
      }
      return {tool: spec.name, callId: call.callId};
    },
  };
  try {
    return services.undoLog.keep({
      owner: {module: spec.module, instance: spec.instance, session: call.session},
      tool: spec.name,
      callId: call.callId,
      revert: () => compile(undoSpec)({}, {context: call.context}),
    });
  } catch (error) {
    call.warn(
      `This call can not be taken back: ${ToolError.isToolError(error) ? error.message : 'its undo could not be kept'}`,
    );
    return undefined;
  }
}

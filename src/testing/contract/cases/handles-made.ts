import type {ToolResult} from '../../../contract/result.js';
import {handleId} from '../../../handles/handle-reference.js';
import {handlesIn} from '../answer-check.js';
import {shown} from '../difference.js';
import {promised} from '../promise.js';
import type {Workbench} from '../workbench.js';
import type {CaseSubject} from './case.js';

/** Handles that a call made are live, belong to the module and can not be changed (DESIGN 6). */
export function checkMade(bench: Workbench, {tool}: CaseSubject, result: ToolResult): void {
  const made = handlesIn(result.data, tool.outputSchema);
  promised(made.length > 0, () => ({
    message: `${tool.name} says that it makes ${tool.planning.produces.join(' and ')} handles, and its example made none`,
    remedy: 'Return call.handles.create(type, resource), and let the first example make one',
    actual: result,
  }));
  const live = bench.runtime.handles.list();
  for (const {type, value} of made) {
    const record = live.find(({id}) => id === handleId(value));
    promised(record?.type === type && record.module === bench.module.name, () => ({
      message: `${tool.name} answered ${shown(value)} as a ${type} handle, which the runtime does not know`,
      remedy: 'Return what call.handles.create answers, not a copy with another _id',
    }));
    promised(Object.isFrozen(value), () => ({
      message: `${tool.name} answered a handle that can be changed`,
      remedy: 'Return what call.handles.create answers',
    }));
  }
}

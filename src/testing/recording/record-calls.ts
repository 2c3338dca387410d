import type {CallOptions} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {ModuleInstance} from '../../core/module-instance.js';
import type {Tool} from '../../core/tool.js';
import {CallLog} from './call-log.js';

/** Something that has live tools: a module, or a registry. */
interface ToolHolder {
  readonly runtime: ModuleInstance['runtime'];
}

/** A registry, as far as a recorder needs one. */
interface ToolList extends ToolHolder {
  list(): Tool[];
}

type Recordable = ToolHolder | ToolList;

/**
 * Records every call of a module, of several, or of all tools that a registry has now: tool, input, result, order, duration.
 * `const calls = recordCalls(git)`, then `calls.of('git.commit')`, `calls.last`, `calls.tools`; `JSON.stringify(calls)` is a
 * recording for `replayModule`. Calls by method and by `execute` count alike; calls that tools make inside do not. Throws
 * INVALID_PARAMETER for anything else.
 */
export function recordCalls(target: Recordable | readonly Recordable[]): CallLog {
  const holders = Array.isArray(target) ? (target as readonly Recordable[]) : [target as Recordable];
  const tools = holders.flatMap(toolsOf);
  const [first] = holders;
  if (!first) throw notRecordable('an empty list');
  const restore: (() => void)[] = [];
  const log = new CallLog(first.runtime.redactor, () => {
    for (const undo of restore.splice(0)) undo();
  });
  for (const tool of tools) restore.push(watch(tool, log));
  return log;
}

function toolsOf(holder: Recordable): Tool[] {
  if (holder instanceof ModuleInstance) return holder.getTools();
  if ('list' in holder && typeof holder.list === 'function') return holder.list();
  throw notRecordable(typeof holder);
}

const notRecordable = (what: string): ToolError =>
  new ToolError('INVALID_PARAMETER', `Calls of ${what} can not be recorded`, {
    outcome: 'not_executed',
    suggestions: ['Give a module, a list of modules, or a registry'],
  });

/** Notes the calls of a tool, which go through its `execute`, methods and `call` included; answers how to stop. */
function watch(tool: Tool, log: CallLog): () => void {
  // Another recorder may be there already.
  const before = Object.getOwnPropertyDescriptor(tool, 'execute');
  const execute = tool.execute.bind(tool);
  const watched: Tool['execute'] = async (input, options?: CallOptions) => {
    const end = log.begin({tool: tool.getMetadata().name, input: copyOf(input), context: options?.context});
    const result = await execute(input, options);
    end(result);
    return result;
  };
  Object.defineProperty(tool, 'execute', {value: watched, configurable: true, writable: true, enumerable: false});
  return () => {
    if (before) Object.defineProperty(tool, 'execute', before);
    else Reflect.deleteProperty(tool, 'execute');
  };
}

/** The input as it is now; what can not be copied is kept as it is. */
function copyOf(input: unknown): unknown {
  try {
    return structuredClone(input);
  } catch {
    return input;
  }
}

import type {CallOptions} from '../contract/call.js';
import {isRecord} from '../contract/json.js';
import {handleId} from '../handles/handle-reference.js';
import type {Tool} from './tool.js';

/** A tool as a function: `read({path})` or, where the tool says in which order, `read('a.txt')`. */
export type BoundMethod = (...args: readonly unknown[]) => Promise<unknown>;

const isHandle = (value: unknown): boolean => isRecord(value) && handleId(value) !== undefined;

/** Whether arguments are values in order rather than one object. A handle counts as a value. */
function arePositional(args: readonly unknown[], names: readonly string[]): boolean {
  const [first] = args;
  return names.length > 0 && first !== undefined && (!isRecord(first) || isHandle(first));
}

/**
 * The tool as a method that returns data and throws ToolError. `bound` values are part of every input, and their names
 * are left out of the order.
 */
export function methodOf(tool: Tool, bound: Readonly<Record<string, unknown>> = {}): BoundMethod {
  const isBound = Object.keys(bound).length > 0;
  let names: readonly string[] | undefined;
  return (...args) => {
    names ??= (tool.getMetadata().positional ?? []).filter((name) => !Object.hasOwn(bound, name));
    if (arePositional(args, names)) {
      const values = args.slice(0, names.length);
      const input = Object.fromEntries(values.map((value, index) => [names?.[index] ?? '', value]));
      return tool.call({...bound, ...input}, args[names.length] as CallOptions | undefined);
    }
    const [input, options] = args as [Record<string, unknown> | undefined, CallOptions | undefined];
    // Something else than an object is handed on as it is, for validation to refuse.
    const whole = isBound && (input === undefined || isRecord(input)) ? {...bound, ...input} : input;
    return tool.call(whole, options);
  };
}

/** Names that a tool can not have as a method: members of instances, and what makes an object thenable or JSON. */
const reserved = [
  'then',
  'toJSON',
  'constructor',
  'name',
  'config',
  'tools',
  'wrappedInstance',
  'moduleDefinition',
  'runtime',
  'getTool',
  'listTools',
  'getTools',
  'getMetadata',
  'initialize',
  'cleanup',
  'healthCheck',
  'focus',
  'createTools',
] as const;

export type ReservedName = (typeof reserved)[number];

export const reservedNames: ReadonlySet<string> = new Set(reserved);

/** Makes a method of a tool, unless a member has the name already; answers whether it did. */
export function installMethod(instance: object, name: string, tool: Tool): boolean {
  if (reservedNames.has(name) || name in instance) return false;
  Object.defineProperty(instance, name, {value: methodOf(tool), enumerable: false, configurable: true, writable: true});
  return true;
}

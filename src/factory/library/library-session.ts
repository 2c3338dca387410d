import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import {nearest} from '../../contract/nearest.js';
import type {WrapRequest, WrapSession, WrapSetup} from '../../contract/wrap-kind.js';
import type {Confinement} from '../confine.js';
import {assertReadable, confinementOf, hidePath, maxReadBytes} from '../confine.js';
import {functionNames, resolvePath} from '../method-path.js';
import {handleInput} from '../handle-input.js';
import {isPlainObject} from '../snapshot-config.js';
import {argumentsOf, thaw} from './arguments.js';
import type {MakeArguments} from './arguments.js';
import type {Library} from './load-library.js';
import {makeInstance} from './make-instance.js';
import type {Signature} from './signature.js';
import {signatureOf, signaturesOf} from './known-signatures.js';

type ToolConfig = Readonly<Record<string, unknown>>;

interface BoundTool {
  readonly method: string;
  readonly construct: boolean;
  readonly signature: Signature | undefined;
  readonly makeArguments: MakeArguments;
}

/** Binds the tools of a config to a library that was loaded. Throws INVALID_CONFIG for a method that is not there. */
export async function openLibrary(setup: WrapSetup, library: Library): Promise<WrapSession> {
  const {value: instance, own} = await makeInstance(setup, library);
  const roots = own ? [instance] : [instance, library.exports];
  const tools = new Map(Object.entries(setup.tools).map(([name, tool]) => [name, bindTool(setup, name, tool, roots)]));
  const confinement = needsBase(setup) ? await confinementOf(setup) : undefined;

  return {
    wrapped: instance,
    call: async (request, call) => {
      const tool = tools.get(request.tool);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${request.tool} is not bound`);
      const args = withSignal(tool, tool.makeArguments(request.values), call);
      if (!confinement || !tool.signature?.paths) return invoke(tool, request, roots, args, call);
      await confineArguments(confinement, tool, args);
      try {
        return await invoke(tool, request, roots, args, call);
      } catch (error) {
        throw hidePath(error, confinement.base) as Error;
      }
    },
    close: async () => {
      const close = own ? resolvePath(instance, 'close') : undefined;
      if (typeof close?.value === 'function')
        await (Reflect.apply(close.value as () => unknown, instance, []) as Promise<unknown>);
    },
  };
}

function bindTool(setup: WrapSetup, name: string, tool: ToolConfig, roots: readonly unknown[]): BoundTool {
  const construct = tool['construct'] === true;
  const onHandle = handleInput(tool);
  const method = typeof tool['method'] === 'string' ? tool['method'] : construct ? '' : name;
  if (!onHandle && tool['release'] !== true && method !== '') assertMethod(setup, name, method, roots);
  const signature = onHandle ? undefined : signatureOf(setup.config, method);
  return {method, construct, signature, makeArguments: argumentsOf(tool, setup, signature, onHandle?.input)};
}

function assertMethod(setup: WrapSetup, name: string, method: string, roots: readonly unknown[]): void {
  if (typeof find(roots, method)?.value === 'function') return;
  const known = [...new Set(roots.flatMap(functionNames))].sort();
  const near = nearest(method, known);
  const remedy = near === undefined ? functionList(known) : `Did you mean "${near}"?`;
  throw setup.problem(`tools.${name}.method`, `There is no function "${method}" in what is wrapped`, remedy);
}

const maxListed = 10;

function functionList(names: readonly string[]): string {
  if (names.length === 0) return 'It has no functions; name another "export"';
  const more = names.length > maxListed ? `, and ${String(names.length - maxListed)} more` : '';
  return `Functions are ${names.slice(0, maxListed).join(', ')}${more}`;
}

/** The first of the roots that has the method: the instance or default export, then the other exports. */
function find(roots: readonly unknown[], method: string): ReturnType<typeof resolvePath> {
  if (method === '') return {owner: undefined, value: roots[0]};
  return roots.map((root) => resolvePath(root, method)).find((found) => found?.value !== undefined);
}

function invoke(
  tool: BoundTool,
  request: WrapRequest,
  roots: readonly unknown[],
  args: unknown[],
  call: Call,
): unknown {
  const found = find('target' in request ? [request.target] : roots, tool.method);
  if (typeof found?.value !== 'function') {
    throw new ToolError('INVALID_STATE', `The object behind the handle has no method "${tool.method}"`, {
      outcome: 'not_executed',
    });
  }
  const thawed = args.map((arg) => thaw(arg, (value) => call.handles.of(value) !== undefined));
  return tool.construct
    ? Reflect.construct(found.value as new () => object, thawed)
    : Reflect.apply(found.value as () => unknown, found.owner, thawed);
}

/** Puts the call's signal among the options of a function that takes one. */
function withSignal({signature}: BoundTool, args: unknown[], call: Call): unknown[] {
  if (!signature?.signal) return args;
  const index = signature.positional.length;
  const options = args[index] ?? {};
  if (args.length > index + 1 || !isPlainObject(options)) return args;
  const positional = Array.from({length: index}, (_, position) => args[position]);
  return [...positional, {...options, signal: call.signal}];
}

const needsBase = (setup: WrapSetup): boolean =>
  Object.values(signaturesOf(setup.config) ?? {}).some(({paths}) => paths !== undefined);

/** Puts real paths in place of the given ones, by the signature, wherever the config took them from. */
async function confineArguments(confinement: Confinement, tool: BoundTool, args: unknown[]): Promise<void> {
  for (const [index, role] of (tool.signature?.paths ?? []).entries()) {
    const given = args[index];
    const path = await confinement.resolve(given, role);
    if (tool.signature?.opens)
      await assertReadable(path, String(given), tool.method === 'readFile' ? maxReadBytes : undefined);
    args[index] = path;
  }
}

import type {Call} from '../../contract/call.js';
import {ToolError} from '../../contract/errors.js';
import type {WrapSession, WrapSetup} from '../../core/wrap-kind.js';
import type {Confinement} from '../confine.js';
import {assertReadable, confinementOf, hidePath, maxReadBytes} from '../confine.js';
import {resolvePath} from '../method-path.js';
import {isPlainObject} from '../snapshot-config.js';
import {bindTool} from './bind-tool.js';
import type {ToolContext} from './bind-tool.js';
import {signatureOf, signaturesOf} from './known-signatures.js';
import {LibraryNames} from './library-names.js';
import type {Library} from './load-library.js';
import {makeInstance} from './make-instance.js';
import {sharedIn} from './properties.js';
import type {Signature} from './signature.js';

/** Binds the tools of a config to a library that was loaded. Throws INVALID_CONFIG for a method that is not there. */
export async function openLibrary(setup: WrapSetup, library: Library): Promise<WrapSession> {
  const {value: instance, own} = await makeInstance(setup, library);
  // What code hands over as a target is its own to change.
  const exports = setup.config['target'] === undefined ? [library.value, library.exports] : [];
  const confinement = needsBase(setup) ? await confinementOf(setup) : undefined;
  const context: ToolContext = {
    setup,
    library: new LibraryNames(own ? [instance] : [instance, library.exports], setup),
    names: new LibraryNames([instance, library.value, library.exports], setup),
    shared: sharedIn(exports),
    signatureOf: (method) => signatureOf(setup.config, method),
    guarded: guardedBy(confinement),
  };
  const tools = new Map(Object.entries(setup.tools).map(([name, tool]) => [name, bindTool(name, tool, context)]));

  return {
    wrapped: instance,
    call: (request, call) => {
      const tool = tools.get(request.tool);
      if (!tool) throw new ToolError('TOOL_NOT_FOUND', `Tool ${request.tool} is not bound`);
      return tool(request, call);
    },
    close: async () => {
      const close = own ? resolvePath(instance, 'close') : undefined;
      if (typeof close?.value === 'function')
        await (Reflect.apply(close.value as () => unknown, instance, []) as Promise<unknown>);
    },
  };
}

const needsBase = (setup: WrapSetup): boolean =>
  Object.values(signaturesOf(setup.config) ?? {}).some(({paths}) => paths !== undefined);

/** What the signature of a function asks for: the call's signal, paths that are confined, errors that do not tell where. */
function guardedBy(confinement: Confinement | undefined): ToolContext['guarded'] {
  return (signature, method, given, call, act) => {
    const args = withSignal(signature, given, call);
    return confinement && signature.paths ? confinedCall(confinement, signature, method, args, act) : act(args);
  };
}

async function confinedCall(
  confinement: Confinement,
  signature: Signature,
  method: string,
  args: unknown[],
  act: (args: unknown[]) => unknown,
): Promise<unknown> {
  await confineArguments(confinement, signature, method, args);
  try {
    return await act(args);
  } catch (error) {
    throw hidePath(error, confinement.base) as Error;
  }
}

/** Puts the call's signal among the options of a function that takes one. */
function withSignal(signature: Signature, args: unknown[], call: Call): unknown[] {
  if (!signature.signal) return args;
  const index = signature.positional.length;
  const options = args[index] ?? {};
  if (args.length > index + 1 || !isPlainObject(options)) return args;
  const positional = Array.from({length: index}, (_, position) => args[position]);
  return [...positional, {...options, signal: call.signal}];
}

/** Puts real paths in place of the given ones, by the signature, wherever the config took them from. */
async function confineArguments(
  confinement: Confinement,
  signature: Signature,
  method: string,
  args: unknown[],
): Promise<void> {
  for (const [index, role] of (signature.paths ?? []).entries()) {
    const given = args[index];
    const path = await confinement.resolve(given, role);
    if (signature.opens) await assertReadable(path, String(given), method === 'readFile' ? maxReadBytes : undefined);
    args[index] = path;
  }
}

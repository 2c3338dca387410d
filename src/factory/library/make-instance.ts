import {ToolError} from '../../contract/errors.js';
import type {WrapSetup} from '../../core/wrap-kind.js';
import {isRecord} from '../../contract/json.js';
import {isClass, resolvePath} from '../method-path.js';
import {compileMakers, fillAll} from './directives.js';
import type {MakerCall} from './directives.js';
import {LibraryNames} from './library-names.js';
import type {Library} from './load-library.js';
import {sharedIn} from './properties.js';

/** The object whose methods are the tools, and whether it was made here and so has to be closed here. */
export interface MadeInstance {
  readonly value: unknown;
  readonly own: boolean;
}

/** Applies `instanceConfig`: a function of code, or `{method, args, construct}`. Throws INVALID_CONFIG. */
export async function makeInstance(setup: WrapSetup, library: Library): Promise<MadeInstance> {
  const given = setup.config['instanceConfig'];
  if (given === undefined) return madeByDefault(setup, library);
  try {
    const value: unknown =
      typeof given === 'function'
        ? await (given as (library: unknown, config: unknown) => unknown)(library.value, setup.values)
        : await makeFromData(setup, library, isRecord(given) ? given : {});
    if ((typeof value === 'object' && value !== null) || typeof value === 'function') return {value, own: true};
    throw setup.problem(
      'instanceConfig',
      `It answered ${value === null ? 'null' : typeof value} instead of an object`,
      'Return the instance',
    );
  } catch (error) {
    if (ToolError.isToolError(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw setup.problem(
      'instanceConfig',
      `The instance could not be made: ${why}`,
      'Check the runtime config that was given',
      error,
    );
  }
}

/** What arguments of an instance may be made from: nothing of a call. */
const noCall: MakerCall = {
  get signal(): AbortSignal {
    return new AbortController().signal;
  },
  handles: {of: () => undefined},
};

function makeFromData(setup: WrapSetup, library: Library, given: Readonly<Record<string, unknown>>): unknown {
  const method = typeof given['method'] === 'string' ? given['method'] : undefined;
  const found = method === undefined ? {owner: undefined, value: library.value} : resolvePath(library.value, method);
  if (typeof found?.value !== 'function') {
    throw setup.problem(
      'instanceConfig.method',
      `The library has no function "${method ?? ''}"`,
      'Name a function that answers the instance',
    );
  }
  const names = new LibraryNames([library.value, library.exports], setup);
  const makers = compileMakers(given['args'], 'instanceConfig.args', {setup, names, shared: sharedIn([])});
  const args = fillAll(makers, {}, noCall);
  const construct = given['construct'] ?? (setup.config['type'] === 'class' && method === undefined);
  return construct === true
    ? Reflect.construct(found.value as new () => object, args)
    : Reflect.apply(found.value as () => unknown, found.owner, args);
}

/** A class that no tool constructs is made once, without arguments; anything else is what the tools work on. */
function madeByDefault({config, tools}: WrapSetup, library: Library): MadeInstance {
  const constructs = Object.values(tools).some((tool) => tool['construct'] === true);
  if (config['type'] === 'class' && !constructs && isClass(library.value))
    return {value: new library.value(), own: true};
  return {value: library.value, own: false};
}

import {ToolError} from '../contract/errors.js';
import type {HandleInfo} from '../contract/services.js';
import type {DefinitionClass} from '../core/module-definition.js';
import {ModuleInstance} from '../core/module-instance.js';
import {Runtime} from '../core/runtime.js';

/** What `withModule` takes beside the module. All of it is optional. */
export interface WithModuleOptions {
  /** Default one of its own, which is closed at the end. */
  readonly runtime?: Runtime;
  /**
   * What to do with handles that are still open when `use` is done: `release` (default) leaves them to the cleanup of the
   * module, `fail` takes them for leaks. Ways back (`metadata.undo`) are none.
   */
  readonly openHandles?: 'release' | 'fail';
}

/**
 * Makes a module, lets `use` work with it and cleans up, whatever happens: `await withModule(Definition, {}, async (notes) =>
 * …)`. Answers what `use` answers. Throws CLEANUP_INCOMPLETE when the module can not be cleaned up, or handles are left.
 */
export async function withModule<Instance, Answer>(
  definition: Pick<DefinitionClass<never, Instance>, 'create'>,
  config: object,
  use: (module: Instance, runtime: Runtime) => Answer | Promise<Answer>,
  options: WithModuleOptions = {},
): Promise<Answer> {
  const runtime = options.runtime ?? new Runtime();
  const before = new Set(runtime.handles.list().map(({id}) => id));
  const opened = (): HandleInfo[] => runtime.handles.list().filter(({id}) => !before.has(id));
  const module = assertModule(await definition.create(config as never, runtime));
  let answer: Answer;
  try {
    answer = await use(module as Instance, runtime);
    if (options.openHandles === 'fail') {
      assertNone(
        opened().filter(({type}) => type !== 'undo'),
        module,
        'are still open',
      );
    }
  } catch (error) {
    // What went wrong first is what its reader must see.
    await module.cleanup().catch(() => undefined);
    if (!options.runtime) await runtime.close().catch(() => undefined);
    throw error;
  }
  await module.cleanup();
  const left = opened().filter(({module: owner}) => owner === module.name || !options.runtime);
  if (!options.runtime) await runtime.close();
  assertNone(left, module, 'outlived the cleanup of their module');
  return answer;
}

type Module = Pick<ModuleInstance, 'name' | 'cleanup'>;

function assertModule(made: unknown): Module {
  if (made instanceof ModuleInstance) return made;
  throw new ToolError('INVALID_CONFIG', `The definition made ${made === null ? 'null' : typeof made}, not a module`, {
    suggestions: ['Let create answer an instance of a class that extends ModuleInstance'],
  });
}

function assertNone(handles: readonly HandleInfo[], {name}: Module, what: string): void {
  if (handles.length === 0) return;
  const types = [...new Set(handles.map(({type}) => type))].join(', ');
  throw new ToolError('CLEANUP_INCOMPLETE', `${String(handles.length)} handles of module ${name} ${what}: ${types}`, {
    suggestions: ['Release them, or let the cleanup of the module do it'],
    context: {handles},
  });
}

import type {WrapLanguage} from '../contract/wrap-language.js';
import type {ToolDefinition} from '../core/tool-definition.js';
import type {FoundTools, WrapKind} from '../core/wrap-kind.js';
import type {Rate} from '../execution/call-spec.js';
import {defineModule} from '../core/define-module.js';
import type {DefinitionClass} from '../core/module-definition.js';
import type {SchemaSpec} from '../schema/spec.js';
import {jsonSchema} from '../schema/spec.js';
import {withProperty} from './derive-input.js';
import {foundTools} from './found-tools.js';
import {assertSound} from './kind-problems.js';
import type {PreparedConfig} from './prepare-config.js';
import {refinedTools} from './refine-tools.js';
import {handleTypesOf} from './wrap-handles.js';
import {openState} from './wrap-state.js';
import type {WrapState} from './wrap-state.js';
import {wrapTool} from './wrap-tool.js';
import {WrappedInstance} from './wrapped-instance.js';

export type WrapDefinition = DefinitionClass<Readonly<Record<string, unknown>>>;

/** A definition like that of any module, from a config without problems. Nothing is loaded before `create`. */
export function wrapDefinition(
  prepared: PreparedConfig,
  language: WrapLanguage,
  kind: () => Promise<WrapKind>,
): WrapDefinition {
  const {name, config} = prepared;
  const handles = handleTypesOf(prepared);
  const list = (key: string): readonly string[] => (config[key] ?? []) as readonly string[];
  const text = (key: string): string | undefined => config[key] as string | undefined;
  const rate = language.paces ? undefined : (config['rateLimit'] as Rate | undefined);
  const context = {module: config, language, handles};
  const definitionsOf = foundTools(context);
  const definition = defineModule({
    name,
    module: text('name') ?? name,
    description: text('description') ?? `Wraps ${wrappedName(config) ?? language.summary}`,
    version: text('version') ?? '0.1.0',
    category: text('category') ?? 'wrapped',
    tags: list('tags'),
    requirements: list('requirements'),
    limitations: list('limitations'),
    config: valuesSchema(config),
    tools: prepared.tools.map((tool) => wrapTool(tool, context)),
    handles: [...handles.values()],
    Instance: WrappedInstance,
    ...(rate && {rate}),
    checkConfig: async () => assertSound(prepared, await kind()),
    connect: async (values, runtime) => {
      const loaded = await kind();
      await assertSound(prepared, loaded);
      const state = await openState(prepared, loaded, values as Readonly<Record<string, unknown>>, runtime);
      state.refine = async () => refinedTools(prepared.tools, (await state.session.refine?.()) ?? {}, context);
      return state;
    },
    ...(language.discovers && {
      discover: (state: unknown, _values: unknown, update: Update) =>
        discover(state as WrapState, definitionsOf, update),
    }),
  });
  return definition;
}

type Update = (tools: readonly ToolDefinition[]) => void;

/** Asks the kind what it found, and goes on listening; `leftOut` of the instance follows. */
async function discover(state: WrapState, definitionsOf: ReturnType<typeof foundTools>, update: Update) {
  const take = (found: FoundTools): readonly ToolDefinition[] => {
    const {definitions, leftOut} = definitionsOf(found);
    state.leftOut = leftOut;
    return definitions;
  };
  const {session} = state;
  return take((await session.discover?.((found) => update(take(found)))) ?? {tools: []});
}

const wrappedName = (config: Readonly<Record<string, unknown>>): string | undefined => {
  const name = config['module'] ?? config['wraps'] ?? config['command'];
  return typeof name === 'string' ? name : undefined;
};

/** Runtime values as declared, `basePath` among them; else any object. */
function valuesSchema({config}: Readonly<Record<string, unknown>>): SchemaSpec {
  if (config === undefined) return jsonSchema({type: 'object'});
  const basePath = {type: 'string', description: 'Folder that paths are confined to; default the current directory'};
  return withProperty(config as SchemaSpec, 'basePath', basePath);
}

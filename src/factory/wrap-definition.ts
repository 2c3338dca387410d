import type {WrapKind, WrapLanguage} from '../contract/wrap-kind.js';
import {defineModule} from '../core/define-module.js';
import type {DefinitionClass} from '../core/module-definition.js';
import type {SchemaSpec} from '../schema/spec.js';
import {jsonSchema} from '../schema/spec.js';
import {withProperty} from './derive-input.js';
import type {PreparedConfig} from './prepare-config.js';
import {handleTypesOf} from './wrap-handles.js';
import {openState} from './wrap-state.js';
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
    tools: prepared.tools.map((tool) => wrapTool(tool, {module: config, language, handles})),
    handles: [...handles.values()],
    Instance: WrappedInstance,
    connect: async (values, runtime) =>
      openState(prepared, await kind(), values as Readonly<Record<string, unknown>>, runtime),
  });
  return definition;
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

import type {WrapLanguage} from '../contract/wrap-language.js';
import type {ToolDefinition} from '../core/tool-definition.js';
import type {RefinedTools} from '../core/wrap-kind.js';
import type {SchemaSpec} from '../schema/spec.js';
import {unwrapJsonSchema} from '../schema/spec.js';
import type {PreparedTool} from './check-tool.js';
import {declaredInput, withProperty} from './derive-input.js';
import type {WrapHandle} from './wrap-handles.js';
import {wrapTool} from './wrap-tool.js';

interface RefineContext {
  readonly module: Readonly<Record<string, unknown>>;
  readonly language: WrapLanguage;
  readonly handles: ReadonlyMap<string, WrapHandle>;
}

/** Tools of a config anew, with what its kind could find out of them and the config does not say. */
export function refinedTools(
  tools: readonly PreparedTool[],
  refined: RefinedTools,
  context: RefineContext,
): readonly ToolDefinition[] {
  return tools.flatMap((tool) => {
    const known = Object.hasOwn(refined, tool.name) ? refined[tool.name] : undefined;
    // A transform makes other values than those that the kind knows.
    const input = tool.transformInput || declaredInput(tool.config) !== undefined ? undefined : known?.input;
    const output = tool.transformOutput || tool.output !== undefined ? undefined : known?.output;
    if (input === undefined && output === undefined) return [];
    const whole = input === undefined ? tool.input : withPlaceholders(input, tool.input);
    return [wrapTool({...tool, input: whole, output: output ?? tool.output}, context)];
  });
}

/** What templates of the tool name are inputs too, which the kind need not know. */
function withPlaceholders(input: SchemaSpec, derived: SchemaSpec): SchemaSpec {
  const known = typeof derived === 'string' ? {} : (unwrapJsonSchema(derived)?.properties ?? derived);
  return Object.keys(known).reduce((spec, name) => withProperty(spec, name, {}), input);
}

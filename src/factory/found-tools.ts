import {isRecord} from '../contract/json.js';
import {toToolError} from '../contract/native-errors.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import type {ToolDefinition} from '../core/tool-definition.js';
import type {FoundTool, FoundTools, LeftOut} from '../core/wrap-kind.js';
import type {SchemaSpec} from '../schema/spec.js';
import type {PreparedTool} from './check-tool.js';
import {toolNamePattern} from './language/config-shape.js';
import {compileTransform} from './transform.js';
import type {WrapHandle} from './wrap-handles.js';
import {wrapTool} from './wrap-tool.js';

type Values = Readonly<Record<string, unknown>>;

interface FoundContext {
  readonly module: Values;
  readonly language: WrapLanguage;
  readonly handles: ReadonlyMap<string, WrapHandle>;
}

/** What became of what a kind found. */
interface MadeTools {
  readonly definitions: readonly ToolDefinition[];
  readonly leftOut: readonly LeftOut[];
}

const validName = new RegExp(toolNamePattern);
const noNeeds = Object.freeze({configs: [], envs: []});

/**
 * How what a kind found becomes tools: `overrides` of the config are put over what is data, and what can not be a tool is
 * left out with the reason. What is found again stays the tool it is.
 */
export function foundTools(context: FoundContext): (found: FoundTools) => MadeTools {
  const made = new WeakMap<FoundTool, ToolDefinition>();
  const overrides = isRecord(context.module['overrides']) ? context.module['overrides'] : {};
  const make = (found: FoundTool, override: Values): ToolDefinition => {
    const known = made.get(found);
    if (known) return known;
    const definition = wrapTool(prepareFound(found, override), context);
    made.set(found, definition);
    return definition;
  };
  return ({tools, leftOut = []}) => {
    const definitions: ToolDefinition[] = [];
    const missing = [...leftOut];
    const names = new Set<string>();
    for (const found of tools) {
      const override = overrideOf(overrides, found.name);
      const name = typeof override['rename'] === 'string' && !('run' in found) ? override['rename'] : found.name;
      const refused = refusalOf(name, names);
      if (refused !== undefined) {
        missing.push({name: found.name, reason: refused});
        continue;
      }
      try {
        definitions.push('run' in found ? found : make(found, override));
        names.add(name);
      } catch (error) {
        missing.push({name: found.name, reason: toToolError(error).message});
      }
    }
    return {definitions, leftOut: missing};
  };
}

const overrideOf = (overrides: Values, name: string): Values => {
  const override = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  return isRecord(override) ? override : {};
};

function refusalOf(name: string, taken: ReadonlySet<string>): string | undefined {
  if (!validName.test(name)) return `A tool can not be called ${JSON.stringify(name)}`;
  return taken.has(name) ? `Another tool is called ${JSON.stringify(name)}` : undefined;
}

/**
 * A tool as found, with what the config says of it put over: facts and codes are added, everything else replaced. A tier
 * that was found can only be raised, and what a transform makes is not what was found.
 */
function prepareFound({name, config: found}: FoundTool, {rename, ...override}: Values): PreparedTool {
  const tier = highest(found['securityTier'], override['securityTier']);
  const config: Values = {
    ...found,
    ...(transformsOutput(override) && {output: undefined, outputSchema: undefined}),
    ...override,
    ...(isRecord(override['planning']) && {planning: {...asValues(found['planning']), ...override['planning']}}),
    ...(tier !== undefined && {securityTier: tier}),
    ...(isRecord(override['errors']) && {errors: {...asValues(found['errors']), ...override['errors']}}),
  };
  // Overrides were checked with the config.
  const quiet = (): void => undefined;
  const transform = asValues(config['transform']);
  const undo = asValues(config['undo']);
  return {
    name: typeof rename === 'string' ? rename : name,
    boundName: name,
    config,
    input: (config['input'] ?? config['inputSchema'] ?? {}) as SchemaSpec,
    schema: undefined,
    output: (config['output'] ?? config['outputSchema']) as SchemaSpec | undefined,
    transformInput: compileTransform(transform['input'], '', quiet),
    transformOutput: compileTransform(transform['output'] ?? config['outputTransform'], '', quiet),
    undo:
      typeof undo['tool'] === 'string'
        ? {tool: undo['tool'], input: compileTransform(undo['input'], '', quiet)}
        : undefined,
    needs: noNeeds,
  };
}

function highest(...tiers: readonly unknown[]): number | undefined {
  const known = tiers.filter((tier) => typeof tier === 'number');
  return known.length === 0 ? undefined : Math.max(...known);
}

const transformsOutput = (override: Values): boolean =>
  override['outputTransform'] !== undefined || asValues(override['transform'])['output'] !== undefined;

const asValues = (value: unknown): Values => (isRecord(value) ? value : {});

import {isBuiltin} from 'node:module';
import {isRecord} from '../contract/json.js';
import {nearest} from '../contract/nearest.js';
import type {WrapLanguage} from '../contract/wrap-language.js';
import {preview} from '../schema/describe-issue.js';
import {checkModule} from './check-module.js';
import {checkOverrides} from './check-overrides.js';
import {checkShape} from './check-shape.js';
import {prepareTool} from './check-tool.js';
import type {PreparedTool} from './check-tool.js';
import {checkUndoInputs} from './check-undo.js';
import type {ConfigProblem, FoundProblem} from './config-problem.js';
import {placeProblem} from './config-problem.js';
import {applyExtends} from './extends.js';
import {configShape} from './language/config-shape.js';
import {kindLanguages, kindNames} from './language/kinds.js';
import type {Permission} from './library/module-policy.js';
import {snapshotConfig} from './snapshot-config.js';
import {rememberedProblem} from './source/loaded-configs.js';
import type {TemplateNeeds} from './template.js';

/** A config that was read: what is wrong with it, and what its tools are made from. */
export interface PreparedConfig {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly tools: readonly PreparedTool[];
  /** Variables of the environment and runtime values that templates of the module itself name. */
  readonly needs: TemplateNeeds;
  readonly permission: Permission;
  readonly problems: readonly ConfigProblem[];
}

export interface PrepareOptions {
  /** Kinds that can be bound, with the language of those that are not published. */
  readonly kinds: Readonly<Record<string, WrapLanguage | undefined>>;
  readonly allow: readonly string[] | undefined;
}

/** Reads a whole config before anything is loaded, and lists every problem at once (CO09). Never throws. */
export function prepareConfig(name: string, given: unknown, options: PrepareOptions): PreparedConfig {
  const found: FoundProblem[] = [];
  const report = (problem: FoundProblem): void => void found.push(problem);
  const {config: whole, isCode} = snapshotConfig(given, report);
  let isPartial = false;
  const snapshot = isRecord(whole) ? applyExtends(whole, report, () => (isPartial = true)) : whole;
  const permission = {allow: options.allow, isCode};
  const done = (
    type: string,
    config: Record<string, unknown>,
    tools: PreparedTool[] = [],
    needs?: TemplateNeeds,
  ): PreparedConfig => ({
    name,
    type,
    config,
    tools,
    needs: needs ?? {envs: [], configs: []},
    permission,
    problems: found.map((problem) => placeProblem(name, ...rememberedProblem(given, problem))),
  });

  // Half a config has problems that nobody made.
  if (isPartial) return done('', {});
  if (!isRecord(snapshot)) {
    report({
      path: '',
      message: 'A config must be an object',
      received: preview(given),
      remedy: adviceFor(given),
    });
    return done('', {});
  }
  const type = typeOf(snapshot);
  const language = languageOf(type, options);
  if (!language) {
    const known = [...new Set([...kindNames, ...Object.keys(options.kinds)])];
    const near = typeof snapshot['type'] === 'string' ? nearest(snapshot['type'], known) : undefined;
    const remedy = near === undefined ? `Use one of ${known.join(', ')}` : `Did you mean "${near}"?`;
    report({path: 'type', message: 'It is no kind of config', received: preview(snapshot['type']), remedy});
    return done(type, snapshot);
  }
  if (!Object.hasOwn(options.kinds, type)) {
    const available = Object.keys(options.kinds).join(', ');
    report({
      path: 'type',
      message: `The kind "${type}" is not available in this build`,
      remedy: `Available are ${available}`,
    });
  }
  checkShape(configShape(type, language), snapshot, '', report);
  const needs = checkModule({config: snapshot, type, language, permission, report});
  const tools = Object.entries(isRecord(snapshot['tools']) ? snapshot['tools'] : {}).flatMap(([tool, toolConfig]) =>
    isRecord(toolConfig) ? [prepareTool({name: tool, tool: toolConfig, module: snapshot, language, report})] : [],
  );
  checkUndoInputs(tools, report);
  checkOverrides(snapshot['overrides'], report);
  return done(type, snapshot, tools, needs);
}

/** What to do about a config that is no object: a file and a text are read first. */
function adviceFor(given: unknown): string {
  if (typeof given !== 'string') return 'Give {type, module, tools}';
  if (/^\s*\{/.test(given)) return 'Read the text first: parseConfig(text)';
  return /\.json$/i.test(given)
    ? `Read the file first: await loadConfig(${JSON.stringify(given)})`
    : 'Give {type, module, tools}';
}

/** A config that names no type wraps a library (seed spelling A). */
function typeOf(config: Readonly<Record<string, unknown>>): string {
  const {type, wraps, module} = config;
  if (type !== undefined) return typeof type === 'string' ? type : '';
  return isBuiltin(String(wraps ?? module)) ? 'node_module' : 'npm_library';
}

function languageOf(type: string, {kinds}: PrepareOptions): WrapLanguage | undefined {
  if (Object.hasOwn(kindLanguages, type)) return kindLanguages[type as keyof typeof kindLanguages];
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined;
}

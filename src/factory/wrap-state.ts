import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import {isSensitiveKey} from '../contract/sensitive.js';
import type {LeftOut, WrapKind, WrapSession, WrapSetup} from '../core/wrap-kind.js';
import type {Runtime} from '../core/runtime.js';
import type {ToolDefinition} from '../core/tool-definition.js';
import {configError, unsetVariable} from './config-problem.js';
import type {Confinement} from './confine.js';
import {confinementOf} from './confine.js';
import {isAllowed, notAllowed, refuseModule} from './library/module-policy.js';
import {toPlainJson} from './plain-json.js';
import type {PreparedConfig} from './prepare-config.js';
import {compileTemplate} from './template.js';

type Values = Readonly<Record<string, unknown>>;

/** What one instance of a wrapped module keeps. */
export interface WrapState {
  readonly session: WrapSession;
  /** Runtime values that expressions may see. */
  readonly publicValues: Values;
  /** What the kind found and could not make a tool of. */
  leftOut: readonly LeftOut[];
  /** Tools of the config with what their kind found out of them; those that it knows no more of are left out. */
  refine?: () => Promise<readonly ToolDefinition[]>;
  /** Where inputs named by `paths` are held in. */
  readonly confinement: Confinement | undefined;
}

/** Makes a wrapped module alive: secrets are read and made known, then its kind loads what is wrapped. */
export async function openState(
  prepared: PreparedConfig,
  kind: WrapKind,
  values: Values,
  runtime: Runtime,
): Promise<WrapState> {
  const env = readEnvironment(prepared, runtime);
  hideSecrets(prepared, values, runtime);
  const setup = setupOf(prepared, values, env, runtime);
  const session = await kind.connect(setup);
  const usesPaths = prepared.tools.some(({config}) => Array.isArray(config['paths']));
  const confinement = usesPaths ? await confinementOf(setup) : undefined;
  return {session, publicValues: publicValues(values), leftOut: [], confinement};
}

function setupOf(
  prepared: PreparedConfig,
  values: Values,
  env: Readonly<Record<string, string>>,
  runtime: Runtime,
): WrapSetup {
  const {redactor} = runtime;
  const {name, type, config, permission} = prepared;
  return {
    name,
    config: {...config, type},
    tools: Object.fromEntries(prepared.tools.map((tool) => [tool.name, tool.config])),
    values,
    runtime,
    template: (template) => {
      const compiled = compileTemplate(template);
      return {fill: (input) => compiled.fill({input, config: values, env})};
    },
    assertAllowed: (what, path) => {
      const refusal =
        /(?:^|\.)command$/.test(path) || type === 'cli'
          ? isAllowed(what, permission)
            ? undefined
            : notAllowed(what, 'run', permission)
          : refuseModule(what, permission);
      if (refusal) throw configError(name, {path, ...refusal, received: JSON.stringify(what)});
    },
    redact: (text) => redactor.text(text),
    torn: (text, edge) => redactor.torn(text, edge),
    problem: (path, message, remedy, cause) => configError(name, {path, message, remedy}, cause),
  };
}

/** The variables that a config names by `$env`, which must be there. */
function readEnvironment({name, needs, tools}: PreparedConfig, runtime: Runtime): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const need of [...needs.envs, ...tools.flatMap((tool) => tool.needs.envs)]) {
    const {name: variable} = need;
    const value = process.env[variable];
    if (value === undefined) throw configError(name, unsetVariable(need));
    runtime.redactor.add(value);
    env[variable] = value;
  }
  return env;
}

/** Runtime values that templates take by a name like `token` are secrets, whatever the config says of them. */
function hideSecrets({needs, tools}: PreparedConfig, values: Values, runtime: Runtime): void {
  for (const path of new Set([...needs.configs, ...tools.flatMap((tool) => tool.needs.configs)])) {
    const steps = path.split('.');
    let value: unknown = values;
    for (const step of steps) value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    if (typeof value === 'string' && steps.some(isSensitiveKey)) runtime.redactor.add(value);
  }
}

/** What is enumerable, is not named like a secret, and is JSON. */
function publicValues(values: Values): Values {
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (isSensitiveKey(key)) continue;
    try {
      shown[key] = toPlainJson(value);
    } catch (error) {
      // A live object among the runtime values is for `instanceConfig`, not for expressions.
      if (!ToolError.isToolError(error)) throw error;
    }
  }
  return shown;
}

import {ToolError} from '../../contract/errors.js';
import {toToolError} from '../../contract/native-errors.js';
import {inOrderOfNeed, moduleReferences} from '../../registry/module-references.js';
import type {Problem} from '../error-report.js';
import type {Io} from '../io.js';
import {missingText, needsOfProvider} from './needs.js';
import type {Need} from './needs.js';
import type {ModulePlan} from './plan-modules.js';
import {wrapObstacles} from './wrap-obstacles.js';

/**
 * Modules that can only fail although their configs are well formed: by rules of their own, or because they need each other.
 * Nothing is loaded that a config names, nothing started or reached.
 */
export async function refusals(modules: readonly ModulePlan[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const module of modules) {
    const refused = (await refusalOf(module)) ?? circleOf(module, modules);
    if (refused) problems.push(problemOf(refused, `modules.${module.name}.config`));
  }
  return problems;
}

/** What modules need and is not installed. */
export interface Missing {
  /** Without it a module can not be made. */
  readonly problems: readonly Problem[];
  /** Without it the rest of a module works. */
  readonly warnings: readonly string[];
}

export async function missingNeeds(modules: readonly ModulePlan[], env: Io['env']): Promise<Missing> {
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const module of modules) {
    if (module.loaded) {
      problems.push(...(await wrapObstacles(module.loaded, env)));
      continue;
    }
    const path = `modules.${module.name}`;
    for (const need of await needsOf(module, env)) {
      if (need.isInstalled) continue;
      const message = missingText(need);
      if (need.isPartial === true) warnings.push(`${path}: ${message}`);
      else problems.push({path, message, remedy: need.remedy});
    }
  }
  return {problems, warnings};
}

const needsOf = async ({provider, config}: ModulePlan, env: Io['env']): Promise<Need[]> =>
  provider === undefined ? [] : needsOfProvider(provider, env, config);

/**
 * Why the module itself does not take its config. The modules that it names are not there yet, and are left out; wrap configs
 * were checked as a whole.
 */
async function refusalOf({definition, config, provider}: ModulePlan): Promise<ToolError | undefined> {
  if (provider === undefined) return undefined;
  const references = new Set(moduleReferences(config).map(({key}) => key));
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !references.has(key)));
  try {
    await definition.checkConfig?.(own);
    return undefined;
  } catch (error) {
    return toToolError(error);
  }
}

/** That the module can not be made before another one, which can not be made before it. */
function circleOf({name}: ModulePlan, modules: readonly ModulePlan[]): ToolError | undefined {
  const needsOfModule = (needing: string): string[] =>
    moduleReferences(modules.find((module) => module.name === needing)?.config).map((need) => need.name);
  try {
    inOrderOfNeed(name, needsOfModule);
    return undefined;
  } catch (error) {
    return ToolError.isToolError(error) ? error : undefined;
  }
}

function problemOf({message, suggestions = []}: ToolError, path: string): Problem {
  const [remedy] = suggestions;
  return {path, message, ...(remedy !== undefined && {remedy})};
}

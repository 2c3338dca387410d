import {existsSync} from 'node:fs';
import {isRecord} from '../../contract/json.js';
import type {FoundProblem} from '../../factory/config-problem.js';
import {unsetVariable} from '../../factory/config-problem.js';
import {prepareConfig} from '../../factory/prepare-config.js';
import {placeProblems} from '../../factory/source/config-source.js';
import type {LoadedConfig} from '../../factory/source/load-config.js';
import {fromSource} from '../error-report.js';
import type {Problem} from '../error-report.js';
import type {Io} from '../io.js';
import {missingText, placedNeeds} from './needs.js';

/**
 * What a wrap config that is well formed can not work without and does not find here: a package, a program, a description, a
 * variable of the environment. Nothing is loaded or run to find out.
 */
export async function wrapObstacles({value, sources}: LoadedConfig, env: Io['env']): Promise<Problem[]> {
  const needs = await placedNeeds(value, env);
  const missing = needs.filter(({isInstalled, isPartial}) => !isInstalled && isPartial !== true);
  const found: FoundProblem[] = [
    ...missing.map((need) => ({path: need.path, message: missingText(need), remedy: need.remedy})),
    ...missingDescription(value),
    ...unsetVariables(value, env),
  ];
  return (await placeProblems(sources, found)).map(fromSource);
}

/** A description that is named as a file, which is absolute by now. */
function missingDescription(config: unknown): FoundProblem[] {
  if (!isRecord(config) || config['type'] !== 'openapi') return [];
  const path = config['document'] === undefined ? 'wraps' : 'document';
  const file = config[path];
  if (typeof file !== 'string' || /^[a-z][a-z0-9+.-]+:/i.test(file) || existsSync(file)) return [];
  const remedy = 'Name the file relative to the config, or a URL';
  return [{path, message: 'There is no such file', received: JSON.stringify(file), remedy}];
}

/** Each variable once, at the first place that takes it. */
function unsetVariables(config: unknown, env: Io['env']): FoundProblem[] {
  const {needs, tools} = prepareConfig('config', config, {kinds: {}, allow: undefined});
  const named = [needs, ...tools.map((tool) => tool.needs)].flatMap(({envs}) => envs);
  const first = new Map(named.toReversed().map((one) => [one.name, one]));
  return [...first.values()].filter(({name}) => env[name] === undefined).map(unsetVariable);
}

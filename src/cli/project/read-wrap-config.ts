import {isRecord} from '../../contract/json.js';
import {kindLanguages} from '../../factory/language/kinds.js';
import {allowedNames} from '../allowed-names.js';
import type {Invocation} from '../command.js';
import {usageError} from '../usage-error.js';
import {readConfigFile, withBases} from './config-file.js';
import {refusedConfig} from './refused-config.js';
import {configPath} from './shipped-configs.js';
import {wrapProblems} from './wrap-problems.js';

/** A wrap config that is right. */
export interface WrapFile {
  /** As people are told about it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** What it may load and run. */
  readonly allow: readonly string[];
}

interface ReadOptions {
  /** Of the module. */
  readonly name: string;
  /** Whether what it wraps is loaded or run; where it is not, nothing has to be allowed. */
  readonly isLive: boolean;
}

/** Reads a wrap config of the command line with what it extends. Throws INVALID_CONFIG with every problem. */
export async function readWrapConfig(
  given: string,
  {io, options}: Invocation,
  {name, isLive}: ReadOptions,
): Promise<WrapFile> {
  const file = await readConfigFile(configPath(given), io.cwd);
  const loaded = await withBases(file);
  if (isRecord(loaded.value) && isRecord(loaded.value['modules'])) {
    throw usageError(`${file.name} is a project config`, 'Name one of its wrap configs');
  }
  const named = allowedNames(options);
  const allow = isLive || discovers(loaded.value) ? named : [...named, ...namesOf(loaded.value)];
  const problems = await wrapProblems(loaded, {name, allow, isWhole: true, allowedBy: 'option'});
  if (problems.length > 0) throw refusedConfig(file.name, problems);
  return {
    name: configPath(given) === given ? file.name : given,
    path: file.path,
    value: loaded.value as WrapFile['value'],
    allow,
  };
}

/** Whether the tools of a config are known only when what it wraps is there. */
export function discovers(config: unknown): boolean {
  const languages: Readonly<Record<string, {readonly discovers?: boolean}>> = kindLanguages;
  const type = isRecord(config) ? config['type'] : undefined;
  return typeof type === 'string' && Object.hasOwn(languages, type) && languages[type]?.discovers === true;
}

/** What a config says that it loads or runs. */
function namesOf(config: unknown): string[] {
  if (!isRecord(config)) return [];
  const server = isRecord(config['server']) ? config['server']['command'] : undefined;
  return [config['module'], config['wraps'], config['command'], server].filter((name) => typeof name === 'string');
}

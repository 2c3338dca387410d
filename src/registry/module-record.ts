import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {ToolMetadata} from '../contract/metadata.js';
import type {Services} from '../contract/services.js';
import {ForeignToolSource} from '../core/foreign-tool.js';
import {isModuleName} from './module-name.js';

/** The metadata of a provider, checked. Tools may still be in any of the seeds' short forms. */
export interface ModuleRecord {
  readonly provider: string;
  readonly module: string;
  readonly description: string | undefined;
  readonly category: string;
  readonly version: string;
  readonly requirements: readonly string[];
  readonly limitations: readonly string[];
  readonly handles: readonly string[];
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function invalid(provider: string, what: string, remedy: string): ToolError {
  return new ToolError('INVALID_CONFIG', `Provider '${provider}' ${what}`, {
    outcome: 'not_executed',
    suggestions: [remedy],
  });
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Checks the name and the metadata of a provider when it is registered. Throws INVALID_CONFIG. */
export function readModuleRecord(provider: string, metadata: unknown = {}): ModuleRecord {
  assertName(provider);
  if (!isRecord(metadata)) {
    throw invalid(
      provider,
      `has metadata that is ${metadata === null ? 'null' : typeof metadata}`,
      'Let getMetadata() answer an object',
    );
  }
  return {
    provider,
    module: text(metadata['module']) ?? provider,
    description: text(metadata['description']),
    category: text(metadata['category']) ?? 'general',
    version: text(metadata['version']) ?? '0.0.0',
    requirements: texts(metadata['requirements']),
    limitations: texts(metadata['limitations']),
    handles: isRecord(metadata['handles']) ? Object.keys(metadata['handles']) : [],
    tools: toolsOf(provider, metadata['tools']),
  };
}

function assertName(provider: unknown): void {
  if (typeof provider === 'string' && isModuleName(provider)) return;
  throw new ToolError('INVALID_CONFIG', `A provider can not be named ${JSON.stringify(provider) ?? typeof provider}`, {
    outcome: 'not_executed',
    suggestions: ['Use letters, digits and _ . : -, at most 64 characters: {name: "git", …}'],
  });
}

function toolsOf(provider: string, tools: unknown = {}): ModuleRecord['tools'] {
  if (!isRecord(tools)) {
    const received = Array.isArray(tools) ? 'a list' : typeof tools;
    throw invalid(
      provider,
      `has metadata whose tools are ${received}`,
      'Give tools as an object: {commit: {description, input, output}}',
    );
  }
  const seen = new Map<string, string>();
  for (const [name, record] of Object.entries(tools)) {
    if (!isRecord(record))
      throw invalid(provider, `describes its tool '${name}' by ${typeof record}`, 'Give {description, input, output}');
    for (const word of new Set([name, ...ownName(record['name']), ...texts(record['aliases'])])) {
      const other = seen.get(word);
      if (other !== undefined) {
        throw invalid(
          provider,
          `has two tools that are called '${word}': ${other} and ${name}`,
          'Rename one of them, or drop the alias',
        );
      }
      seen.set(word, name);
    }
  }
  return tools as ModuleRecord['tools'];
}

/** `git.commit` as the name in a record is `commit`. */
const ownName = (name: unknown): string[] => (typeof name === 'string' ? [name.slice(name.lastIndexOf('.') + 1)] : []);

/** The whole record of one tool of a provider that has no instance yet (C29). */
export function toolRecord(module: ModuleRecord, tool: string, services: Services): ToolMetadata {
  const given = module.tools[tool] ?? {};
  const name = `${module.provider}.${tool}`;
  if (isWhole(given)) return given.name === name ? given : {...given, name, provider: module.provider};
  const source = new ForeignToolSource({name: tool, execute: () => undefined, getMetadata: () => given});
  const {provider, category, version} = module;
  const host = {
    name: provider,
    provider,
    module: module.module,
    category,
    version,
    services,
    instance: module,
    assertReady: () => undefined,
  };
  return source.metadata(host);
}

/** As `defineModule` writes it: nothing is left to fill in. */
function isWhole(record: object): record is ToolMetadata {
  return (
    ['name', 'tool', 'inputSchema', 'planning', 'securityTier', 'aliases', 'timeout'].every((key) => key in record) &&
    Object.isFrozen(record)
  );
}

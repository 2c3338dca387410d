import type {Call} from '../contract/call.js';
import {ToolError} from '../contract/errors.js';
import {assertKnownKeys} from '../contract/known-keys.js';
import type {InferOutput, InferRun, SchemaSpec} from '../schema/spec.js';
import {assertFacts} from './check-facts.js';
import type {ToolDefinition, ToolFacts} from './tool-definition.js';

/** What a tool may return where a handle is expected, or any data: the output type, with properties that may be undefined. */
type RunAnswer<O> = InferOutput<O> | Promise<InferOutput<O>>;

/** What `defineTool` takes: schema, metadata, undo and implementation of a tool. */
export interface ToolSpec<
  Name extends string,
  Input extends SchemaSpec,
  Output extends SchemaSpec | undefined,
  Module,
  Alias extends string,
  Positional extends readonly string[],
  Undo,
> extends ToolFacts {
  /** Letters, digits and `_ . : -`, a letter first, at most 64 characters. */
  readonly name: Name;
  /** Other names, for those who know the tool under one. */
  readonly aliases?: readonly Alias[];
  /** Names of parameters that may be given in order: `repo.push('origin', 'main')`. */
  readonly positional?: Positional;
  /** Schema of the input, in any spelling. Left out: no parameters. */
  readonly input?: Input;
  /** Schema of the data, in any spelling; held to. Left out: anything. */
  readonly output?: Output;
  /** Gets validated, defaulted, frozen input with resources in place of handles. Returns data or throws. */
  readonly run: (module: Module, input: InferRun<Input>, call: Call) => RunAnswer<Output>;
  /** Takes back what a call did, by the record it kept. Throws UNDO_REFUSED when it can not. */
  readonly undo?: (module: Module, record: Undo, call: Call) => unknown;
}

const toolKeys = [
  'name',
  'description',
  'aliases',
  'category',
  'resource',
  'tags',
  'input',
  'output',
  'returns',
  'errors',
  'planning',
  'positional',
  'requirements',
  'limitations',
  'examples',
  'securityTier',
  'timeout',
  'retry',
  'rate',
  'concurrency',
  'version',
  'source',
  'run',
  'undo',
] as const satisfies readonly (keyof ToolSpec<never, never, never, never, never, never, never>)[];

const knownKeys: ReadonlySet<string> = new Set(toolKeys);

/** Every key of a definition, whether it was given or not: definitions of one shape are quick to make and to read. */
type Definition = Readonly<Record<(typeof toolKeys)[number], unknown>>;

const noNames: readonly never[] = Object.freeze([]);
const noInput = Object.freeze({});

const namePattern = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/;

/** Most texts begin with a letter, and need not be trimmed. */
const isBlank = (text: unknown): boolean =>
  typeof text !== 'string' || text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '');

/** Declares a tool: schema, metadata, undo and implementation in one place. Throws INVALID_CONFIG. */
export function defineTool<
  const Name extends string,
  const Input extends SchemaSpec = Record<never, never>,
  const Output extends SchemaSpec | undefined = undefined,
  Module = unknown,
  const Alias extends string = never,
  const Positional extends readonly string[] = readonly [],
  Undo = unknown,
>(
  spec: ToolSpec<Name, Input, Output, Module, Alias, Positional, Undo>,
): ToolDefinition<Name, Input, Output, Alias, Positional> {
  if (!namePattern.test(spec.name)) {
    throw new ToolError('INVALID_CONFIG', `A tool can not be named ${JSON.stringify(spec.name)}`, {
      suggestions: ['Use letters, digits and _ . : -, a letter first, at most 64 characters'],
    });
  }
  for (const key in spec) if (!knownKeys.has(key)) assertKnownKeys(`Tool ${spec.name}`, spec, toolKeys);
  if (isBlank(spec.description)) {
    throw new ToolError('INVALID_CONFIG', `Tool ${spec.name} has no description`, {
      suggestions: ['Say what it does, so that an agent can choose it'],
    });
  }
  if (typeof spec.run !== 'function') {
    throw new ToolError('INVALID_CONFIG', `Tool ${spec.name} has no run function`, {
      suggestions: ['Give run(module, input, call)'],
    });
  }
  if (spec.planning !== undefined || spec.securityTier !== undefined) assertFacts(spec.name, spec);
  // Written out, for V8 takes ten times as long to freeze a spread copy.
  const definition: Definition = {
    name: spec.name,
    description: spec.description,
    aliases: spec.aliases ?? noNames,
    category: spec.category,
    resource: spec.resource,
    tags: spec.tags,
    input: spec.input ?? noInput,
    output: spec.output,
    returns: spec.returns,
    errors: spec.errors,
    planning: spec.planning,
    positional: spec.positional,
    requirements: spec.requirements,
    limitations: spec.limitations,
    examples: spec.examples,
    securityTier: spec.securityTier,
    timeout: spec.timeout,
    retry: spec.retry,
    rate: spec.rate,
    concurrency: spec.concurrency,
    version: spec.version,
    source: spec.source,
    run: spec.run,
    undo: spec.undo,
  };
  return Object.freeze(definition) as ToolDefinition<Name, Input, Output, Alias, Positional>;
}

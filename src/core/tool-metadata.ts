import type {ToolMetadata} from '../contract/metadata.js';
import {SecurityTier} from '../contract/security-tier.js';
import {isRecord} from '../contract/json.js';
import {declaredCodes} from './pipeline-codes.js';
import type {ToolDefinition} from './tool-definition.js';
import {schemasOf} from './tool-schemas.js';

/** What a tool's record takes from its module. */
export interface ModuleFacts {
  /** Name of the instance; the tool's full name begins with it. */
  readonly name: string;
  readonly provider: string;
  readonly module: string;
  readonly category: string;
  readonly version: string;
  /** ms of one attempt of a tool that names none. */
  readonly timeout: number;
}

/** The whole record of a defined tool (R16). */
export function toolMetadata(definition: ToolDefinition, facts: ModuleFacts): ToolMetadata {
  const schemas = schemasOf(definition);
  const {planning = {}} = definition;
  const input = authorInput(definition, schemas.input.schema.properties);
  const consumes = [...new Set(schemas.consumed.map(({type}) => type))];
  const [focus] = consumes;
  const required = schemas.consumed.some(({path}) => schemas.input.schema.required?.includes(path[0] ?? ''));
  const success = definition.examples?.find(({output}) => !(isRecord(output) && output['success'] === false));
  const failure = definition.examples?.find(({output}) => isRecord(output) && output['success'] === false);
  return Object.freeze({
    name: `${facts.name}.${definition.name}`,
    tool: definition.name,
    provider: facts.provider,
    module: facts.module,
    description: definition.description,
    category: definition.category ?? facts.category,
    resource: definition.resource ?? facts.name,
    input,
    inputSchema: schemas.input.schema,
    outputSchema: schemas.output?.schema,
    parameters: input,
    output: {
      success: {
        description: definition.returns ?? `Data of ${facts.name}.${definition.name}`,
        schema: isWritten(definition.output) ? asWritten(definition.output) : (schemas.output?.schema ?? 'any'),
        ...(success && {example: success.output}),
      },
      error: {
        description: 'Codes this tool can answer',
        codes: declaredCodes(
          {
            handles: schemas.consumed.length > 0,
            limits: definition.rate !== undefined || definition.concurrency !== undefined,
          },
          definition.errors,
        ),
        ...(failure && {example: failure.output}),
      },
    },
    examples: definition.examples ?? [],
    planning: {
      cost: planning.cost ?? 'low',
      reliability: planning.reliability ?? 'medium',
      idempotent: planning.idempotent ?? false,
      sideEffects: planning.sideEffects ?? true,
      reversible: planning.reversible ?? definition.undo !== undefined,
      dependencies: planning.dependencies ?? [],
      produces: schemas.produced,
      consumes,
    },
    focus: {required, ...(focus !== undefined && {type: focus})},
    requirements: definition.requirements ?? [],
    limitations: definition.limitations ?? [],
    tags: definition.tags ?? [],
    aliases: definition.aliases,
    positional: definition.positional,
    securityTier: definition.securityTier ?? SecurityTier.STANDARD,
    timeout: definition.timeout ?? facts.timeout,
    version: definition.version ?? facts.version,
    source: definition.source ?? 'native',
  });
}

/** The author's spelling where it is a map of parameters, else the properties of the JSON Schema. */
function authorInput(definition: ToolDefinition, properties: object | undefined): Readonly<Record<string, unknown>> {
  const {input} = definition;
  const isMap = isRecord(input) && isWritten(input) && !('properties' in input && input.type === 'object');
  return (isMap ? asWritten(input) : (properties ?? {})) as Readonly<Record<string, unknown>>;
}

/** Whether a schema is data that its author wrote, not an object of some library or a wrapped JSON Schema. */
function isWritten(spec: unknown): boolean {
  if (!isRecord(spec)) return typeof spec === 'string';
  return !('~standard' in spec) && Object.getOwnPropertySymbols(spec).length === 0;
}

/** A schema as its author wrote it, with the names of handle types in their place: metadata is JSON. */
function asWritten(spec: unknown): unknown {
  if (Array.isArray(spec)) return spec.map(asWritten);
  if (!isRecord(spec) || !isWritten(spec)) return spec;
  const {handle} = spec;
  const named = isRecord(handle) && typeof handle['type'] === 'string' ? {...spec, handle: handle['type']} : spec;
  return Object.fromEntries(Object.entries(named).map(([key, value]) => [key, asWritten(value)]));
}

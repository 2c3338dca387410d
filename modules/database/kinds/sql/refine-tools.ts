import {jsonSchema, ToolError} from '../../../../src/sdk.js';
import type {JsonSchema, RefinedTools, WrapSetup} from '../../../../src/sdk.js';
import type {Caller} from '../../connections/session.js';
import type {Database} from '../../database.js';
import type {Description} from '../../statements/statement-runner.js';
import type {BoundTool} from './bound-tool.js';
import {namedFailure} from './named-failure.js';
import {columnSchema, parameterSchema} from './type-schema.js';

/** ms that all questions together may take where a server is asked, and where the database is opened for them. */
const patience = {server: 5000, embedded: 60_000} as const;

/** What the statements of a config tell of their tools, and the database of their types. */
export async function refineTools(
  tools: readonly BoundTool[],
  database: Database,
  {setup, asks}: {readonly setup: WrapSetup; readonly asks: boolean},
): Promise<RefinedTools> {
  const wanting = tools.filter((tool) => isWanting(tool, setup.tools[tool.name] ?? {}));
  const described = asks && wanting.length > 0 ? await describeAll(wanting, database, setup) : new Map();
  return Object.fromEntries(
    tools.map((tool) => {
      const description = described.get(tool) as Description | undefined;
      return [tool.name, {input: jsonSchema(inputOf(tool, description)), output: outputOf(tool, description)}];
    }),
  );
}

/** Whether the config leaves out what the database could tell. */
function isWanting({mode, inputs}: BoundTool, tool: Readonly<Record<string, unknown>>): boolean {
  const {transform} = tool as {transform?: {input?: unknown; output?: unknown}};
  const lacks = (...keys: readonly unknown[]): boolean => keys.every((key) => key === undefined);
  return (
    (inputs.length > 0 && lacks(tool['input'], tool['inputSchema'], transform?.input)) ||
    (mode !== 'execute' && lacks(tool['output'], tool['outputSchema'], tool['outputTransform'], transform?.output))
  );
}

/** Failures after which nobody else is asked either: the database can not be reached, or takes too long. */
const unreachable = new Set([
  'AUTHENTICATION_REQUIRED',
  'CONNECTION_LOST',
  'LIMIT_EXCEEDED',
  'NETWORK_ERROR',
  'NOT_SUPPORTED',
  'OPERATION_CANCELLED',
  'OPERATION_TIMEOUT',
  'PROTOCOL_ERROR',
  'RESOURCE_UNAVAILABLE',
]);

/** SQLSTATEs of what no change of the database makes right. */
const neverRight = new Set(['42601', '42P18', '42P02']);

async function describeAll(
  tools: readonly BoundTool[],
  database: Database,
  setup: WrapSetup,
): Promise<Map<BoundTool, Description>> {
  const {clock, events, redactor} = setup.runtime;
  const described = new Map<BoundTool, Description>();
  const deadline = new Deadline(clock, database.capabilities.embedded ? patience.embedded : patience.server);
  const warn = (what: string, thrown: ToolError): void => {
    const message = `${what} of module ${setup.name} is not known: ${thrown.message}`;
    events.emit('warning', {message: redactor.text(message)});
  };
  try {
    for (const tool of tools) {
      try {
        described.set(tool, await database.describe(tool.text, deadline));
      } catch (thrown) {
        const failure = namedFailure(thrown, tool);
        if (!ToolError.isToolError(failure)) throw failure;
        const {code, message, context, suggestions = []} = failure;
        if (neverRight.has(String(context?.['sqlState'])))
          throw setup.problem(`tools.${tool.name}.sql`, message, suggestions.join('; ') || 'Correct it', thrown);
        if (unreachable.has(code)) {
          warn('The type of parameters and columns', failure);
          break;
        }
        warn(`The type of parameters and columns of ${tool.name}`, failure);
      }
    }
    return described;
  } finally {
    deadline.end();
  }
}

function inputOf({inputs, optional, parameters}: BoundTool, description: Description | undefined): JsonSchema {
  const properties = inputs.map((name): [string, JsonSchema] => {
    const oid = description?.parameters[parameters.indexOf(name)];
    const isOptional = optional.has(name);
    return [name, oid === undefined || !description ? {} : parameterSchema(oid, description.facts, isOptional)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: inputs.filter((name) => !optional.has(name)),
    additionalProperties: false,
  };
}

function outputOf({mode, required}: BoundTool, description: Description | undefined) {
  if (mode === 'execute') {
    const rowCount = {type: 'integer', description: 'Rows that were changed'};
    return jsonSchema({type: 'object', properties: {rowCount}, required: ['rowCount']});
  }
  if (!description || description.columns.length === 0) return mode === 'rows' ? jsonSchema(rowsOf()) : undefined;
  const {columns, names, facts} = description;
  const schemas = columns.map((oid) => columnSchema(oid, facts));
  if (mode === 'value') return jsonSchema(schemas[0] ?? {});
  const row: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name, at) => [name, schemas[at] ?? {}])),
    required: names,
  };
  if (mode === 'rows') return jsonSchema(rowsOf(row));
  return jsonSchema(required ? row : {...row, type: ['object', 'null']});
}

const rowsOf = (items: JsonSchema = {type: 'object'}): JsonSchema => ({type: 'array', items});

/** Ends what it is given to as a caller, when its time is over. */
class Deadline implements Caller {
  stopped: ToolError | undefined;
  readonly #listeners = new Set<(reason: ToolError) => void>();
  readonly #end: () => void;

  constructor(clock: WrapSetup['runtime']['clock'], ms: number) {
    const timer = clock.setTimeout(() => {
      this.stopped = new ToolError('OPERATION_TIMEOUT', `The database did not answer within ${String(ms)} ms`);
      for (const listener of [...this.#listeners]) listener(this.stopped);
    }, ms);
    this.#end = () => {
      clock.clearTimeout(timer);
    };
  }

  onStop(listener: (reason: ToolError) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  end(): void {
    this.#end();
  }
}

import {ToolError} from '../contract/errors.js';
import {isRecord} from '../contract/json.js';
import type {Services} from '../contract/services.js';
import {Executable} from '../core/executable.js';
import type {ForeignTool} from '../core/foreign-tool.js';
import {bindTool, Tool} from '../core/tool.js';
import {jsonSchema} from '../schema/spec.js';

/** A tool in the shape of seed 000: `parameters` is JSON Schema, `execute(args, context)` answers a result or data. */
export interface PlainTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  readonly execute: (input: never, context: never) => unknown;
  readonly [fact: string]: unknown;
}

/** Anything that can be executed and describes itself. */
export interface ExecutableTool {
  readonly name?: string;
  /** Answers a result or data, or throws. */
  execute(input?: never, context?: never): unknown;
  /** Any part of a tool's metadata. */
  getMetadata(): object;
}

/** What `register` and `resolveTools` take as one tool. */
export type SingleTool = Tool<never> | ExecutableTool | PlainTool;

export const isSingleTool = (value: unknown): value is SingleTool =>
  isRecord(value) && typeof value['execute'] === 'function';

/** A tool that is in no module belongs to its user. */
const owner = 'user';

/**
 * Tools that are in no module: Tools, executables and objects of seed 000. They run in the runtime of the registry, so that
 * its policy holds for them. A Tool of a module stays at home in its module.
 */
export class SingleTools {
  readonly #services: Services;
  /** The same object is the same tool every time. */
  readonly #tools = new WeakMap<object, Tool>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Throws INVALID_CONFIG with the messages of seed 000 (R15.9). */
  read(given: unknown): Tool {
    const known = isRecord(given) ? this.#tools.get(given) : undefined;
    if (known) return known;
    const tool = given instanceof Tool ? (given as Tool) : new Tool(toForeign(given));
    if (tool !== given || tool.getMetadata().module === '') this.#adopt(tool);
    this.#tools.set(given as object, tool);
    return tool;
  }

  #adopt(tool: Tool): void {
    bindTool(tool, {
      name: '',
      provider: owner,
      module: owner,
      category: 'general',
      version: '0.0.0',
      services: this.#services,
      instance: tool,
      assertReady: () => undefined,
    });
  }
}

function toForeign(given: unknown): ForeignTool {
  const tool = isRecord(given) ? given : {};
  const facts = given instanceof Executable ? describe(tool) : tool;
  const name = text(tool['name']) ?? text(facts['name']);
  if (name === undefined) throw refused('Tool must have a name', `Received ${given === null ? 'null' : typeof given}`);
  if (text(facts['description']) === undefined)
    throw refused('Tool must have a description', `Describe '${name}' so that it can be chosen`);
  if (typeof tool['execute'] !== 'function')
    throw refused('Tool must have execute function', `Give '${name}' execute(input, context)`);
  if (facts === tool) checkParameters(name, tool['parameters']);
  const execute = tool['execute'] as (input: unknown, context: unknown) => unknown;
  const parameters = facts['parameters'];
  const isSchema = isRecord(parameters) && parameters['type'] === 'object';
  return {
    name,
    execute: (input: never, context) => execute.call(given, input, context),
    getMetadata: () =>
      isSchema ? {...facts, input: parameters['properties'] ?? {}, inputSchema: jsonSchema(parameters)} : facts,
  };
}

function checkParameters(name: string, parameters: unknown): void {
  if (!isRecord(parameters))
    throw refused('Tool must have parameters schema', `Give '${name}' parameters: {type: 'object', properties: {…}}`);
  if (parameters['type'] !== 'object') {
    throw refused(
      'Tool parameters must be an object schema',
      `The parameters of '${name}' have the type ${JSON.stringify(parameters['type'])}`,
    );
  }
}

/** A getMetadata of user code that throws says nothing. */
function describe(tool: Record<string, unknown>): Record<string, unknown> {
  try {
    const metadata: unknown = (tool as {getMetadata: () => unknown}).getMetadata();
    return isRecord(metadata) ? metadata : {};
  } catch {
    return {};
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function refused(message: string, remedy: string): ToolError {
  return new ToolError('INVALID_CONFIG', message, {outcome: 'not_executed', suggestions: [remedy]});
}

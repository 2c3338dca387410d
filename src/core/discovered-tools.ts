import {ToolError} from '../contract/errors.js';
import {DefinedTool} from './defined-tool.js';
import {refreshTools} from './module-instance.js';
import type {ModuleInstance} from './module-instance.js';
import {Tool} from './tool.js';
import type {ToolDefinition} from './tool-definition.js';
import {installMethod} from './tool-methods.js';
import {assertUniqueNames} from './unique-names.js';

/**
 * The tools of an instance that only its client knows: an MCP server's, say. They join those of the definition, and are
 * replaced when the client has others.
 */
export class DiscoveredTools {
  readonly #instance: ModuleInstance;
  readonly #own: readonly ToolDefinition[];
  #found: readonly ToolDefinition[] = [];
  /** Names of the methods that these tools brought. */
  readonly #methods = new Set<string>();

  constructor(instance: ModuleInstance, own: readonly ToolDefinition[]) {
    this.#instance = instance;
    this.#own = own;
  }

  /** A tool whose definition is the same object stays what it is. Throws INVALID_CONFIG for two tools of one name. */
  replace(found: readonly ToolDefinition[]): void {
    assertUniqueNames(this.#instance.name, [...this.#own, ...found]);
    for (const definition of this.#found) if (!found.includes(definition)) this.#remove(definition);
    for (const definition of found) if (!this.#found.includes(definition)) this.#add(definition);
    this.#found = [...found];
    refreshTools(this.#instance);
  }

  #add(definition: ToolDefinition): void {
    const tool = new Tool(new DefinedTool(definition));
    this.#instance.tools[definition.name] = tool;
    for (const name of [definition.name, ...definition.aliases]) {
      if (installMethod(this.#instance, name, tool)) this.#methods.add(name);
    }
  }

  #remove({name, aliases}: ToolDefinition): void {
    Reflect.deleteProperty(this.#instance.tools, name);
    for (const method of [name, ...aliases]) {
      if (this.#methods.delete(method)) Reflect.deleteProperty(this.#instance, method);
    }
  }
}

/** What a client has found must be made by `defineTool`, as a definition's own tools. */
export function assertFound(module: string, found: unknown): asserts found is readonly ToolDefinition[] {
  if (Array.isArray(found)) return;
  throw new ToolError('INVALID_CONFIG', `discover of module ${module} must answer a list of tools`, {
    suggestions: ['Answer [defineTool({…})]'],
  });
}

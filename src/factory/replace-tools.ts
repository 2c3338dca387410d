import {DefinedTool} from '../core/defined-tool.js';
import type {ModuleInstance} from '../core/module-instance.js';
import {Tool} from '../core/tool.js';
import type {ToolDefinition} from '../core/tool-definition.js';
import {installMethod} from '../core/tool-methods.js';

/** Puts tools in the place of those of their names that the instance was made with. */
export function replaceTools(instance: ModuleInstance<object>, definitions: readonly ToolDefinition[]): void {
  for (const definition of definitions) {
    const {name, aliases} = definition;
    const before = instance.tools[name];
    const tool = new Tool(new DefinedTool(definition));
    instance.tools[name] = tool;
    // Only a method of the tool is its own to replace.
    for (const method of before ? [name, ...aliases] : []) {
      const own = Object.getOwnPropertyDescriptor(instance, method);
      if (own?.configurable === true && !(method in Object.getPrototypeOf(instance))) {
        Reflect.deleteProperty(instance, method);
        installMethod(instance, method, tool);
      }
    }
  }
}

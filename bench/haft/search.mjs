import {defineModule, defineTool, ToolRegistry} from '../../dist/src/index.js';
import {toolSearch} from '../lib/tool-search.mjs';
import {toolTexts} from '../lib/tool-texts.mjs';

const toolsOfModule = 1000;

/** Ranked search in a registry, over the records of modules of a thousand tools each. */
export function prepare({tools}) {
  const registry = new ToolRegistry();
  const definitions = toolTexts(tools).map(({name, description, tags, parameters}) =>
    defineTool({
      name,
      description,
      tags,
      input: Object.fromEntries(
        Object.entries(parameters).map(([parameter, text]) => [parameter, {type: 'string', description: text}]),
      ),
      run: () => ({}),
    }),
  );
  for (let from = 0; from < definitions.length; from += toolsOfModule) {
    const name = `department${from / toolsOfModule}`;
    const members = definitions.slice(from, from + toolsOfModule);
    registry.registerProvider(defineModule({name, module: 'DepartmentModule', description: name, tools: members}));
  }
  return toolSearch((text) => registry.searchTools(text, {limit: 10}).map(({name}) => name));
}

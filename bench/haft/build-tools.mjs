import {defineModule, defineTool, Tool} from '../../dist/src/sdk.js';

const count = 10_000;

const input = () => ({path: 'string', encoding: 'string?', limit: 'integer?'});

// Every way writes its objects out, for V8 takes microseconds to add a property to a spread copy.
const plainObject = (index) => ({
  name: `tool${index}`,
  description: `Tool number ${index}`,
  input: input(),
  execute: async ({path}) => ({path}),
});

const looseTool = (index) =>
  new Tool({
    name: `tool${index}`,
    execute: async ({path}) => ({path}),
    getMetadata: () => ({description: `Tool number ${index}`, input: input()}),
  });

const definedTool = (index) =>
  defineTool({
    name: `tool${index}`,
    description: `Tool number ${index}`,
    input: input(),
    run: (_module, {path}) => ({path}),
  });

const intoMap = (make) => () => {
  const tools = new Map();
  for (let index = 0; index < count; index++) {
    const tool = make(index);
    tools.set(tool.name, tool);
  }
  return tools.size;
};

async function module() {
  const tools = Array.from({length: count}, (_, index) => definedTool(index));
  const instance = await defineModule({name: 'many', module: 'ManyModule', description: 'Many tools', tools}).create();
  return instance.listTools().length;
}

const variants = {
  'plain objects': intoMap(plainObject),
  'loose tools': intoMap(looseTool),
  'defined tools': intoMap(definedTool),
  module,
};

/** Builds 10,000 tools in one of several ways. */
export function prepare(variant) {
  const build = variants[variant];
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await build();
    },
    async check() {
      const built = await build();
      if (built !== count) throw new Error(`It built ${built} tools, not ${count}`);
    },
  };
}

import {ok} from 'node:assert/strict';
import {defineModule, defineTool, ToolRegistry} from '../../dist/src/index.js';

const verbs = ['read', 'write', 'list', 'create', 'delete', 'merge', 'compare', 'render', 'send', 'convert'];
const things = [
  'invoice',
  'repository',
  'picture',
  'table',
  'message',
  'calendar',
  'document',
  'price',
  'route',
  'sensor',
];
const toolsOfModule = 1000;

function module(number) {
  const tools = Array.from({length: toolsOfModule}, (_, index) => {
    const verb = verbs[index % verbs.length];
    const thing = things[Math.floor(index / verbs.length) % things.length];
    return defineTool({
      name: `${verb}_${thing}_${index}`,
      description: `${verb} a ${thing} of department ${number}, item ${index}`,
      input: {path: 'string'},
      tags: [verb, thing],
      run: () => ({}),
    });
  });
  return defineModule({
    name: `department${number}`,
    module: 'DepartmentModule',
    description: `Department ${number}`,
    tools,
  });
}

const modulesOf = (tools) => Array.from({length: tools / toolsOfModule}, (_, number) => module(number));

function linearScan(modules) {
  const all = modules.flatMap((definition) => Object.values(definition.getMetadata().tools));
  return () =>
    all.filter(({name, description}) => name.includes('render') && description.includes('invoice')).slice(0, 10);
}

function registry(modules) {
  const tools = new ToolRegistry();
  for (const definition of modules) tools.registerProvider(definition);
  return () => tools.searchTools('render invoice', {limit: 10});
}

/** Finds ten tools by two words. */
export function prepare({tools, indexed}) {
  const search = (indexed ? registry : linearScan)(modulesOf(tools));
  return {
    run(times) {
      for (let i = 0; i < times; i++) search();
      return Promise.resolve();
    },
    async check() {
      const found = search();
      ok(
        found.length === 10 && found.every((match) => JSON.stringify(match).includes('render_invoice')),
        'It found something else',
      );
    },
  };
}

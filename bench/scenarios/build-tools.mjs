import {file} from './file.mjs';

export const buildTools = {
  title: 'building 10,000 tools, so that they can be found by name',
  unit: '10,000',
  rounds: 15,
  floors: ['plain objects into a Map'],
  contestants: [
    {name: 'plain objects into a Map', file: file('haft/build-tools.mjs'), variant: 'plain objects'},
    {name: 'new Tool into a Map', file: file('haft/build-tools.mjs'), variant: 'loose tools'},
    {name: 'defineTool into a Map', file: file('haft/build-tools.mjs'), variant: 'defined tools'},
    {name: 'a module of defineTool', file: file('haft/build-tools.mjs'), variant: 'module'},
  ],
};
